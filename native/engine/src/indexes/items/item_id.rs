//! The ids of entries of counters and of segments of time series: `users/1|likes`,
//! `users/1|heartrate|638396640000000000` (the segment's first time in ticks), all in lower case.

/// Between the parts. In a part it is `\u{1}!`, and `\u{1}` is twice there, so that every id has one meaning.
const BETWEEN: char = '|';
const ESCAPE: char = '\u{1}';

/// Ticks of 1970-01-01T00:00:00Z.
const EPOCH_TICKS: i128 = 621_355_968_000_000_000;

/// A counter, a time series, or one of its segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ItemId {
    /// The document's id in lower case.
    pub document: String,
    /// The name in lower case.
    pub name: String,
    /// The first time of a segment, in milliseconds since 1970-01-01T00:00:00Z.
    pub start: Option<i64>,
}

impl ItemId {
    pub(crate) fn text(&self) -> String {
        let mut text = String::with_capacity(self.document.len() + self.name.len() + 22);
        push(&mut text, &self.document);
        text.push(BETWEEN);
        push(&mut text, &self.name);
        if let Some(start) = self.start {
            text.push_str(&format!("{BETWEEN}{}", i128::from(start) * 10_000 + EPOCH_TICKS));
        }
        text
    }

    /// `None` for other texts.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(BETWEEN);
        let (document, name) = (part(parts.next()?)?, part(parts.next()?)?);
        let start = match parts.next() {
            None => None,
            Some(ticks) => {
                let ticks = ticks.parse::<i128>().ok()?;
                Some(i64::try_from((ticks - EPOCH_TICKS) / 10_000).ok()?)
            }
        };
        parts.next().is_none().then_some(Self { document, name, start })
    }
}

fn push(text: &mut String, part: &str) {
    for character in part.chars() {
        match character {
            BETWEEN => text.extend([ESCAPE, '!']),
            ESCAPE => text.extend([ESCAPE, ESCAPE]),
            other => text.push(other),
        }
    }
}

fn part(text: &str) -> Option<String> {
    let mut part = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        part.push(match character {
            ESCAPE => match characters.next()? {
                '!' => BETWEEN,
                ESCAPE => ESCAPE,
                _ => return None,
            },
            other => other,
        });
    }
    Some(part)
}

/// The text by which all entries of a document are found. Ids have no NUL.
pub(crate) fn mark_of_document(document: &str) -> String {
    format!("\0document\0{document}")
}

/// The text by which all entries of one time series are found.
pub(crate) fn mark_of_series(document: &str, name: &str) -> String {
    format!("\0series\0{document}\0{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_gives_back_what_it_was_made_of() {
        let mut known = std::collections::HashSet::new();
        for document in ["users/1", "a|b", "a", "a|", "\u{1}!", "\u{1}", "日|"] {
            for name in ["likes", "b|c", "|", "\u{1}|", "c"] {
                for start in [None, Some(0), Some(-1), Some(i64::MIN), Some(i64::MAX)] {
                    let id = ItemId { document: document.into(), name: name.into(), start };
                    assert_eq!(ItemId::read(&id.text()).as_ref(), Some(&id));
                    assert!(known.insert(id.text()), "{id:?}");
                }
            }
        }
        let id = ItemId { document: "users/1".into(), name: "hr".into(), start: Some(1_704_067_200_000) };
        assert_eq!(id.text(), "users/1|hr|638396640000000000");
        for text in
            ["", "users/1", "a|b|c", "a|b|1|2", "a\u{1}|b", "a|b|99999999999999999999999999999999999999999"]
        {
            assert_eq!(ItemId::read(text), None, "{text}");
        }
    }
}
