//! The terms of one physical field of a segment, with a cache of recent look-ups.
//!
//! An SSTable finds a term by reading its block from the front, about a thousand terms with their metadata:
//! cheap to build, expensive to query. A segment's terms never change, so cached results stay valid for its
//! lifetime.

use std::hash::Hash;
use std::ops::Deref;
use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;
use tantivy::InvertedIndexReader;
use tantivy::postings::TermInfo;

use crate::error::TantivyResult;

/// So many terms are remembered of a segment: about 60 KiB when every one is in use.
const CACHED_TERMS: usize = 512;

/// A range of more terms is not narrow.
const FEW: usize = 256;

/// So many narrow ranges are remembered, of 10 KiB at most.
const CACHED_RANGES: usize = 16;

/// Longer terms are not cached.
const LONGEST: usize = 64;

/// What was found of terms, present or not.
type TermCache = LruCache<Box<[u8]>, Option<TermInfo>>;

/// What was found between two terms; `None` when it was too much.
type RangeCache = LruCache<[Box<[u8]>; 2], Option<Arc<[TermInfo]>>>;

#[derive(Clone)]
pub(crate) struct Dictionary {
    reader: Arc<InvertedIndexReader>,
    term_cache: Arc<Mutex<TermCache>>,
    ranges: Arc<Mutex<RangeCache>>,
}

impl Dictionary {
    pub(crate) fn new(reader: Arc<InvertedIndexReader>) -> Self {
        // Bounded ones would fetch all of their memory now.
        Self {
            reader,
            term_cache: Arc::new(Mutex::new(LruCache::unbounded())),
            ranges: Arc::new(Mutex::new(LruCache::unbounded())),
        }
    }

    /// Where the entries of a term are, if any has it.
    pub(crate) fn look_up(&self, term: &[u8]) -> TantivyResult<Option<TermInfo>> {
        if let Some(known) = self.term_cache.lock().get(term) {
            return Ok(known.clone());
        }
        let found = self.reader.terms().get(term)?;
        if term.len() <= LONGEST {
            remember(&self.term_cache, term.into(), found.clone(), CACHED_TERMS);
        }
        Ok(found)
    }

    /// The terms from one to the other, both included; `None` when they are not few.
    pub(crate) fn terms_between(&self, ends: &[Vec<u8>; 2]) -> TantivyResult<Option<Arc<[TermInfo]>>> {
        let key = ends.each_ref().map(|end| Box::from(end.as_slice()));
        if let Some(known) = self.ranges.lock().get(&key) {
            return Ok(known.clone());
        }
        let [first, last] = ends;
        let mut stretch = self.reader.terms().range().ge(first).le(last).into_stream()?;
        let mut terms = Vec::new();
        while terms.len() <= FEW && stretch.advance() {
            terms.push(stretch.value().clone());
        }
        let found = (terms.len() <= FEW).then(|| Arc::from(terms));
        if ends.iter().all(|end| end.len() <= LONGEST) {
            remember(&self.ranges, key, found.clone(), CACHED_RANGES);
        }
        Ok(found)
    }
}

fn remember<K: Eq + Hash, V>(known: &Mutex<LruCache<K, V>>, key: K, value: V, most: usize) {
    let mut known = known.lock();
    known.put(key, value);
    if known.len() > most {
        known.pop_lru();
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
        assert_eq!(dictionary.term_cache.lock().len(), 3, "the long one is not remembered");
    }

    #[test]
    fn remembers_so_many_and_the_last_ones() {
        let texts: Vec<String> = (0..2 * CACHED_TERMS).map(|number| format!("t{number}")).collect();
        let dictionary = of_texts(&texts);
        for text in &texts {
            assert!(dictionary.look_up(text.as_bytes()).unwrap().is_some(), "{text}");
        }
        let term_cache = dictionary.term_cache.lock();
        assert_eq!(term_cache.len(), CACHED_TERMS);
        assert!(term_cache.contains(texts[CACHED_TERMS].as_bytes()));
        assert!(!term_cache.contains(texts[0].as_bytes()));
    }

    #[test]
    fn finds_few_between_two_and_not_many() {
        let mut texts: Vec<String> = (0..=FEW).map(|number| format!("many{number}")).collect();
        texts.extend(["a", "b", "b", "c", "d"].map(str::to_owned));
        let dictionary = of_texts(&texts);
        let entries = |first: &str, last: &str| {
            let found = dictionary.terms_between(&[first, last].map(|end| end.as_bytes().to_vec())).unwrap();
            found.map(|terms| terms.iter().map(|term| term.doc_freq).collect::<Vec<_>>())
        };
        for _ in 0..2 {
            assert_eq!(entries("aa", "c"), Some(vec![2, 1]));
            assert_eq!(entries("many", "n"), None);
            assert_eq!(entries("many1", "n").map(|entries| entries.len()), Some(FEW));
            assert_eq!(entries("x", "z"), Some(Vec::new()));
        }
        for number in 0..2 * CACHED_RANGES {
            entries("a", &format!("a{number}"));
        }
        assert_eq!(dictionary.ranges.lock().len(), CACHED_RANGES);
    }
}
