//! The documents that have entries, in the order of their ids.

use crate::error::{IndexError, TantivyResult, failed};
use crate::reader::Reader;
use crate::segment::Segment;
use crate::terms::{self, Kind};

/// Ids that begin with this byte are of entries without a document.
const NO_DOCUMENT: u8 = 0;

impl Reader {
    /// The ids of documents with entries, hidden ones included, that begin with `prefix` whatever its case, ordered by
    /// their lower-case forms.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn document_ids(&self, prefix: &str, skip: u64, take: usize) -> Result<Vec<String>, IndexError> {
        let terms = self.id_terms(prefix, skip, take).map_err(failed)?;
        let ids = terms.iter().map(|term| {
            let first = self.under(term)?.into_iter().next();
            first.map(|hit| self.id(&hit)).transpose()
        });
        ids.filter_map(Result::transpose).collect()
    }

    /// Merges the sorted terms of all segments.
    fn id_terms(&self, prefix: &str, mut skip: u64, take: usize) -> TantivyResult<Vec<Vec<u8>>> {
        let prefix = terms::text(terms::ID_FIELD, Kind::Folded, &rookery_rql::values::fold(prefix));
        let mut first = terms::head(terms::ID_FIELD, Kind::Folded);
        first.push(NO_DOCUMENT + 1);
        let mut streams = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            let range = segment.terms.terms().range();
            let mut stream = range.ge(std::cmp::max(&first, &prefix)).into_stream()?;
            if stream.advance() {
                streams.push((segment, stream));
            }
        }
        let mut found = Vec::new();
        while found.len() < take {
            let next = streams.iter().map(|(_, stream)| stream.key()).min();
            let Some(term) = next.filter(|term| term.starts_with(&prefix)).map(<[u8]>::to_vec) else { break };
            let mut is_alive = false;
            let mut failure = None;
            streams.retain_mut(|(segment, stream)| {
                if stream.key() != term {
                    return true;
                }
                match segment.has_undeleted(&term) {
                    Ok(has) => is_alive |= has,
                    Err(error) => failure = Some(error),
                }
                stream.advance()
            });
            if let Some(error) = failure {
                return Err(error);
            }
            if !is_alive {
                continue;
            }
            match skip {
                0 => found.push(term),
                _ => skip -= 1,
            }
        }
        Ok(found)
    }
}

impl Segment {
    /// Terms of deleted entries remain until segments are merged.
    fn has_undeleted(&self, term: &[u8]) -> TantivyResult<bool> {
        let Some(undeleted) = &self.undeleted else { return Ok(true) };
        Ok(self.with_term(term)?.entries(self.size()).any(|entry| undeleted.has(entry)))
    }
}
