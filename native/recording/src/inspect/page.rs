//! Lines of at most 100 columns, indented and aligned.

use super::printable::printable;

/// Columns of a line.
const WIDTH: usize = 100;
/// Columns of the names before values.
const NAMES: usize = 18;

/// A text that grows by lines. Every text passes `printable`.
#[derive(Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// A title with an empty line before it.
    pub fn title(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.wrapped("", "", title);
    }

    /// A line, indented by two columns.
    pub fn line(&mut self, text: &str) {
        self.wrapped("  ", "  ", text);
    }

    /// An item of a list below a line.
    pub fn item(&mut self, text: &str) {
        self.wrapped("    - ", "      ", text);
    }

    /// A name and its value. Nothing for an empty value.
    pub fn pair(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let name = printable(name);
            self.wrapped(&format!("  {name:<NAMES$}"), &" ".repeat(NAMES + 2), value);
        }
    }

    /// Rows of columns: the first to the left, the others to the right. The last column is wrapped if it is text.
    pub fn table(&mut self, rows: &[[String; 2]]) {
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let (left, right) = (width(0), width(1));
        for [name, value] in rows {
            let (name, value) = (printable(name), printable(value));
            self.text.push_str(&format!("  {name:<left$}  {value:>right$}\n"));
        }
    }

    /// At most `most` of the values, then how many more there are.
    pub fn some<T>(&mut self, values: &[T], most: usize, mut print: impl FnMut(&mut Self, &T)) {
        for value in values.iter().take(most) {
            print(self, value);
        }
        if values.len() > most {
            self.line(&format!("… and {} more", values.len() - most));
        }
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }

    fn wrapped(&mut self, first: &str, following: &str, text: &str) {
        let mut line = first.to_owned();
        let mut columns = first.chars().count();
        let mut words = 0;
        for word in printable(text).split(' ').filter(|word| !word.is_empty()) {
            let length = word.chars().count();
            if words > 0 && columns + 1 + length > WIDTH {
                self.push(&line);
                following.clone_into(&mut line);
                (columns, words) = (following.chars().count(), 0);
            }
            if words > 0 {
                line.push(' ');
                columns += 1;
            }
            line.push_str(word);
            columns += length;
            words += 1;
        }
        self.push(&line);
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_below_their_beginning() {
        let mut page = Page::default();
        page.pair("Advice", &"word ".repeat(60));
        let text = page.finish();
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with(&" ".repeat(20))), "{text}");
    }

    #[test]
    fn lists_end_with_the_number_of_what_is_left_out() {
        let mut page = Page::default();
        page.some(&[1, 2, 3], 2, |page, value| page.line(&value.to_string()));
        assert_eq!(page.finish(), "  1\n  2\n  … and 1 more\n");
    }
}
