//! Conditions that are JavaScript: `where d.Name.startsWith('A') and isNew(d)`. A server runs the condition of a
//! subscription as a script; what RQL itself can express is not translated.

use rookery_rql::ast::Query;
use rookery_rql::{QueryError, QueryRequest};

/// The name of the function around the condition.
const FUNCTION: &str = "rookeryCondition";
/// The member of its result.
pub(super) const MET: &str = "Met";

/// Words that end a condition.
const NEXT_CLAUSES: [&str; 8] = ["load", "select", "include", "order", "group", "filter", "limit", "offset"];

/// A query without its condition, and the condition as a query of its own.
#[derive(Debug, Clone)]
pub(super) struct SplitQuery {
    pub query: Query,
    pub condition: QueryRequest,
}

/// Splits a query whose condition is not RQL; `None` when it is wrong elsewhere too, or has no alias.
pub(super) fn split(text: &str) -> Option<SplitQuery> {
    let words = top_level_words(text);
    let from = words.iter().find(|word| word.is(text, "from"))?;
    let condition = words.iter().find(|word| word.start > from.start && word.is(text, "where"))?;
    let next = words
        .iter()
        .find(|word| word.start > condition.start && NEXT_CLAUSES.iter().any(|name| word.is(text, name)))
        .map_or(text.len(), |word| word.start);
    let query = rookery_rql::parse(&format!("{}{}", &text[..condition.start], &text[next..])).ok()?;
    let alias = query.from.alias.clone()?;
    let script = in_javascript(&text[condition.end..next]);
    let condition = format!(
        "{} declare function {FUNCTION}({alias}) {{ return {{ {MET}: !!({script}\n) }} }} {} select {FUNCTION}({alias})",
        &text[..from.start],
        &text[from.start..condition.start],
    );
    rookery_rql::parse(&condition).ok()?;
    Some(SplitQuery { query, condition: QueryRequest::new(condition) })
}

/// The split query, or the error of the whole one.
pub(super) fn split_or(error: QueryError, text: &str) -> Result<SplitQuery, QueryError> {
    split(text).ok_or(error)
}

/// A word of a query.
pub(super) struct Word {
    pub start: usize,
    pub end: usize,
}

impl Word {
    pub(super) fn is(&self, text: &str, name: &str) -> bool {
        text[self.start..self.end].eq_ignore_ascii_case(name)
    }
}

/// The words outside of brackets, quotes and comments.
pub(super) fn top_level_words(text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let (mut words, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\'' | b'"' | b'`' => at = after_quote(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end);
            }
            b'{' | b'(' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            _ if is_word(*byte) => {
                let end = bytes[at..].iter().position(|byte| !is_word(*byte));
                let end = end.map_or(bytes.len(), |length| at + length);
                if depth == 0 {
                    words.push(Word { start: at, end });
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    words
}

/// Members such as `.select` are not words of RQL: a dot belongs to the word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'@') || !byte.is_ascii()
}

/// The offset after the quoted text that begins here.
pub(super) fn after_quote(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if *byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The operators of RQL as those of JavaScript; texts keep their case.
fn in_javascript(condition: &str) -> String {
    let bytes = condition.as_bytes();
    let (mut out, mut at) = (String::with_capacity(condition.len() + 16), 0);
    while let Some(byte) = bytes.get(at) {
        let rest = &condition[at..];
        let operator = ["===", "!==", "=>", "<=", ">=", "==", "!=", "<>", "="]
            .into_iter()
            .find(|operator| rest.starts_with(operator));
        let end = match byte {
            b'\'' | b'"' | b'`' => after_quote(bytes, at),
            _ if is_word(*byte) => {
                bytes[at..].iter().position(|byte| !is_word(*byte)).map_or(bytes.len(), |length| at + length)
            }
            _ => at + operator.map_or(1, str::len),
        };
        let end = end.min(bytes.len());
        let part = &condition[at..end];
        out.push_str(match part {
            "=" | "==" => "===",
            "!=" | "<>" => "!==",
            _ if part.eq_ignore_ascii_case("and") => "&&",
            _ if part.eq_ignore_ascii_case("or") => "||",
            _ if part.eq_ignore_ascii_case("not") => "!",
            _ => part,
        });
        at = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_translated_and_texts_are_not() {
        assert_eq!(
            in_javascript(" d.A.trim() = 'x and = y' AND not f(d) or d.B<>2 and d.C <= 3 && d.D == 'ü'"),
            " d.A.trim() === 'x and = y' && ! f(d) || d.B!==2 && d.C <= 3 && d.D === 'ü'"
        );
        assert_eq!(in_javascript("d.L.some(x => x = 'it\\'s')"), "d.L.some(x => x === 'it\\'s')");
        assert_eq!(in_javascript("'open"), "'open");
        assert_eq!(in_javascript("'\\"), "'\\");
    }

    #[test]
    fn the_condition_becomes_a_function_and_the_rest_stays() {
        let text = "declare function f(d) { return d.where } from Ps as d where f(d) and d.A.select() = 1 select { B: 'where' }";
        let split = split(text).unwrap();
        assert!(split.query.condition.is_none() && split.query.select.is_some());
        let condition = &split.condition.query;
        assert!(condition.contains("Met: !!( f(d) && d.A.select() === 1 \n)"), "{condition}");
        assert!(condition.starts_with("declare function f(d)"), "{condition}");
        for other in [
            "from Ps where f(x)",
            "from Ps as d where f(d",
            "where",
            "from",
            "",
            "from Ps as d where }{",
            "'",
        ] {
            assert!(super::split(other).is_none(), "{other}");
        }
    }
}
