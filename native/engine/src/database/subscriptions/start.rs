//! Where a subscription starts.

use super::refused;
use crate::database::Database;
use crate::error::EngineError;
use crate::subscription_fault::SubscriptionFault;

/// Which document comes first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SubscriptionStart {
    /// The oldest one.
    #[default]
    Beginning,
    /// What is changed from now on.
    LastDocument,
    /// As before.
    Unchanged,
    /// What comes after this change vector.
    After(String),
}

impl SubscriptionStart {
    /// Reads the protocol's text.
    pub fn from_text(text: &str) -> Self {
        match text {
            "" | "BeginningOfTime" => Self::Beginning,
            "LastDocument" => Self::LastDocument,
            "DoNotChange" => Self::Unchanged,
            vector => Self::After(vector.to_owned()),
        }
    }
}

impl Database {
    /// The etag after which a start begins; [`SubscriptionStart::Unchanged`] is the beginning.
    pub fn position_of(&self, start: &SubscriptionStart) -> Result<i64, EngineError> {
        Ok(self.position(start)?.unwrap_or(0))
    }

    /// The etag that it means; `None`: the present one.
    pub(super) fn position(&self, start: &SubscriptionStart) -> Result<Option<i64>, EngineError> {
        Ok(match start {
            SubscriptionStart::Beginning => Some(0),
            SubscriptionStart::LastDocument => Some(self.snapshot()?.view.last_etag),
            SubscriptionStart::Unchanged => None,
            SubscriptionStart::After(vector) => Some(etag_in(vector, self.id()).ok_or_else(|| {
                refused(
                    SubscriptionFault::BadStart,
                    format!("The change vector '{vector}' cannot be read. Write it as A:1-{}.", self.id()),
                )
            })?),
        })
    }
}

/// The etag of this database in a change vector, 0 when it has only others; `None` when it is not one.
fn etag_in(vector: &str, database_id: &str) -> Option<i64> {
    let mut found = 0;
    for part in vector.split(',') {
        let (_tag, rest) = part.trim().split_once(':')?;
        let (etag, id) = rest.split_once('-')?;
        let etag = etag.parse::<i64>().ok().filter(|etag| *etag >= 0)?;
        if id == database_id {
            found = etag;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_etag_of_this_database_is_found_and_other_texts_are_refused() {
        assert_eq!(etag_in("A:12-me", "me"), Some(12));
        assert_eq!(etag_in("B:3-other, A:12-me", "me"), Some(12));
        assert_eq!(etag_in("B:3-other", "me"), Some(0));
        for wrong in ["", "A", "A:1", "A:x-me", "A:-1-me", "A:99999999999999999999-me", "A:1-me,"] {
            assert_eq!(etag_in(wrong, "me"), None, "{wrong}");
        }
    }
}
