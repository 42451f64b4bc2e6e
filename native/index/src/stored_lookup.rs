//! Look-ups of stored data: referenced documents, and the stored texts of a document's entries.

use std::collections::BTreeSet;

use crate::error::{IndexError, TantivyResult, failed};
use crate::reader::{Hit, Reader};
use crate::terms::{self, Kind};

impl Reader {
    /// The ids of the documents whose entries depend on this one, each once.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn ids_referring_to(&self, id: &str) -> Result<Vec<String>, IndexError> {
        let term = terms::text(terms::REFERENCE_FIELD, Kind::Folded, &rookery_rql::values::fold(id));
        let mut ids = self.under(&term)?.iter().map(|hit| self.id(hit)).collect::<Result<Vec<_>, _>>()?;
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// The ids and etags of the entries that depend on this text.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn entries_referring_to(&self, text: &str) -> Result<Vec<(String, i64)>, IndexError> {
        let term = terms::text(terms::REFERENCE_FIELD, Kind::Folded, &rookery_rql::values::fold(text));
        self.under(&term)?.iter().map(|hit| Ok((self.id(hit)?, hit.etag))).collect()
    }

    /// The texts on which entries depend and that begin with `prefix`, each once; also those of deleted entries until
    /// their segments are merged.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn references_with_prefix(&self, prefix: &str) -> Result<BTreeSet<String>, IndexError> {
        let head = terms::head(terms::REFERENCE_FIELD, Kind::Folded);
        let first = terms::text(terms::REFERENCE_FIELD, Kind::Folded, &rookery_rql::values::fold(prefix));
        let read = || -> TantivyResult<BTreeSet<String>> {
            let mut found = BTreeSet::new();
            for segment in &self.segments {
                let mut terms = segment.terms.terms().range().ge(&first).into_stream()?;
                while terms.advance() && terms.key().starts_with(&first) {
                    found.insert(String::from_utf8_lossy(&terms.key()[head.len()..]).into_owned());
                }
            }
            Ok(found)
        };
        read().map_err(failed)
    }

    /// The stored texts of the entries of one document, hidden ones included.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn stored_texts_of(&self, id: &str) -> Result<Vec<Vec<u8>>, IndexError> {
        let term = terms::text(terms::ID_FIELD, Kind::Folded, &rookery_rql::values::fold(id));
        self.under(&term)?.iter().map(|hit| Ok(self.stored_text(hit)?.1)).collect()
    }

    pub(crate) fn under(&self, term: &[u8]) -> Result<Vec<Hit>, IndexError> {
        let read = || -> TantivyResult<Vec<Hit>> {
            let mut hits = Vec::new();
            for (number, segment) in (0_u32..).zip(&self.segments) {
                let mut found = segment.with_term(term)?;
                if let Some(undeleted) = &segment.undeleted {
                    found = found.and(undeleted.clone());
                }
                let hit = |entry| Hit { etag: segment.etag(entry), segment: number, entry };
                hits.extend(found.entries(segment.size()).map(hit));
            }
            Ok(hits)
        };
        read().map_err(failed)
    }
}
