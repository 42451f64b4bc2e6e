//! The shape of queries: their text without its values.

use std::collections::HashMap;

use crate::tables::Request;

/// Writes the text with `?` for quoted strings and numbers, and with single spaces. Linear in the text.
pub fn shape(text: &str, into: &mut String) {
    into.clear();
    let mut chars = text.chars().peekable();
    let mut in_word = false;
    while let Some(char) = chars.next() {
        match char {
            '\'' | '"' => {
                while let Some(inner) = chars.next() {
                    match inner {
                        '\\' => drop(chars.next()),
                        _ if inner == char => break,
                        _ => {}
                    }
                }
                into.push('?');
            }
            '0'..='9' if !in_word => {
                while chars.next_if(|next| next.is_ascii_alphanumeric() || *next == '.').is_some() {}
                into.push('?');
            }
            _ if char.is_whitespace() => {
                if !into.is_empty() && !into.ends_with(' ') {
                    into.push(' ');
                }
            }
            _ => into.push(char),
        }
        in_word = char.is_alphanumeric() || matches!(char, '_' | '$' | '@');
    }
    into.truncate(into.trim_end().len());
}

/// Queries of one shape and one database, in the order of time.
pub struct Group<'r> {
    pub database: &'r str,
    pub shape: String,
    pub requests: Vec<&'r Request>,
}

/// The answered queries by database and shape, in the order of their first request.
pub fn by_shape(requests: &[Request]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut known: HashMap<&str, HashMap<String, usize>> = HashMap::new();
    let mut text = String::new();
    for request in requests {
        if request.kind != "Queries" || request.status >= 400 || request.text.is_empty() {
            continue;
        }
        shape(&request.text, &mut text);
        let known = known.entry(&request.database).or_default();
        let group = known.get(text.as_str()).copied().unwrap_or_else(|| {
            known.insert(text.clone(), groups.len());
            groups.push(Group { database: &request.database, shape: text.clone(), requests: Vec::new() });
            groups.len() - 1
        });
        groups[group].requests.push(request);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        let mut into = String::new();
        shape(text, &mut into);
        into
    }

    #[test]
    fn values_are_replaced_and_names_are_not() {
        assert_eq!(
            of("from  Orders\n where Company = 'companies/1' and Freight > 12.5 limit 10"),
            "from Orders where Company = ? and Freight > ? limit ?"
        );
        assert_eq!(
            of(r#"from Lines2 where Name = "it's \" 7" and x1 = $p0 "#),
            "from Lines2 where Name = ? and x1 = $p0"
        );
    }

    #[test]
    fn unfinished_texts_have_a_shape_as_well() {
        assert_eq!(of("where a = 'x"), "where a = ?");
        assert_eq!(of("'\\"), "?");
        assert_eq!(of("  "), "");
    }
}
