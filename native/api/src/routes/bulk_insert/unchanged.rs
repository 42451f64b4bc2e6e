//! `skipOverwriteIfUnchanged`: documents that equal the stored ones are not written again.
//!
//! As official servers do it: the order of members and the blanks between them do not count, the spelling of
//! numbers and every member of the metadata do.

use std::collections::{BTreeMap, HashSet};

use rookery_engine::{Command, Database, EngineError};
use rookery_nesting::MAX_DEPTH;
use serde_json::value::RawValue;

/// Whether the id is complete, not a prefix for a generated id.
pub(super) fn is_whole(id: &str) -> bool {
    !id.is_empty() && !id.ends_with(['/', '|'])
}

/// Removes commands that would change nothing. Everything before this batch must have been saved.
pub fn remove_unchanged(database: &Database, commands: &mut Vec<Command>) -> Result<(), EngineError> {
    let requested: Vec<&str> = commands
        .iter()
        .filter_map(|command| match command {
            Command::Put { id, .. } if is_whole(id) => Some(id.as_str()),
            _ => None,
        })
        .collect();
    let mut stored = database.get_many(&requested)?.into_iter();
    let mut seen = HashSet::new();
    commands.retain(|command| {
        let Command::Put { id, body, .. } = command else { return true };
        if !is_whole(id) {
            return true;
        }
        let stored = stored.next().flatten();
        // The second document of one id would be compared with the first, which is not stored yet: write it.
        let first = seen.insert(id.to_lowercase());
        !(first && stored.is_some_and(|stored| same_document(body, &stored.body)))
    });
    Ok(())
}

/// Whether two documents are equal.
fn same_document(incoming: &[u8], stored: &[u8]) -> bool {
    if incoming == stored {
        return true;
    }
    let (Ok(incoming), Ok(stored)) =
        (serde_json::from_slice::<&RawValue>(incoming), serde_json::from_slice::<&RawValue>(stored))
    else {
        return false;
    };
    // The engine adds empty metadata to documents without metadata.
    let object = |value| serde_json::from_str::<Members<'_>>(value).ok();
    let (Some(mut incoming), Some(mut stored)) = (object(incoming.get()), object(stored.get())) else {
        return false;
    };
    for members in [&mut incoming, &mut stored] {
        if members.get("@metadata").is_some_and(|value| matches!(value.get(), "{}" | "null")) {
            members.remove("@metadata");
        }
    }
    same_members(&incoming, &stored, MAX_DEPTH)
}

type Members<'a> = BTreeMap<String, &'a RawValue>;

/// `depth`: the levels that may follow. Deeper values count as different; stored documents may be older than
/// the limit.
fn same_members(one: &Members<'_>, other: &Members<'_>, depth: usize) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|((key, value), (other_key, other_value))| {
            key == other_key && same(value.get(), other_value.get(), depth)
        })
}

fn same(one: &str, other: &str, depth: usize) -> bool {
    if one == other {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    match (one.as_bytes().first(), other.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => {
            match (serde_json::from_str::<Members<'_>>(one), serde_json::from_str::<Members<'_>>(other)) {
                (Ok(one), Ok(other)) => same_members(&one, &other, depth),
                _ => false,
            }
        }
        (Some(b'['), Some(b'[')) => {
            match (serde_json::from_str::<Vec<&RawValue>>(one), serde_json::from_str::<Vec<&RawValue>>(other))
            {
                (Ok(one), Ok(other)) => {
                    one.len() == other.len()
                        && one.iter().zip(&other).all(|(one, other)| same(one.get(), other.get(), depth))
                }
                _ => false,
            }
        }
        (Some(b'"'), Some(b'"')) => {
            match (serde_json::from_str::<String>(one), serde_json::from_str::<String>(other)) {
                (Ok(one), Ok(other)) => one == other,
                _ => false,
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(one: &str, other: &str) -> bool {
        same_document(one.as_bytes(), other.as_bytes())
    }

    #[test]
    fn order_blanks_and_escapes_do_not_count_but_numbers_and_metadata_do() {
        let stored = r#"{"a":1,"b":{"x":1.0,"y":[1,"é"]},"@metadata":{"@collection":"K","custom":5}}"#;
        assert!(equal(
            r#"{"@metadata":{"custom":5,"@collection":"K"}, "b":{"y":[ 1,"\u00e9" ],"x":1.0},"a":1}"#,
            stored
        ));
        for changed in [
            r#"{"a":1,"b":{"x":1.00,"y":[1,"é"]},"@metadata":{"@collection":"K","custom":5}}"#,
            r#"{"a":1,"b":{"x":1.0,"y":["é",1]},"@metadata":{"@collection":"K","custom":5}}"#,
            r#"{"a":1,"b":{"x":1.0,"y":[1,"é"]},"@metadata":{"@collection":"K"}}"#,
            r#"{"a":1,"b":{"x":1.0,"y":[1,"é"]},"@metadata":{"@collection":"K","custom":5,"@id":"k"}}"#,
            r#"{"a":1,"b":{"x":1.0,"y":[1,"é"]},"c":null,"@metadata":{"@collection":"K","custom":5}}"#,
            r#"{"a":nope}"#,
        ] {
            assert!(!equal(changed, stored), "{changed}");
        }
        assert!(equal(r#"{"a":1}"#, r#"{"a":1,"@metadata":{}}"#));
    }

    #[test]
    fn deep_nesting_counts_as_changed_and_needs_no_stack() {
        let deep = |end: &str| format!("{{\"a\":{}{end}{}}}", "[".repeat(50_000), "]".repeat(50_000));
        assert!(equal(&deep("1"), &deep("1")));
        assert!(!equal(&deep("1"), &deep(" 1")));
    }
}
