//! Texts of requests: queries and lists of ids.

use super::names::Names;
use super::words::{QUERY_STARTS, is_query_word};

/// Whether a text is a query.
pub fn is_query(text: &str) -> bool {
    let start = text.trim_start();
    let word = start.split(|found: char| !found.is_ascii_alphabetic()).next().unwrap_or_default();
    start.starts_with("//")
        || start.starts_with("/*")
        || QUERY_STARTS.iter().any(|first| first.eq_ignore_ascii_case(word))
}

/// Ids: each becomes `document-1`, …
pub fn ids(text: &str, names: &mut Names) -> String {
    let ids = text.split(|found: char| found.is_whitespace() || matches!(found, ',' | ';'));
    let masked: Vec<String> =
        ids.filter(|id| !id.is_empty()).map(|id| names.replace("document", id)).collect();
    masked.join(", ")
}

/// The query: keywords, functions and signs stay, names are replaced, literals become `'?'` and `0`.
pub fn mask(text: &str, names: &mut Names) -> String {
    let mut rest = text;
    let mut result = String::with_capacity(text.len());
    let mut before = String::new();
    while let Some(first) = rest.chars().next() {
        let length = token(rest, first);
        let (found, following) = rest.split_at(length);
        rest = following;
        if found.starts_with("//") || found.starts_with("/*") {
            result.push(' ');
        } else if matches!(first, '\'' | '"' | '`') {
            let content = found.trim_matches(first);
            match names.known(content) {
                Some(name) => result.push_str(&format!("'{name}'")),
                None if before == "from" => {
                    result.push_str(&format!("'{}'", names.replace("collection", content)));
                }
                None if before == "index" => {
                    result.push_str(&format!("'{}'", names.replace("index", content)));
                }
                None => result.push_str("'?'"),
            }
            before.clear();
        } else if first.is_numeric() {
            result.push('0');
        } else if first.is_alphabetic() || matches!(first, '_' | '$' | '@') {
            result.push_str(&word(found, &before, names));
            before = found.to_ascii_lowercase();
        } else if first.is_whitespace() || first.is_ascii_punctuation() {
            result.push(first);
        } else {
            result.push('?');
        }
    }
    result
}

fn word(found: &str, before: &str, names: &mut Names) -> String {
    // `@all_docs` is a collection of every database.
    if before == "from" && !matches!(found.to_ascii_lowercase().as_str(), "index" | "@all_docs") {
        return names.replace("collection", found).replace('-', "");
    }
    if is_query_word(found) { found.to_owned() } else { names.replace("field", found).replace('-', "") }
}

/// Length of the token at the start of a text: a comment, a string, a number, a word or one sign.
fn token(text: &str, first: char) -> usize {
    let run = |more: fn(char) -> bool| text.find(|found| !more(found)).unwrap_or(text.len());
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |end| end + 2);
    }
    if matches!(first, '\'' | '"' | '`') {
        let mut escaped = false;
        for (at, found) in text.char_indices().skip(1) {
            match found {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                end if end == first => return at + end.len_utf8(),
                _ => {}
            }
        }
        return text.len();
    }
    match first {
        found if found.is_numeric() => run(|found| found.is_alphanumeric() || matches!(found, '.' | '_')),
        found if found.is_alphabetic() || matches!(found, '_' | '$' | '@') => {
            run(|found| found.is_alphanumeric() || matches!(found, '_' | '$' | '@' | '-'))
        }
        found => found.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_keeps_its_form() {
        let mut names = Names::default();
        names.replace("index", "Orders/ByCompany");
        let text =
            "from index 'Orders/ByCompany' as o where o.Company = 'companies/1' and o.Total > 12.5e3 // Joe";
        assert_eq!(
            mask(text, &mut names),
            "from index 'index-1' as field1 where field1.field2 = '?' and field1.field3 > 0  "
        );
        assert_eq!(
            mask("from Orders where startsWith(Name, \"a\\\"b\")", &mut names),
            "from collection1 where startsWith(field4, '?')"
        );
        assert_eq!(mask("from 'Big Orders' /* x", &mut names), "from 'collection-2'  ");
        assert_eq!(mask("from @all_docs select é", &mut names), "from @all_docs select field5");
    }

    #[test]
    fn ids_are_numbered() {
        let mut names = Names::default();
        assert!(!is_query("orders/1-A"));
        assert!(is_query("  From Orders"));
        assert_eq!(
            ids("orders/1-A, orders/2-A orders/1-A", &mut names),
            "document-1, document-2, document-1"
        );
    }
}
