//! The offending line of a query with a caret under the offending part.

use super::Position;

/// How much of a long line is shown on either side of the caret, in characters.
const AROUND: usize = 60;

/// The line at `at`, and below it a caret as long as the offending part (which may be empty).
pub(crate) fn excerpt_with_caret(query: &str, at: Position, length: usize) -> String {
    let line = query.split('\n').nth(at.line.saturating_sub(1) as usize).unwrap_or("").trim_end_matches('\r');
    let characters: Vec<char> = line.chars().collect();
    let column = (at.column.saturating_sub(1) as usize).min(characters.len());
    let start = column.saturating_sub(AROUND);
    let end = characters.len().min(column + AROUND);
    let mut shown = String::new();
    let mut under = String::new();
    if start > 0 {
        shown.push('…');
        under.push(' ');
    }
    shown.extend(&characters[start..end]);
    if end < characters.len() {
        shown.push('…');
    }
    // Tabs stay tabs, so that the caret is below the right character whatever their width.
    under.extend(characters[start..column].iter().map(|c| if *c == '\t' { '\t' } else { ' ' }));
    under.extend(std::iter::repeat_n('^', length.clamp(1, (end - column).max(1))));
    format!("{shown}\n{under}")
}

/// At most 40 characters of a text, on one line.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let line = text.lines().next().unwrap_or("");
    if line.chars().count() <= MOST && line.len() == text.len() {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(MOST).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_offending_part() {
        let at = Position { line: 2, column: 9 };
        assert_eq!(excerpt_with_caret("from A\nwhere  xyz = 1", at, 3), "where  xyz = 1\n        ^^^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let query = format!("{}X{}", "a".repeat(200), "b".repeat(200));
        let text = excerpt_with_caret(&query, Position { line: 1, column: 201 }, 1);
        let mut lines = text.lines();
        let (shown, under) = (lines.next().unwrap(), lines.next().unwrap());
        assert_eq!(shown.chars().count(), 122);
        assert_eq!(shown.chars().nth(under.chars().count() - 1), Some('X'));
    }

    #[test]
    fn positions_outside_the_text_do_no_harm() {
        assert_eq!(excerpt_with_caret("", Position { line: 9, column: 9 }, 4), "\n^");
    }
}
