//! A recording as a text: what `rookeryd inspect` prints.

mod about;
mod activity;
mod found;
mod page;
mod printable;

pub use printable::printable;

use crate::container::Recording;
use crate::findings::Finding;
use page::Page;

/// The text: server and span, sources, rows, measures per database, then the findings in the order given. Lines have
/// at most 100 columns, except for single words that are longer. Texts from the recording pass [`printable`].
pub fn to_text(recording: &Recording, findings: &[Finding]) -> String {
    let mut page = Page::default();
    about::about(&mut page, recording);
    about::sources(&mut page, recording);
    about::rows(&mut page, recording);
    activity::activity(&mut page, recording);
    found::found(&mut page, findings);
    page.finish()
}

/// A number with separators: `1,234,567`.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_separators() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
    }
}
