//! Results of groups worked out anew from what maps made of the members: all of a small group at once, a large one
//! piece by piece, what came out so far being the first value of the next piece.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_index::{Group, Hit, IndexWriting, Reader, Role};
use rookery_script::Entry as Made;

use super::build::failed;
use super::definition::IndexDefinition;
use super::due_groups::{DueGroups, NO_DOCUMENT};
use super::made_entry;
use super::members;
use super::performance::Recording;
use super::progress::Committed;
use super::scripts::Scripts;
use super::slot::Slot;
use super::static_index::StaticIndex;
use crate::database::Core;
use crate::error::EngineError;

/// Members that are reduced at once.
const MOST_AT_ONCE: usize = 4_096;

/// Bytes of them; one member alone may have more.
const MOST_BYTES: usize = 8 << 20;

/// What was worked out is committed after so long.
const LONGEST: Duration = Duration::from_secs(2);

/// Work on groups that were touched. What maps made of their members must have been committed.
pub(super) struct Reducing<'r, 'p> {
    core: &'r Core,
    slot: &'r Slot,
    scripts: &'r Scripts,
    index: &'r StaticIndex,
    writer: &'r mut IndexWriting,
    committed: &'r mut Committed,
    record: &'r mut Recording<'p>,
    reader: Arc<Reader>,
}

impl<'r, 'p> Reducing<'r, 'p> {
    /// `None` for an index that reduces nothing.
    pub(super) fn new(
        core: &'r Core,
        slot: &'r Slot,
        writer: &'r mut IndexWriting,
        committed: &'r mut Committed,
        record: &'r mut Recording<'p>,
    ) -> Option<Self> {
        let (IndexDefinition::Static(index), Some(scripts)) = (&slot.definition, &slot.scripts) else {
            return None;
        };
        let reader = slot.index.reader();
        Some(Self { core, slot, scripts, index, writer, committed, record, reader })
    }

    /// Works all of them out, unless the index is told to stop. Says whether it came to the end; the last of it is
    /// not committed.
    pub(super) fn run(&mut self, due: &mut DueGroups) -> Result<bool, EngineError> {
        let mut until = Instant::now() + LONGEST;
        while let Some(group) = due.next() {
            self.group(group)?;
            self.record.watch.lap("Index/AddDocument");
            self.record.tell_now_and_then();
            if self.slot.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if Instant::now() >= until {
                self.writer.commit(&self.committed.text()).map_err(failed)?;
                self.record.watch.lap("Index/Commit");
                until = Instant::now() + LONGEST;
            }
        }
        Ok(true)
    }

    fn group(&mut self, group: Group) -> Result<(), EngineError> {
        let members = self.reader.in_group(Role::Member, group).map_err(failed)?;
        let before = self.reader.in_group(Role::Result, group).map_err(failed)?;
        self.writer.delete_group(Role::Result, group).map_err(failed)?;
        self.writer.delete_group(Role::Due, group).map_err(failed)?;
        if members.is_empty() {
            return Ok(());
        }
        self.slot.reduce_attempts.fetch_add(1, Ordering::Relaxed);
        match self.reduced(&members)? {
            Ok(made) => {
                // A result keeps its place among the others.
                let number = before.first().map_or_else(
                    || {
                        self.committed.results += 1;
                        self.committed.results
                    },
                    |hit| hit.etag,
                );
                let mut entry = self.writer.entry(&format!("{NO_DOCUMENT}{}", group.number()), number);
                match made_entry::fill_result(&mut entry, &made, self.index, &mut self.committed.fields) {
                    Ok(()) => {
                        entry.join(Role::Result, group);
                        self.writer.add(entry).map_err(failed)
                    }
                    Err(error) => {
                        self.error(&members, &error);
                        Ok(())
                    }
                }
            }
            Err(error) => {
                self.error(&members, &error);
                Ok(())
            }
        }
    }

    /// What the members come to; the inner error is the script's.
    fn reduced(&mut self, members: &[Hit]) -> Result<Result<Made, String>, EngineError> {
        let mut key: Option<Vec<u8>> = None;
        let mut values: Vec<Vec<u8>> = Vec::new();
        let (mut bytes, mut last) = (0, None);
        for (number, hit) in members.iter().enumerate() {
            let (_, kept) = self.reader.stored_text(hit).map_err(failed)?;
            let Some((of, value)) = members::parts(&kept) else {
                return Ok(Err("What a map made cannot be read any more; reset the index.".to_owned()));
            };
            let key = key.get_or_insert_with(|| of.to_vec());
            bytes += value.len();
            values.push(value.to_vec());
            if number + 1 == members.len() || values.len() >= MOST_AT_ONCE || bytes >= MOST_BYTES {
                self.record.watch.lap("Storage/MemberRead");
                let made = self.scripts.reduce(key, &values);
                self.record.watch.lap("JavaScript");
                let made = match made {
                    Ok(made) => made,
                    Err(error) => return Ok(Err(error)),
                };
                values.clear();
                values.push(made.body.clone());
                bytes = made.body.len();
                last = Some(made);
            }
        }
        Ok(last.ok_or_else(|| "The group has no members.".to_owned()))
    }

    fn error(&self, members: &[Hit], error: &str) {
        self.slot.reduce_errors.fetch_add(1, Ordering::Relaxed);
        let kept = members.first().and_then(|hit| self.reader.stored_text(hit).ok());
        let key = kept.as_ref().and_then(|(_, kept)| members::parts(kept)).map_or(&b"?"[..], |(key, _)| key);
        let key = String::from_utf8_lossy(key);
        let text = format!(
            "Failed to execute reduce function for the key {key}. Its result is not in the index until the next change of \
             one of its members. {error}"
        );
        self.slot.errors.add(self.core, "Reduce", &format!("Reduce key: {key}"), &text);
    }
}
