//! Whether two stored bodies are equal: saving without a change creates no revision.

use serde_json::Value;

/// Whether two bodies have the same members with the same values, in whatever order.
///
/// Numbers count as they are spelled (`1.5` is not `1.50`). Two spellings of one text may count as
/// different, which only costs a revision.
pub(crate) fn same_content(old: &[u8], new: &[u8]) -> bool {
    if old == new {
        return true;
    }
    // Most saves change something, and equal members in another order are the same bytes in another order:
    // comparing byte counts avoids parsing both as JSON.
    if byte_counts(old) != byte_counts(new) {
        return false;
    }
    match (serde_json::from_slice::<Value>(old), serde_json::from_slice::<Value>(new)) {
        (Ok(old), Ok(new)) => same(&old, &new),
        _ => false,
    }
}

fn byte_counts(text: &[u8]) -> [u32; 256] {
    let mut counts = [0; 256];
    for byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        counts[usize::from(*byte)] += 1;
    }
    counts
}

/// Numbers need no special case: equal values of equal digits are equal texts, except for exotic spellings
/// such as `1e2` and `2e1` together, which are compared by value and differ.
fn same(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            old.len() == new.len()
                && old.iter().all(|(name, value)| new.get(name).is_some_and(|other| same(value, other)))
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(old, new))
        }
        (old, new) => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::same_content;

    #[test]
    fn order_and_blanks_do_not_count_and_everything_else_does() {
        let same = |old: &str, new: &str| same_content(old.as_bytes(), new.as_bytes());
        assert!(same(r#"{"a":1,"b":[1,2],"@metadata":{}}"#, r#"{"b":[1, 2],"a":1,"@metadata":{}}"#));
        assert!(same(r#"{"o":{"x":null,"y":"é"}}"#, r#"{"o":{"y":"é","x":null}}"#));
        for (old, new) in [
            (r#"{"b":[1,2]}"#, r#"{"b":[2,1]}"#),
            (r#"{"n":1.5}"#, r#"{"n":1.50}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":2,"b":1}"#),
            (r#"{"a":"b"}"#, r#"{"b":"a"}"#),
            (r#"{"a":"1"}"#, r#"{"a":1}"#),
            (r#"{"a":"x y"}"#, r#"{"a":"xy"}"#),
            (r#"{"a":1,"@metadata":{}}"#, r#"{"a":1,"@metadata":{"x":1}}"#),
        ] {
            assert!(!same(old, new), "{old} {new}");
        }
    }
}
