//! Preserves the spelling of numbers: JavaScript has one number type, documents have texts.
//!
//! `1.50`, `1e3` and `12345678901234567890` would be spelled differently in a script's output. The spellings
//! of a document are recorded, and a number that its script leaves unchanged is written as it was.

use std::collections::HashMap;

/// The unusually spelled numbers of one document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// By the bits of the value: the texts in document order.
    texts: HashMap<u64, Vec<Box<str>>>,
}

/// How often each value was written, to check whether the order is still valid.
#[derive(Debug, Default)]
pub(crate) struct Used(HashMap<u64, usize>);

impl Numbers {
    /// Those of a valid JSON text.
    pub(crate) fn of(json: &[u8]) -> Self {
        let mut odd = Self::default();
        each(json, |text| {
            if is_odd(text)
                && let Ok(value) = text.parse::<f64>()
            {
                odd.texts.entry(value.to_bits()).or_default();
            }
        });
        if !odd.texts.is_empty() {
            each(json, |text| {
                if let Ok(value) = text.parse::<f64>()
                    && let Some(texts) = odd.texts.get_mut(&value.to_bits())
                {
                    texts.push(text.into());
                }
            });
        }
        odd
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The spelling of the next written value.
    pub(crate) fn text(&self, value: f64, used: &mut Used) -> Option<&str> {
        let texts = self.texts.get(&value.to_bits())?;
        let count = used.0.entry(value.to_bits()).or_default();
        *count += 1;
        texts.get(*count - 1).map(|text| &**text)
    }

    /// Removes values of several spellings that were not written as often as they were read: the spelling is
    /// ambiguous. Returns whether there were any.
    pub(crate) fn forget_uncertain(&mut self, used: &Used) -> bool {
        let before = self.texts.len();
        self.texts.retain(|value, texts| {
            let one_spelling = texts.iter().all(|text| *text == texts[0]);
            one_spelling || used.0.get(value).copied().unwrap_or_default() == texts.len()
        });
        self.texts.len() < before
    }
}

/// Whether JavaScript would spell this number differently.
fn is_odd(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.len() > 15 || digits.bytes().any(|byte| matches!(byte, b'e' | b'E')) {
        return true;
    }
    match digits.split_once('.') {
        Some((whole, part)) => part.ends_with('0') || (whole == "0" && part.starts_with("000000")),
        None => text == "-0",
    }
}

/// Every number outside strings.
fn each(json: &[u8], mut visit: impl FnMut(&str)) {
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while let Some(byte) = json.get(at) {
                    match byte {
                        b'\\' => at += 2,
                        b'"' => break,
                        _ => at += 1,
                    }
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' => {
                let digits = json[at..]
                    .iter()
                    .take_while(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'));
                let end = at + digits.count();
                if let Ok(text) = std::str::from_utf8(&json[at..end]) {
                    visit(text);
                }
                at = end;
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_odd_spellings_are_noted() {
        assert!(Numbers::of(br#"{"a":1,"b":-2.5,"c":"1.50","d":[0,123456789012345,0.5]}"#).is_empty());
        let numbers = Numbers::of(br#"{"a":1.50,"b":1.5,"c":12345678901234567890,"d":1e3,"e":-0}"#);
        let mut used = Used::default();
        assert_eq!(numbers.text(1.5, &mut used), Some("1.50"));
        assert_eq!(numbers.text(1.5, &mut used), Some("1.5"));
        assert_eq!(numbers.text(1.5, &mut used), None);
        assert_eq!(numbers.text(12345678901234567890.0, &mut used), Some("12345678901234567890"));
        assert_eq!(numbers.text(1000.0, &mut used), Some("1e3"));
        assert_eq!(numbers.text(-0.0, &mut used), Some("-0"));
        assert_eq!(numbers.text(7.0, &mut used), None);
    }

    #[test]
    fn two_spellings_of_one_value_stay_distinct_when_one_is_removed() {
        let mut numbers = Numbers::of(br"[12345678901234567890,12345678901234567891,1.50]");
        let mut used = Used::default();
        numbers.text(12345678901234567891.0, &mut used);
        assert!(numbers.forget_uncertain(&used));
        assert_eq!(numbers.text(12345678901234567891.0, &mut Used::default()), None);
        assert_eq!(numbers.text(1.5, &mut Used::default()), Some("1.50"));
    }
}
