//! Transforms a script's text for the engine, and maps the engine's positions back to the author's text.
//!
//! Independent of the engine: text in, text and positions out.

pub(crate) mod chains;
pub(crate) mod tokens;

use rookery_nesting::MAX_DEPTH;

use crate::error::Position;
use chains::Insertion;
use tokens::{Kind, Token};

/// A transformed text: with optional chains, and the names of the parameters it uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Prepared {
    /// The text with optional chains; the original if nothing had to be changed.
    pub text: String,
    /// Names that begin with `$`, each once.
    pub parameters: Vec<String>,
    insertions: Vec<Insertion>,
}

impl Prepared {
    /// Transforms a text. One that cannot be tokenized is not changed.
    pub(crate) fn of(text: &str) -> Self {
        let Some(tokens) = tokens::tokenize(text) else { return Self::plain(text) };
        let insertions = chains::with_optional_chaining(text, &tokens);
        let mut out = String::with_capacity(text.len() + insertions.len() * 2);
        let mut from = 0;
        for insertion in &insertions {
            out.push_str(&text[from..insertion.at]);
            out.push_str(insertion.text);
            from = insertion.at;
        }
        out.push_str(&text[from..]);
        Self { text: out, parameters: parameters(text, &tokens), insertions }
    }

    /// The same without optional chains, for a text in which they are not valid.
    pub(crate) fn without_optional_chaining(text: &str) -> Self {
        let parameters = tokens::tokenize(text).map(|tokens| parameters(text, &tokens)).unwrap_or_default();
        Self { parameters, ..Self::plain(text) }
    }

    fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    /// The author's position of an engine's position.
    pub(crate) fn position(&self, at: Position) -> Position {
        let mut line_start = 0;
        let mut shift = 0;
        let mut inserted = self.insertions.iter().peekable();
        for (number, line) in self.text.split('\n').enumerate() {
            let line_end = line_start + line.len();
            if number + 1 == at.line as usize {
                let offset = line_start + at.column.saturating_sub(1) as usize;
                let mut back = 0;
                for insertion in inserted {
                    let place = insertion.at + shift;
                    if place >= offset.min(line_end) {
                        break;
                    }
                    back += insertion.text.len() as u32;
                    shift += insertion.text.len();
                }
                return Position { line: at.line, column: at.column.saturating_sub(back).max(1) };
            }
            while inserted.peek().is_some_and(|insertion| insertion.at + shift < line_end) {
                shift += inserted.next().map_or(0, |insertion| insertion.text.len());
            }
            line_start = line_end + 1;
        }
        at
    }
}

/// The offset of the first bracket that is nested deeper than the common limit; `None` without one, or if the
/// text cannot be cut into tokens.
pub(crate) fn too_deep_at(text: &str) -> Option<Position> {
    let tokens = tokens::tokenize(text)?;
    let mut depth = 0_usize;
    let too_deep = tokens.iter().find(|token| {
        match (token.kind, &text[token.range.clone()]) {
            (Kind::Sign, "(" | "[" | "{") | (Kind::TemplateOpen, _) => depth += 1,
            (Kind::Sign, ")" | "]" | "}") | (Kind::TemplateClose, _) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_DEPTH
    })?;
    let at = rookery_nesting::Position::of(text.as_bytes(), too_deep.range.start);
    Some(Position { line: at.line, column: at.column })
}

/// Names that begin with `$` and are not members.
fn parameters(text: &str, tokens: &[Token]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut member = false;
    for token in tokens {
        let part = &text[token.range.clone()];
        if token.kind == Kind::Name
            && part.starts_with('$')
            && part.len() > 1
            && !member
            && !names.iter().any(|name| name == part)
        {
            names.push(part.to_owned());
        }
        member = matches!(part, "." | "?.");
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_authors() {
        let prepared = Prepared::of("let a = x.y.z;\nthis.q = a.b + nope;");
        assert_eq!(prepared.text, "let a = x?.y?.z;\nthis.q = a?.b + nope;");
        let at = |line, column| {
            let Position { line, column } = prepared.position(Position { line, column });
            (line, column)
        };
        assert_eq!(at(1, 1), (1, 1));
        assert_eq!(at(1, 14), (1, 12));
        assert_eq!(at(2, 17), (2, 16));
    }

    #[test]
    fn the_first_bracket_too_many_is_found() {
        assert_eq!(
            too_deep_at(&["(".repeat(MAX_DEPTH), ")".repeat(MAX_DEPTH), "(a[1])".repeat(99)].concat()),
            None
        );
        let at = |column| Some(Position { line: 2, column });
        assert_eq!(too_deep_at(&format!("x\n = {}", "[(".repeat(51))), at(104));
        assert_eq!(too_deep_at(&format!("'((('\n{}", "(".repeat(1_000))), at(101));
    }

    #[test]
    fn parameters_are_found_once() {
        let prepared = Prepared::of("this.a = $p0 + $p1.$no + args.$no + `${$p0}` + '$text'");
        assert_eq!(prepared.parameters, ["$p0", "$p1"]);
    }
}
