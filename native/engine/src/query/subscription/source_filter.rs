//! `from Coll (Revisions = true)`: what the source has in brackets, which is not RQL.

use super::SubscriptionQueryError;
use super::javascript_condition::{after_quote, is_word, top_level_words};

/// A query without the brackets, which are replaced by blanks, and whether it is about revisions.
pub(super) fn without(text: &str) -> Result<(String, bool), SubscriptionQueryError> {
    let Some((open, close)) = brackets(text) else { return Ok((text.to_owned(), false)) };
    let inside: String = text[open + 1..close].chars().filter(|c| !c.is_whitespace()).collect();
    let revisions = match inside.to_ascii_lowercase().as_str() {
        "revisions=true" | "revisions==true" => true,
        "revisions=false" | "revisions==false" => false,
        _ => {
            let message = "Subscription collection filter can only specify 'Revisions = true'";
            return Err(SubscriptionQueryError::NotSupported(message.to_owned()));
        }
    };
    // Places in errors stay.
    let blank: String = text[open..=close].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
    Ok((format!("{}{blank}{}", &text[..open], &text[close + 1..]), revisions))
}

/// Where the brackets after the source begin and end.
fn brackets(text: &str) -> Option<(usize, usize)> {
    let words = top_level_words(text);
    let from = words.iter().find(|word| word.is(text, "from"))?;
    let bytes = text.as_bytes();
    let source = after_blanks(bytes, from.end);
    let end = match bytes.get(source)? {
        b'\'' | b'"' => after_quote(bytes, source),
        _ => bytes[source..].iter().position(|byte| !is_word(*byte)).map(|length| source + length)?,
    };
    let open = after_blanks(bytes, end);
    let close = bytes[open..].iter().position(|byte| *byte == b')')? + open;
    (bytes[open] == b'(' && end > source).then_some((open, close))
}

fn after_blanks(bytes: &[u8], from: usize) -> usize {
    let from = from.min(bytes.len());
    bytes[from..]
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())
        .map_or(bytes.len(), |blank| from + blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_revisions_may_be_in_brackets() {
        for (text, expected) in [
            ("from Ps (Revisions = true) as p", Some(("from Ps                    as p", true))),
            ("from 'P s'(revisions=TRUE)", Some(("from 'P s'                ", true))),
            ("from Ps (Revisions = false)", Some(("from Ps                    ", false))),
            ("from Ps as p where f(p)", Some(("from Ps as p where f(p)", false))),
            (
                "declare function f(d) { return 1 } from Ps",
                Some(("declare function f(d) { return 1 } from Ps", false)),
            ),
            ("from Ps (Revision = true)", None),
            ("from Ps (Revisions = tru)", None),
            ("from Ps ()", None),
            ("from Ps (", Some(("from Ps (", false))),
            ("from (", Some(("from (", false))),
            ("from", Some(("from", false))),
            ("from 'x", Some(("from 'x", false))),
            ("", Some(("", false))),
        ] {
            let found = without(text).ok();
            let found = found.as_ref().map(|(text, revisions)| (text.as_str(), *revisions));
            assert_eq!(found, expected, "{text}");
        }
    }
}
