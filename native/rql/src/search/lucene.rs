//! `lucene(field, expression)`: the simple part of Lucene's query language — words, phrases, wildcards, `~`,
//! ranges, `AND`, `OR`, `NOT`, `+`, `-` and parentheses, all about one field.

use rookery_nesting::{Depth, Position};

use super::analyzers::Analyzer;
use super::terms::{Clause, ClauseKind, Search, SearchTarget};

/// Why a text is not an expression; a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LuceneError(pub String);

/// Parses an expression to a search.
///
/// # Errors
/// When a parenthesis, quote or bracket is not closed, or another field is named.
pub fn parse_lucene(text: &str, analyzer: Analyzer) -> Result<Search, LuceneError> {
    let mut reader = Reader { text: text.trim(), rest: text.trim(), depth: Depth::default(), analyzer };
    let search = reader.group()?;
    if reader.rest.is_empty() { Ok(search) } else { Err(wrong("a ')' has no matching '('")) }
}

fn wrong(what: &str) -> LuceneError {
    LuceneError(format!("This is not an expression of lucene(): {what}."))
}

struct Reader<'t> {
    text: &'t str,
    /// What is not read yet: the end of `text`.
    rest: &'t str,
    /// Parentheses that are open.
    depth: Depth,
    analyzer: Analyzer,
}

impl<'t> Reader<'t> {
    /// Up to the end or the parenthesis that closes it.
    fn group(&mut self) -> Result<Search, LuceneError> {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut joined_by_and = false;
        loop {
            self.rest = self.rest.trim_start();
            if self.rest.is_empty() || self.rest.starts_with(')') {
                return Ok(Search { clauses, all: false, target: SearchTarget::default() });
            }
            if self.take_word("OR") || self.take_word("||") {
                continue;
            }
            if self.take_word("AND") || self.take_word("&&") {
                if let Some(before) = clauses.last_mut() {
                    before.required = !before.prohibited;
                }
                joined_by_and = true;
                continue;
            }
            let prohibited = self.take_word("NOT") || self.take('-') || self.take('!');
            let required = !prohibited && (self.take('+') || joined_by_and);
            joined_by_and = false;
            if let Some(wanted) = self.wanted()? {
                clauses.push(Clause { kind: wanted, required, prohibited });
            }
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        let ends = rest.chars().next().is_none_or(|c| c.is_whitespace() || c == '(');
        if ends {
            self.rest = rest.trim_start();
        }
        ends
    }

    fn take(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The kind of one clause; nothing when only stop words are left.
    fn wanted(&mut self) -> Result<Option<ClauseKind>, LuceneError> {
        if self.rest.starts_with('(') {
            let offset = self.text.len() - self.rest.len();
            let at = || Position::of(self.text.as_bytes(), offset);
            self.depth
                .enter("The expression of lucene()", at)
                .map_err(|error| LuceneError(format!("{error}. Remove parentheses that are not needed.")))?;
            self.take('(');
            let group = self.group()?;
            self.depth.leave();
            if !self.take(')') {
                return Err(wrong("a '(' has no ')'"));
            }
            self.boost();
            return Ok((!group.clauses.is_empty()).then_some(ClauseKind::Group(group)));
        }
        if self.take('"') {
            let end = self.rest.find('"').ok_or_else(|| wrong("a '\"' has no other"))?;
            let phrase = self.analyzer.analyzed(&self.rest[..end]);
            self.rest = &self.rest[end + 1..];
            let slop = if self.take('~') { self.number().unwrap_or(0.0) } else { 0.0 };
            self.boost();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to whole places"
            )]
            let slop = slop.clamp(0.0, 10_000.0) as u32;
            return Ok((!phrase.is_empty()).then_some(ClauseKind::Phrase(phrase, slop)));
        }
        for (open, close, inclusive) in [('[', ']', true), ('{', '}', false)] {
            if self.take(open) {
                let end = self.rest.find(close).ok_or_else(|| wrong("a range is not closed"))?;
                let (low, high) = self.rest[..end]
                    .split_once(" TO ")
                    .ok_or_else(|| wrong("a range is written [low TO high]"))?;
                self.rest = &self.rest[end + 1..];
                let (low, high) = (low.trim().to_lowercase(), high.trim().to_lowercase());
                return Ok(Some(ClauseKind::Range(low, high, inclusive)));
            }
        }
        self.term()
    }

    fn term(&mut self) -> Result<Option<ClauseKind>, LuceneError> {
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '~' | '^');
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        let (term, rest) = self.rest.split_at(length);
        if term.is_empty() {
            return Err(wrong("a '+' or '-' has no term"));
        }
        if term.contains(':') && !term.starts_with(':') {
            return Err(wrong(
                "it names another field; lucene() searches the field of its first argument only",
            ));
        }
        self.rest = rest;
        if self.take('~') {
            let least = self.number().unwrap_or(0.5);
            self.boost();
            return Ok(Some(ClauseKind::Fuzzy(term.to_lowercase(), least)));
        }
        self.boost();
        if term == "*" {
            return Ok(Some(ClauseKind::AllDocuments));
        }
        if term.contains(['*', '?']) {
            return Ok(Some(ClauseKind::Wildcard(term.to_lowercase())));
        }
        let found: Vec<String> = self.analyzer.analyzed(term).into_iter().map(|word| word.text).collect();
        Ok((!found.is_empty()).then_some(ClauseKind::Words(found)))
    }

    /// `^factor` is parsed and ignored: only `boost()` counts.
    fn boost(&mut self) {
        if self.take('^') {
            self.number();
        }
    }

    fn number(&mut self) -> Option<f64> {
        let length = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(length);
        self.rest = rest;
        number.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(expression: &str, text: &str) -> bool {
        parse_lucene(expression, Analyzer::Standard).unwrap().is_met(&Analyzer::Standard.analyzed(text))
    }

    #[test]
    fn words_are_joined_as_lucene_joins_them() {
        let fox = "The quick brown fox";
        for (expression, there) in [
            ("quick", true),
            ("slow", false),
            ("slow quick", true),
            ("slow AND quick", false),
            ("slow OR quick", true),
            ("quick AND NOT slow", true),
            ("quick -fox", false),
            ("+quick slow", true),
            ("+slow quick", false),
            ("\"brown fox\"", true),
            ("\"quick fox\"", false),
            ("\"quick fox\"~1", true),
            ("(slow OR brown) AND fox^2", true),
            ("qu?c*", true),
            ("quik~0.5", true),
            ("[a TO g]", true),
            ("{fox TO fox}", false),
            ("the", false),
            ("", false),
        ] {
            assert_eq!(met(expression, fox), there, "{expression}");
        }
        assert!(met("[1 TO 3]", "2.5") && !met("[1 TO 3]", "10"));
    }

    #[test]
    fn nesting_is_limited_to_the_common_depth() {
        let nested = |levels| format!("{}fox{}", "(".repeat(levels), ")".repeat(levels));
        assert!(met(&nested(rookery_nesting::MAX_DEPTH), "fox"));
        for deep in [nested(1_000_000), "a (".repeat(300_000), "-(".repeat(300_000), "+(".repeat(300_000)] {
            let error = parse_lucene(&deep, Analyzer::Standard).unwrap_err().0;
            assert!(error.contains("lucene() is nested deeper than 100 levels (line 1, column"), "{error}");
        }
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for expression in ["(a", "a)", "\"a", "[a", "[a b]", "f:a", "^"] {
            let error = parse_lucene(expression, Analyzer::Standard).unwrap_err();
            assert!(error.0.ends_with('.'), "{expression}: {}", error.0);
        }
    }
}
