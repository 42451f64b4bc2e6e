//! Which revisions are kept, as spelled in the database record.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::null_as_default::null_as_default;
use crate::document::date::Ticks;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::revisions::Kept;

/// Documents with the id ranges of clients; their versions are of no use.
const HILO_COLLECTION: &str = "@hilo";

/// What is kept of every collection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct RevisionsConfiguration {
    /// For collections that have no entry of their own.
    pub default: Option<RevisionsOfCollection>,
    /// By the collection's name (case is ignored).
    #[serde(deserialize_with = "null_as_default")]
    pub collections: BTreeMap<String, RevisionsOfCollection>,
}

/// What is kept of one collection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct RevisionsOfCollection {
    /// No new revisions while this is set; those that exist stay.
    #[serde(deserialize_with = "null_as_default")]
    pub disabled: bool,
    /// How many are kept of one document; all when absent.
    pub minimum_revisions_to_keep: Option<i64>,
    /// How long they are kept; forever when absent. With a number as well, only what exceeds both goes.
    #[serde(serialize_with = "span_text", deserialize_with = "span")]
    pub minimum_revision_age_to_keep: Option<Duration>,
    /// Deleting a document deletes its revisions.
    #[serde(deserialize_with = "null_as_default")]
    pub purge_on_delete: bool,
    /// Most revisions to remove in one save; unlimited when absent.
    pub maximum_revisions_to_delete_upon_document_update: Option<i64>,
}

impl RevisionsConfiguration {
    /// What holds for a collection; `None` when nothing was configured for it.
    pub fn of(&self, collection: &str) -> Option<&RevisionsOfCollection> {
        if ids::same_ignoring_case(collection, HILO_COLLECTION) {
            return None;
        }
        let own = self.collections.iter().find(|(name, _)| ids::same_ignoring_case(name, collection));
        own.map(|(_, found)| found).or(self.default.as_ref())
    }

    pub(crate) fn check(&self) -> Result<(), EngineError> {
        let mut names: Vec<String> = self.collections.keys().map(|name| ids::key_of(name)).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(refused(format!("it configures the collection '{}' twice", twice[0])));
        }
        let named = self.collections.iter().map(|(name, found)| (name.as_str(), found));
        named
            .chain(self.default.iter().map(|found| ("Default", found)))
            .try_for_each(|(name, found)| found.check(name))
    }
}

impl RevisionsOfCollection {
    /// RavenDB's default for conflicts.
    pub(crate) fn for_conflicts() -> Self {
        Self {
            minimum_revisions_to_keep: Some(1024),
            maximum_revisions_to_delete_upon_document_update: Some(10_240),
            ..Self::default()
        }
    }

    /// `name` identifies the configuration in messages.
    pub(crate) fn check(&self, name: &str) -> Result<(), EngineError> {
        for (member, value) in [
            ("MinimumRevisionsToKeep", self.minimum_revisions_to_keep),
            (
                "MaximumRevisionsToDeleteUponDocumentUpdate",
                self.maximum_revisions_to_delete_upon_document_update,
            ),
        ] {
            if let Some(value) = value.filter(|value| *value < 0) {
                return Err(refused(format!("{member} of '{name}' must not be negative, but is {value}")));
            }
        }
        Ok(())
    }

    /// Whether new versions are to be kept.
    pub(crate) fn is_active(&self) -> bool {
        !self.disabled && self.minimum_revisions_to_keep != Some(0)
    }

    /// How many of a document's oldest revisions may be removed, by number alone.
    pub(crate) fn excess(&self, revisions: u64) -> u64 {
        let excess = match self.minimum_revisions_to_keep {
            Some(keep) => revisions.saturating_sub(u64::try_from(keep).unwrap_or(0)),
            None if self.minimum_revision_age_to_keep.is_some() => revisions,
            None => 0,
        };
        let most = self.maximum_revisions_to_delete_upon_document_update;
        most.map_or(excess, |most| excess.min(u64::try_from(most).unwrap_or(0)))
    }

    /// Whether revisions are never removed by number or age.
    pub(crate) fn keeps_all(&self) -> bool {
        self.is_active()
            && self.minimum_revisions_to_keep.is_none()
            && self.minimum_revision_age_to_keep.is_none()
    }

    /// The document's revisions, oldest first, that are not to be kept; however many they are.
    pub(crate) fn to_remove(&self, revisions: &[Kept], now: Ticks) -> Vec<i64> {
        let step = Self { maximum_revisions_to_delete_upon_document_update: None, ..self.clone() };
        let excess = usize::try_from(step.excess(revisions.len() as u64)).unwrap_or(usize::MAX);
        let old_before = self.old_before(now);
        let too_old = |kept: &&Kept| old_before.is_none_or(|moment| kept.made < moment);
        revisions.iter().take(excess).take_while(too_old).map(|kept| kept.etag).collect()
    }

