//! The terms of one physical field of a segment, with what was found of those looked up last.
//!
//! An SSTable finds a term by reading its block from the front, a thousand terms with all that is known of them: cheap
//! to build, dear to ask. A segment's terms never change, so what was found once is right as long as the segment is there.

use std::ops::Deref;
use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;
use tantivy::InvertedIndexReader;
use tantivy::postings::TermInfo;

use crate::error::Low;

/// So many terms are remembered of a segment: about 60 KiB when every one is in use.
const REMEMBERED: usize = 512;

/// Longer terms are looked up each time.
const LONGEST: usize = 64;

/// Terms looked up last, present or not.
type LookedUp = LruCache<Box<[u8]>, Option<TermInfo>>;

#[derive(Clone)]
pub(crate) struct Dictionary {
    reader: Arc<InvertedIndexReader>,
    looked_up: Arc<Mutex<LookedUp>>,
}

impl Dictionary {
    pub(crate) fn new(reader: Arc<InvertedIndexReader>) -> Self {
        // A bounded one would fetch all of its memory now.
        Self { reader, looked_up: Arc::new(Mutex::new(LruCache::unbounded())) }
    }

    /// Where the entries of a term are, if any has it.
    pub(crate) fn look_up(&self, term: &[u8]) -> Low<Option<TermInfo>> {
        if let Some(known) = self.looked_up.lock().get(term) {
            return Ok(known.clone());
        }
        let found = self.reader.terms().get(term)?;
        if term.len() <= LONGEST {
            let mut looked_up = self.looked_up.lock();
            looked_up.put(term.into(), found.clone());
            if looked_up.len() > REMEMBERED {
                looked_up.pop_lru();
            }
        }
        Ok(found)
    }
}

impl Deref for Dictionary {
    type Target = InvertedIndexReader;

    fn deref(&self) -> &InvertedIndexReader {
        &self.reader
    }
}

#[cfg(test)]
mod tests {
    use tantivy::schema::{STRING, Schema};
    use tantivy::{Index, doc};

    use super::*;

    fn of_texts(texts: &[String]) -> Dictionary {
        let mut schema = Schema::builder();
        let field = schema.add_text_field("term", STRING);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads(1, 15_000_000).unwrap();
        for text in texts {
            writer.add_document(doc!(field => text.as_str())).unwrap();
        }
        writer.commit().unwrap();
        let searcher = index.reader().unwrap().searcher();
        Dictionary::new(searcher.segment_reader(0).inverted_index(field).unwrap())
    }

    #[test]
    fn finds_the_same_the_second_time() {
        let long = "x".repeat(LONGEST + 1);
        let texts = ["a", "b", "b", &long].map(str::to_owned);
        let dictionary = of_texts(&texts);
        let entries = |term: &str| dictionary.look_up(term.as_bytes()).unwrap().map(|info| info.doc_freq);
        for _ in 0..2 {
            assert_eq!(
                [entries("a"), entries("b"), entries("c"), entries(&long)],
                [Some(1), Some(2), None, Some(1)]
            );
        }
        assert_eq!(dictionary.looked_up.lock().len(), 3, "the long one is not remembered");
    }

    #[test]
    fn remembers_so_many_and_the_last_ones() {
        let texts: Vec<String> = (0..2 * REMEMBERED).map(|number| format!("t{number}")).collect();
        let dictionary = of_texts(&texts);
        for text in &texts {
            assert!(dictionary.look_up(text.as_bytes()).unwrap().is_some(), "{text}");
        }
        let looked_up = dictionary.looked_up.lock();
        assert_eq!(looked_up.len(), REMEMBERED);
        assert!(looked_up.contains(texts[REMEMBERED].as_bytes()));
        assert!(!looked_up.contains(texts[0].as_bytes()));
    }
}
