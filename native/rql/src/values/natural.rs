//! `as alphaNumeric`: runs of digits inside text compare as numbers, everything else by character.

use std::cmp::Ordering;

/// Compares two folded texts; `a2` comes before `a10`, and `a02` equals `a2`.
pub fn compare_natural(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left, right);
    loop {
        let (left_digits, right_digits) = (leading_digits(left), leading_digits(right));
        if left_digits > 0 && right_digits > 0 {
            let (left_run, left_rest) = left.split_at(left_digits);
            let (right_run, right_rest) = right.split_at(right_digits);
            let order = compare_digits(left_run, right_run);
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (left_rest, right_rest);
            continue;
        }
        let (mut left_chars, mut right_chars) = (left.chars(), right.chars());
        match (left_chars.next(), right_chars.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) if a != b => return a.cmp(&b),
            _ => (left, right) = (left_chars.as_str(), right_chars.as_str()),
        }
    }
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Runs of any length: no number type is involved.
fn compare_digits(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_compare_as_numbers() {
        let mut texts = ["b1", "a10", "a3", "a2", "", "a1", "10", "9x", "99999999999999999999999"];
        texts.sort_by(|a, b| compare_natural(a, b));
        assert_eq!(texts, ["", "9x", "10", "99999999999999999999999", "a1", "a2", "a3", "a10", "b1"]);
        assert_eq!(compare_natural("a02", "a2"), Ordering::Equal);
        assert_eq!(compare_natural("a02b", "a2a"), Ordering::Greater);
    }
}
