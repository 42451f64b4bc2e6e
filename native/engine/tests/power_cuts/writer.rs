//! Somebody who writes batches into ids of their own and remembers what was acknowledged.

use bytes::Bytes;
use rookery_engine::{Command, CommandResult, Database, EngineError, Expected as Required};

use crate::expected::{Doc, Expected, Found, body};
use crate::simulated_disk::Dice;

/// Both are in every batch that says so, with the same mark: whoever sees two marks saw half a batch.
const PAIR: [&str; 2] = ["first-0", "last-6"];

#[derive(Debug)]
pub struct Writer {
    pub prefix: String,
    dice: Dice,
    pub expected: Expected,
    /// What is there instead if the batch nobody answered happened all the same.
    pub unanswered: Option<Expected>,
    pub highest_etag: i64,
    next_mark: u64,
}

impl Writer {
    pub fn new(number: usize, dice: Dice) -> Self {
        Self {
            prefix: format!("w{number}/"),
            dice,
            expected: Expected::default(),
            unanswered: None,
            highest_etag: 0,
            next_mark: number as u64 * 1_000_003,
        }
    }

    pub fn pair(&self) -> [String; 2] {
        PAIR.map(|name| format!("{}{name}", self.prefix))
    }

    /// Puts and deletes a few documents at once. `archive_from` lets some be archived from that second on.
    pub fn write_batch(&mut self, shop: &Database, archive_from: Option<i64>) -> Result<(), EngineError> {
        let mut after = self.expected.clone();
        let mut commands = Vec::new();
        let mut put_ids = Vec::new();
        // Now and then a long one.
        let count = if self.dice.chance(3) { 40 } else { 1 + self.dice.below(6) };
        for _ in 0..count {
            let id = format!("{}{}", self.prefix, self.dice.below(24));
            if self.dice.chance(25) {
                after.delete(&id);
                commands.push(Command::Delete { id: self.in_some_case(&id), expected: Required::Any });
                put_ids.push(None);
            } else {
                let doc = self.new_doc(archive_from);
                commands.push(self.put(&id, &doc));
                after.put(&id, doc);
                put_ids.push(Some(id));
            }
        }
        if self.dice.chance(40) {
            let doc = self.new_doc(None);
            for id in self.pair() {
                commands.push(self.put(&id, &doc));
                after.put(&id, doc.clone());
                put_ids.push(Some(id));
            }
        }
        match shop.execute(commands) {
            Ok(results) => {
                for (id, result) in put_ids.iter().zip(&results) {
                    if let (Some(id), CommandResult::Put { etag, .. }) = (id, result) {
                        assert!(*etag > self.highest_etag, "etag {etag} came twice");
                        self.highest_etag = *etag;
                        // The last of several puts of one id is the one that counts.
                        if let Some(doc) = after.documents.get_mut(id) {
                            doc.etag = Some(*etag);
                        }
                    }
                }
                self.expected = after;
                Ok(())
            }
            Err(error) => {
                self.unanswered = Some(after);
                Err(error)
            }
        }
    }

    /// A batch that must be refused as a whole because its last command requires what is not so.
    pub fn write_refused(&mut self, shop: &Database) -> Result<(), EngineError> {
        let id = format!("{}refused", self.prefix);
        let doc = self.new_doc(None);
        let batch = vec![
            self.put(&id, &doc),
            Command::Put {
                id,
                body: Bytes::from_static(b"{}"),
                expected: Required::ChangeVector("A:1-AAAAAAAAAAAAAAAAAAAAAA".to_owned()),
            },
        ];
        match shop.execute(batch) {
            Err(EngineError::Concurrency { .. }) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => panic!("a batch that had to be refused was accepted"),
        }
    }

    /// Compares what is found with what was acknowledged, and takes it as the new truth.
    pub fn compare(&mut self, found: &Found) {
        let own = found.of_writer(&self.prefix);
        let acknowledged = own == self.expected.documents;
        let unanswered = self.unanswered.take();
        if !acknowledged {
            match unanswered {
                Some(unanswered) if unanswered.documents == own => self.expected = unanswered,
                other => panic!(
                    "{}: found {}\nacknowledged {}\nunanswered {}",
                    self.prefix,
                    shortly(&own),
                    shortly(&self.expected.documents),
                    other.map_or_else(|| "nothing".to_owned(), |other| shortly(&other.documents))
                ),
            }
        }
        self.expected.documents = own;
        self.highest_etag = found.last_etag.max(self.highest_etag);
    }

    fn new_doc(&mut self, archive_from: Option<i64>) -> Doc {
        self.next_mark += 1;
        let archive_at = archive_from.filter(|_| self.dice.chance(30));
        let archive_at = archive_at.map(|from| from + self.dice.below(20) as i64);
        Doc { mark: self.next_mark, archive_at, archived: false, etag: None }
    }

    fn put(&mut self, id: &str, doc: &Doc) -> Command {
        let body = Bytes::from(body(id, doc).to_string());
        Command::Put { id: self.in_some_case(id), body, expected: Required::Any }
    }

    fn in_some_case(&mut self, id: &str) -> String {
        if self.dice.chance(20) { id.to_uppercase() } else { id.to_owned() }
    }
}

fn shortly(documents: &std::collections::BTreeMap<String, Doc>) -> String {
    let one = |(id, doc): (&String, &Doc)| {
        format!("{id}={}{}@{:?}", doc.mark, if doc.archived { "a" } else { "" }, doc.etag)
    };
    documents.iter().map(one).collect::<Vec<_>>().join(" ")
}
