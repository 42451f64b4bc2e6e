//! The expected and the actual contents of a database, read through every API and compared.

use std::collections::{BTreeMap, BTreeSet};

use rookery_engine::{Database, Document, DocumentFlags, EngineError, Health, PrefixQuery};
use serde_json::{Value, json};

use crate::simulated_disk::Dice;

/// Ids of the documents with the id ranges.
pub const RANGES: &str = "Raven/Hilo/";

/// One writer's documents, by id in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    pub documents: BTreeMap<String, Doc>,
    pub tombstones: BTreeSet<String>,
    /// Ids whose tombstones an unacknowledged batch may have left: it put and deleted the same document.
    pub possible_tombstones: BTreeSet<String>,
}

/// The due action of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Archive,
    Expire,
    Refresh,
}

impl Due {
    pub const ALL: [Self; 3] = [Self::Archive, Self::Expire, Self::Refresh];

    fn member(self) -> &'static str {
        match self {
            Self::Archive => "@archive-at",
            Self::Expire => "@expires",
            Self::Refresh => "@refresh",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Doc {
    /// Determines the whole content.
    pub mark: u64,
    /// The due sweep, and the second it is due.
    pub due: Option<(Due, i64)>,
    pub archived: bool,
    /// Known once it was acknowledged.
    pub etag: Option<i64>,
}

impl PartialEq for Doc {
    /// An unacknowledged etag may be any.
    fn eq(&self, other: &Self) -> bool {
        (self.mark, self.due, self.archived) == (other.mark, other.due, other.archived)
            && (self.etag == other.etag || self.etag.is_none() || other.etag.is_none())
    }
}

impl Eq for Doc {}

impl Expected {
    pub fn put(&mut self, id: &str, doc: Doc) {
        self.tombstones.remove(id);
        self.possible_tombstones.remove(id);
        // Saving an archived document leaves it archived.
        let archived = self.documents.get(id).is_some_and(|known| known.archived);
        self.documents.insert(id.to_owned(), Doc { archived, ..doc });
    }

    pub fn delete(&mut self, id: &str) {
        if self.documents.remove(id).is_some() {
            self.tombstones.insert(id.to_owned());
        }
    }

    /// What is certain and possible when either of two states with the same documents is on the disk.
    pub fn or(mut self, other: &Self) -> Self {
        let certain: BTreeSet<String> = self.tombstones.intersection(&other.tombstones).cloned().collect();
        self.possible_tombstones.append(&mut self.tombstones);
        self.possible_tombstones.extend(other.tombstones.union(&other.possible_tombstones).cloned());
        self.possible_tombstones.retain(|id| !certain.contains(id));
        self.tombstones = certain;
        self
    }

    /// The minimum and maximum number of tombstones.
    pub fn count_of_tombstones(&self) -> (u64, u64) {
        let certain = self.tombstones.len() as u64;
        (certain, certain + self.possible_tombstones.len() as u64)
    }

    /// The documents that a sweep at this second changes.
    pub fn due_at(&self, what: Due, second: i64) -> Vec<String> {
        let due = |doc: &Doc| doc.due.is_some_and(|(due, at)| due == what && at <= second);
        self.documents.iter().filter(|(_, doc)| due(doc)).map(|(id, _)| id.clone()).collect()
    }

    /// The result of a sweep at this second.
    pub fn swept_at(&self, what: Due, second: i64) -> Self {
        let mut after = self.clone();
        for id in self.due_at(what, second) {
            match (what, after.documents.get_mut(&id)) {
                (Due::Expire, _) | (_, None) => after.delete(&id),
                (_, Some(doc)) => {
                    let archived = doc.archived || what == Due::Archive;
                    *doc = Doc { due: None, archived, etag: None, ..*doc };
                }
            }
        }
        after
    }
}

pub fn collection_of(id: &str) -> &'static str {
    match id.bytes().last() {
        Some(b'0'..=b'4') => "Users",
        Some(b'5'..=b'7') => "Orders",
        _ => "@empty",
    }
}

/// A mark's text: short or several blocks long, easy or hard to compress.
fn text(mark: u64) -> String {
    let length = match mark % 23 {
        0 => 9_000 + mark % 9_000,
        1..=3 => 3_000 + mark % 2_000,
        _ => mark % 400,
    } as usize;
    if mark.is_multiple_of(2) {
        return "x".repeat(length);
    }
    let mut dice = Dice::new(mark);
    let mut text = String::with_capacity(length + 16);
    while text.len() < length {
        text += &format!("{:016x}", dice.roll());
    }
    text.truncate(length);
    text
}

/// Seconds since the start of the scenario as a date of the wire.
pub fn date(second: i64) -> String {
    let at = time::OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(second);
    rookery_engine::date_to_text(at)
}

pub fn body(id: &str, doc: &Doc) -> Value {
    let mut metadata = serde_json::Map::new();
    if collection_of(id) != "@empty" {
        metadata.insert("@collection".to_owned(), collection_of(id).into());
    }
    if let Some((due, second)) = doc.due {
        metadata.insert(due.member().to_owned(), date(second).into());
    }
    json!({"Mark": doc.mark, "Text": text(doc.mark), "@metadata": metadata})
}

/// A document that was read, its whole content compared with its mark.
fn found(document: &Document) -> Doc {
    let body: Value = serde_json::from_slice(&document.body).unwrap();
    let mark = body["Mark"].as_u64().unwrap_or_else(|| panic!("no mark in {}", document.id));
    assert_eq!(body["Text"], text(mark), "the text of {}", document.id);
    assert_eq!(document.collection, collection_of(&document.id), "{}", document.id);
    let archived = document.flags.contains(DocumentFlags::ARCHIVED);
    assert_eq!(body["@metadata"]["@archived"] == true, archived, "{}", document.id);
    let mut dues = Due::ALL.into_iter().filter_map(|due| {
        let text = body["@metadata"][due.member()].as_str()?;
        let at = rookery_engine::parse_date(text).unwrap_or_else(|| panic!("{text} is no date"));
        Some((due, at.unix_timestamp()))
    });
    Doc { mark, due: dues.next(), archived, etag: Some(document.etag) }
}

/// Reads a database through every API, checks that the results agree, and returns the contents.
pub fn look(shop: &Database) -> Result<Found, EngineError> {
    let stats = shop.stats()?;
    assert_eq!(stats.health, Health::ReadWrite);
    let documents = shop.from_etag(0, 0, u64::MAX)?;
    assert!(documents.is_sorted_by(|a, b| a.etag < b.etag), "etags go up");
    assert!(documents.last().map_or(0, |last| last.etag) <= stats.last_etag);
    assert_eq!(documents.len() as u64, stats.documents, "counted and added up");
    let mut newest = shop.newest(0, u64::MAX)?;
    newest.reverse();
    assert_eq!(newest, documents, "newest first is oldest first, reversed");

    let mut by_id: Vec<&Document> = documents.iter().collect();
    by_id.sort_by_key(|document| document.id.to_lowercase());
    let ids: Vec<&str> = by_id.iter().map(|document| document.id.as_str()).collect();
    assert!(ids.is_sorted_by(|a, b| a.to_lowercase() < b.to_lowercase()), "each id once: {ids:?}");
    let got = shop.get_many(&ids)?;
    assert_eq!(got.iter().flatten().collect::<Vec<_>>(), by_id, "by id one by one");
    let everything = PrefixQuery { take: u64::MAX, ..PrefixQuery::default() };
    assert_eq!(shop.by_prefix(&everything)?.iter().collect::<Vec<_>>(), by_id, "by id as a walk");

    let (mut in_collections, mut tombstones) = (0, 0);
    for collection in shop.collections()? {
        let own: Vec<_> =
            documents.iter().filter(|document| document.collection == collection.name).collect();
        let mut walked = shop.collection_newest(&collection.name, 0, u64::MAX)?;
        walked.reverse();
        assert_eq!(walked.iter().collect::<Vec<_>>(), own, "{}", collection.name);
        assert_eq!(collection.documents, own.len() as u64, "{}", collection.name);
        let bytes: usize = own.iter().map(|document| document.stored_size).sum();
        assert_eq!(collection.documents_size, bytes as u64, "{}", collection.name);
        assert!(collection.last_etag <= stats.last_etag, "{}", collection.name);
        in_collections += collection.documents;
        tombstones += collection.tombstones;
    }
    assert_eq!((in_collections, tombstones), (stats.documents, stats.tombstones), "collections add up");
    let marked = documents.iter().filter(|document| !document.id.starts_with(RANGES));
    let documents = marked.map(|document| (document.id.to_lowercase(), found(document))).collect();
    Ok(Found { documents, tombstones: stats.tombstones, last_etag: stats.last_etag })
}

/// The contents of a database, without documents of the engine.
#[derive(Debug)]
pub struct Found {
    pub documents: BTreeMap<String, Doc>,
    pub tombstones: u64,
    pub last_etag: i64,
}

impl Found {
    pub fn of_writer(&self, prefix: &str) -> BTreeMap<String, Doc> {
        let own = self.documents.iter().filter(|(id, _)| id.starts_with(prefix));
        own.map(|(id, doc)| (id.clone(), doc.clone())).collect()
    }
}
