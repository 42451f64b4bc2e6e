//! Results of groups worked out anew from what maps made of the members: all of a small group at once, a large one
//! piece by piece, what came out so far being the first value of the next piece.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_index::{Group, Hit, IndexWriting, Reader, Role};
use rookery_rql::GroupFields;
use rookery_script::Entry as Made;
use serde_json::{Map, Value};

use super::build::failed;
use super::definition::IndexDefinition;
use super::due_groups::{DueGroups, NO_DOCUMENT};
use super::group_entry;
use super::grouped_index::GroupWork;
use super::made_entry::MadeEntries;
use super::members;
use super::performance::Recording;
use super::progress::Committed;
use super::scripts::Scripts;
use super::slot::Slot;
use crate::database::Core;
use crate::error::EngineError;

/// Members that are reduced at once.
const MOST_AT_ONCE: usize = 4_096;

/// Bytes of them; one member alone may have more.
const MOST_BYTES: usize = 8 << 20;

const UNREADABLE: &str = "What was kept of a member cannot be read any more; reset the index.";

/// What was worked out is committed after so long.
const LONGEST: Duration = Duration::from_secs(2);

/// Work on groups that were touched. What maps made of their members must have been committed.
pub(super) struct Reducing<'r, 'p> {
    core: &'r Core,
    slot: &'r Slot,
    how: How<'r>,
    writer: &'r mut IndexWriting,
    committed: &'r mut Committed,
    record: &'r mut Recording<'p>,
    reader: Arc<Reader>,
}

/// What makes a result of members.
enum How<'r> {
    Scripts(&'r Scripts, MadeEntries<'r>),
    Sums(GroupFields, &'r GroupWork),
}

/// A result.
enum Worked {
    Made(Made),
    Members(Map<String, Value>),
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
        let how = match (&slot.definition, &slot.scripts) {
            (IndexDefinition::Static(index), Some(scripts)) => How::Scripts(scripts, MadeEntries::new(index)),
            (IndexDefinition::Grouped(index), _) => How::Sums(index.work.fields(), &index.work),
            _ => return None,
        };
        let reader = slot.index.reader();
        Some(Self { core, slot, how, writer, committed, record, reader })
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
        let result = match &self.how {
            How::Scripts(..) => self.reduced(&members)?.map(Worked::Made),
            How::Sums(fields, _) => self.added_up(fields, &members)?.map(Worked::Members),
        };
        match result {
            Ok(result) => {
                // A result keeps its place among the others.
                let number = before.first().map_or_else(
                    || {
                        self.committed.results += 1;
                        self.committed.results
                    },
                    |hit| hit.etag,
                );
                let mut entry = self.writer.entry(&format!("{NO_DOCUMENT}{}", group.number()), number);
                let fields = &mut self.committed.fields;
                let filled = match (result, &mut self.how) {
                    (Worked::Made(made), How::Scripts(_, entries)) => {
                        entries.fill_result(&mut entry, &made, fields)
                    }
                    (Worked::Members(members), How::Sums(_, work)) => {
                        group_entry::fill(&mut entry, members, work);
                        Ok(())
                    }
                    _ => Err(UNREADABLE.to_owned()),
                };
                match filled {
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
                return Ok(Err(UNREADABLE.to_owned()));
            };
            let key = key.get_or_insert_with(|| of.to_vec());
            bytes += value.len();
            values.push(value.to_vec());
            if number + 1 == members.len() || values.len() >= MOST_AT_ONCE || bytes >= MOST_BYTES {
                self.record.watch.lap("Storage/MemberRead");
                let How::Scripts(scripts, _) = &self.how else { break };
                let made = scripts.reduce(key, &values);
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

    /// What the members were counted and added up to.
    fn added_up(
        &self,
        fields: &GroupFields,
        members: &[Hit],
    ) -> Result<Result<Map<String, Value>, String>, EngineError> {
        let mut sum = fields.adding_up();
        for hit in members {
            let (_, kept) = self.reader.stored_text(hit).map_err(failed)?;
            if members::parts(&kept).and_then(|(_, part)| sum.add(part)).is_none() {
                return Ok(Err(UNREADABLE.to_owned()));
            }
        }
        Ok(match sum.result() {
            Some(Value::Object(members)) => Ok(members),
            _ => Err(UNREADABLE.to_owned()),
        })
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
