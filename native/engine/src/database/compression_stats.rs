//! Compression statistics by collection, and the dictionaries.

use time::OffsetDateTime;

use super::Database;
use crate::document::compression::Dictionary;
use crate::document::date;
use crate::error::EngineError;
use crate::store::totals::CollectionTotals;

/// One collection's compression.
#[derive(Debug, Clone, PartialEq)]
pub struct CollectionCompression {
    /// The collection's name as first written.
    pub name: String,
    /// Whether documents written now are compressed.
    pub enabled: bool,
    /// Documents whose body is stored compressed.
    pub documents: u64,
    /// Bytes of their bodies as clients sent them.
    pub bytes_before: u64,
    /// Bytes of their bodies as stored.
    pub bytes_after: u64,
    /// After by before of the latest documents; unknown until enough were written since opening.
    pub recent_ratio: Option<f64>,
    /// The dictionary documents written now are compressed with.
    pub dictionary: Option<DictionaryStats>,
}

impl CollectionCompression {
    /// Bytes after by bytes before; `None` when nothing is compressed.
    pub fn ratio(&self) -> Option<f64> {
        (self.bytes_before > 0).then(|| self.bytes_after as f64 / self.bytes_before as f64)
    }
}

/// One compression dictionary.
#[derive(Debug, Clone, PartialEq)]
pub struct DictionaryStats {
    /// Its number, assigned once per database.
    pub number: u32,
    /// The collection it was made for.
    pub collection: String,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// Documents it was trained on.
    pub samples: u32,
    /// Its own bytes.
    pub bytes: u64,
    /// Bytes after by bytes before on documents it had not seen, when it was adopted.
    pub ratio: f64,
    /// Whether documents written now are compressed with it: the newest of its collection is.
    pub current: bool,
    /// Whether it has been used since the database was opened.
    pub loaded: bool,
}

impl Database {
    /// Compression statistics of every collection, by name.
    pub fn collection_compression(&self) -> Result<Vec<CollectionCompression>, EngineError> {
        self.check_open()?;
        let settings = self.core.file.documents_compression().unwrap_or_default();
        let totals = self.core.view.read().totals.clone();
        let compression = &self.core.compression;
        let one = |(key, totals): (&String, &CollectionTotals)| CollectionCompression {
            name: totals.name.clone(),
            enabled: settings.covers(&totals.name),
            documents: totals.compressed.documents,
            bytes_before: totals.compressed.before,
            bytes_after: totals.compressed.after,
            recent_ratio: compression.running_ratio(key),
            dictionary: compression.dictionaries.newest(key).map(|newest| stats(&newest, true)),
        };
        Ok(totals.iter().map(one).collect())
    }

    /// All compression dictionaries, oldest first.
    pub fn compression_dictionaries(&self) -> Result<Vec<DictionaryStats>, EngineError> {
        self.check_open()?;
        let dictionaries = &self.core.compression.dictionaries;
        let one = |dictionary: &std::sync::Arc<Dictionary>| {
            let newest = dictionaries.newest(&crate::document::ids::key_of(&dictionary.origin.collection));
            stats(dictionary, newest.is_some_and(|newest| newest.number == dictionary.number))
        };
        Ok(dictionaries.all().iter().map(one).collect())
    }

    /// Why the last training of a dictionary failed, if it did; documents are compressed as before.
    pub fn compression_failure(&self) -> Option<String> {
        self.core.compression.failure()
    }
}

fn stats(dictionary: &Dictionary, current: bool) -> DictionaryStats {
    let origin = &dictionary.origin;
    DictionaryStats {
        number: dictionary.number,
        collection: origin.collection.clone(),
        created_at: date::from_ticks(origin.created_at),
        samples: origin.samples,
        bytes: dictionary.bytes().len() as u64,
        ratio: origin.ratio,
        current,
        loaded: dictionary.is_loaded(),
    }
}
