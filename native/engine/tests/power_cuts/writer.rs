//! A writer that writes batches to its own ids and remembers what was acknowledged.

use bytes::Bytes;
use rookery_engine::{Command, CommandResult, Database, EngineError, Expected as Required};

use crate::expected::{Doc, Due, Expected, Found, body};
use crate::simulated_disk::Dice;

/// Both are in every batch with a pair, with the same mark: two different marks mean a partial batch.
const PAIR: [&str; 2] = ["first-0", "last-6"];

#[derive(Debug)]
pub struct Writer {
    pub prefix: String,
    dice: Dice,
    pub expected: Expected,
    /// The alternatives after a restart: each failed or unacknowledged batch since the last acknowledged one,
    /// because it may have reached the disk.
    pub unanswered: Vec<Expected>,
    pub highest_etag: i64,
    next_mark: u64,
}

impl Writer {
    pub fn new(number: usize, dice: Dice) -> Self {
        Self {
            prefix: format!("w{number}/"),
            dice,
            expected: Expected::default(),
            unanswered: Vec::new(),
            highest_etag: 0,
            next_mark: number as u64 * 1_000_003,
        }
    }

    pub fn pair(&self) -> [String; 2] {
        PAIR.map(|name| format!("{}{name}", self.prefix))
    }

    /// Puts and deletes a few documents in one batch. `due_from` makes some due for a sweep from that second
    /// on.
    pub fn write_batch(&mut self, shop: &Database, due_from: Option<i64>) -> Result<(), EngineError> {
        // Sometimes a long one.
        let count = if self.dice.chance(3) { 40 } else { 1 + self.dice.below(6) };
        let pair = self.dice.chance(40);
        self.write_some(shop, count, pair, due_from)
    }

    /// The two documents that always change together.
    pub fn write_pair(&mut self, shop: &Database) -> Result<(), EngineError> {
        self.write_some(shop, 0, true, None)
    }

    fn write_some(
        &mut self,
        shop: &Database,
        count: u64,
        pair: bool,
        due_from: Option<i64>,
    ) -> Result<(), EngineError> {
        let mut after = self.expected.clone();
        let mut commands = Vec::new();
        let mut put_ids = Vec::new();
        for _ in 0..count {
            let id = format!("{}{}", self.prefix, self.dice.below(24));
            if self.dice.chance(25) {
                after.delete(&id);
                commands.push(Command::Delete { id: self.in_some_case(&id), expected: Required::Any });
                put_ids.push(None);
            } else {
                let doc = self.new_doc(due_from);
                commands.push(self.put(&id, &doc));
                after.put(&id, doc);
                put_ids.push(Some(id));
            }
        }
        if pair {
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
                        // The last of several puts of one id counts.
                        if let Some(doc) = after.documents.get_mut(id) {
                            doc.etag = Some(*etag);
                        }
                    }
                }
                // Removing a missing document writes nothing, and so makes nothing void.
                let wrote =
                    |result: &CommandResult| !matches!(result, CommandResult::Delete { deleted: false, .. });
                if results.iter().any(wrote) {
                    self.answered(after);
                }
                Ok(())
            }
            Err(error) => {
                self.unanswered.push(after);
                Err(error)
            }
        }
    }

    /// A batch that must be rejected as a whole because its last command expects a wrong version.
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

    /// Records an acknowledged change. Earlier failed batches are void from now on.
    pub fn answered(&mut self, after: Expected) {
        self.expected = after;
        self.unanswered.clear();
    }

    /// Compares the contents after a restart with what was acknowledged, and continues with them.
    pub fn compare(&mut self, found: &Found) {
        let own = found.of_writer(&self.prefix);
        let alternatives = std::iter::once(&self.expected).chain(&self.unanswered);
        let mut possible = alternatives.filter(|expected| expected.documents == own).cloned();
        let Some(first) = possible.next() else {
            let unanswered: Vec<_> = self.unanswered.iter().map(|one| shortly(&one.documents)).collect();
            panic!(
                "{}: found {}\nacknowledged {}\nunanswered {unanswered:#?}",
                self.prefix,
                shortly(&own),
                shortly(&self.expected.documents)
            );
        };
        self.expected = possible.fold(first, |state, other| state.or(&other));
        self.unanswered.clear();
        self.expected.documents = own;
        self.highest_etag = found.last_etag.max(self.highest_etag);
    }

    /// The same without a restart in between: rejected batches have no effect.
    pub fn compare_running(&self, found: &Found) {
        let own = found.of_writer(&self.prefix);
        assert_eq!(own, self.expected.documents, "{}: while running", self.prefix);
    }

    fn new_doc(&mut self, due_from: Option<i64>) -> Doc {
        self.next_mark += 1;
        let due_from = due_from.filter(|_| self.dice.chance(45));
        let due = due_from.map(|from| {
            let what = Due::ALL[self.dice.below(3) as usize];
            (what, from + self.dice.below(20) as i64)
        });
        Doc { mark: self.next_mark, due, archived: false, etag: None }
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