    /// Revisions of this moment or later are too recent to remove; `None` when age is not limited.
    pub(crate) fn old_before(&self, now: Ticks) -> Option<Ticks> {
        let age = self.minimum_revision_age_to_keep?;
        Some(now.saturating_sub(i64::try_from(age.as_nanos() / 100).unwrap_or(i64::MAX)))
    }
}

fn refused(reason: String) -> EngineError {
    EngineError::BadConfiguration { setting: "revisions", reason }
}

fn span_text<S: Serializer>(span: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    span.map(|span| {
        let (seconds, ticks) = (span.as_secs(), span.subsec_nanos() / 100);
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
        let mut text = if days > 0 { format!("{days}.") } else { String::new() };
        text.push_str(&format!("{hours:02}:{minutes:02}:{:02}", seconds % 60));
        if ticks > 0 {
            text.push_str(&format!(".{ticks:07}"));
        }
        text
    })
    .serialize(serializer)
}

fn span<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let refused = || {
        serde::de::Error::custom(format!(
            "MinimumRevisionAgeToKeep '{text}' is not a span of time; write it like 14.00:00:00 (days.hours:minutes:seconds)"
        ))
    };
    parse_span(&text).map(Some).ok_or_else(refused)
}

/// `[days.]hours:minutes:seconds[.fraction]`, or a number of days alone.
pub fn parse_span(text: &str) -> Option<Duration> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<u64>().ok()).flatten()
    };
    let Some((first, rest)) = text.split_once(':') else {
        return Some(Duration::from_secs(number(text)? * 86_400));
    };
    let (days, hours) = match first.split_once('.') {
        Some((days, hours)) => (number(days)?, number(hours)?),
        None => (0, number(first)?),
    };
    let (minutes, seconds) = rest.split_once(':').unwrap_or((rest, "0"));
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let (minutes, seconds) = (number(minutes)?, number(seconds)?);
    if hours > 23 || minutes > 59 || seconds > 59 || fraction.len() > 7 {
        return None;
    }
    let ticks = number(&format!("{fraction:0<7}"))?;
    let whole = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
    Some(Duration::from_secs(whole) + Duration::from_nanos(ticks * 100))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RevisionsConfiguration, String> {
        let read: RevisionsConfiguration =
            serde_json::from_str(text).map_err(|error: serde_json::Error| error.to_string())?;
        read.check().map(|()| read).map_err(|error| error.to_string())
    }

    #[test]
    fn the_record_spelling_is_the_servers() {
        let text = r#"{"Default":null,"Collections":{"U":{"Disabled":false,"MinimumRevisionsToKeep":2,"MinimumRevisionAgeToKeep":"1.00:00:02","PurgeOnDelete":false,"MaximumRevisionsToDeleteUponDocumentUpdate":null}}}"#;
        assert_eq!(serde_json::to_string(&read(text).unwrap()).unwrap(), text);
        assert_eq!(read(r#"{"Collections":null}"#).unwrap(), RevisionsConfiguration::default());
    }

    #[test]
    fn a_collection_of_its_own_beats_the_default_and_id_ranges_have_none() {
        let read = read(r#"{"Default":{},"Collections":{"Users":{"Disabled":true}}}"#).unwrap();
        assert!(read.of("users").unwrap().disabled);
        assert!(!read.of("Orders").unwrap().disabled);
        assert!(read.of("@hilo").is_none());
        assert!(RevisionsConfiguration::default().of("Users").is_none());
    }

    #[test]
    fn spans_of_time_are_read_and_written() {
        for (text, seconds) in
            [("00:00:02", 2), ("45.00:00:00", 45 * 86_400), ("23:59", 86_340), ("3", 3 * 86_400)]
        {
            assert_eq!(parse_span(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(parse_span("00:00:00.5"), Some(Duration::from_millis(500)));
        for text in [
            "",
            "soon",
            "24:00:00",
            "00:60:00",
            "-00:00:02",
            "1:2:3:4",
            "99999999999.00:00:00",
            "00:00:00.12345678",
        ] {
            assert_eq!(parse_span(text), None, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        let bad = |text: &str| read(text).unwrap_err();
        assert!(
            bad(r#"{"Default":{"MinimumRevisionsToKeep":-1}}"#)
                .contains("MinimumRevisionsToKeep of 'Default'")
        );
        assert!(bad(r#"{"Collections":{"u":{},"U":{}}}"#).contains("'u' twice"));
        assert!(bad(r#"{"Default":{"MinimumRevisionAgeToKeep":"junk"}}"#).contains("'junk' is not a span"));
        assert!(bad(r#"{"Collections":{"u":null}}"#).contains("null"));
    }
}
