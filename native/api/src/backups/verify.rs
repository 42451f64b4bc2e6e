//! Reads a dump again after it was written.

use std::collections::BTreeMap;
use std::path::Path;

use rookery_dump::{DumpReader, Event, ItemType, Limits};
use rookery_engine::{Disk, OperationHandle, Purpose};

use super::failure::BackupFailure;
use super::file::FileReader;
use crate::dumps::Report;

/// Items between two looks at the operation.
const LOOK: u64 = 1_024;
/// More than any item has.
const LARGEST: u64 = 1 << 31;

/// Checks that the file has the bytes that were written, that they are a complete dump, and that it has as many items
/// as the report says.
pub fn verify_dump(
    disk: &dyn Disk,
    path: &Path,
    written: (u64, u64),
    report: &mut Report,
    operation: &OperationHandle,
) -> Result<(), BackupFailure> {
    let file = disk.open(path, Purpose::Read).map_err(BackupFailure::io("Opening", path))?;
    let mut source = FileReader::new(file).map_err(BackupFailure::io("Reading", path))?;
    let found = count(&mut source, operation).map_err(|failure| match failure {
        CountFailure::Killed => BackupFailure::Killed,
        CountFailure::Dump(error) => BackupFailure::damaged(path, &error.to_string()),
    })?;
    if source.finish().map_err(BackupFailure::io("Reading", path))? != written {
        return Err(BackupFailure::damaged(path, "it was not read back as it was written"));
    }
    for (kind, found) in found {
        let expected = report.of(kind).read;
        if found != expected {
            let reason = format!("{found} items of {} were read back and {expected} written", kind.name());
            return Err(BackupFailure::damaged(path, &reason));
        }
    }
    Ok(())
}

enum CountFailure {
    Killed,
    Dump(rookery_dump::DumpError),
}

impl From<rookery_dump::DumpError> for CountFailure {
    fn from(error: rookery_dump::DumpError) -> Self {
        Self::Dump(error)
    }
}

/// The items of each kind, without contents of attachments.
fn count(
    source: &mut FileReader,
    operation: &OperationHandle,
) -> Result<BTreeMap<ItemType, u64>, CountFailure> {
    let mut reader = DumpReader::new(source, Limits { item: LARGEST, content: LARGEST })?;
    // A section that is missing has no items.
    let mut found: BTreeMap<ItemType, u64> = [
        ItemType::Documents,
        ItemType::RevisionDocuments,
        ItemType::CounterGroups,
        ItemType::Identities,
        ItemType::Indexes,
    ]
    .map(|kind| (kind, 0))
    .into();
    let (mut current, mut events) = (None, 0_u64);
    loop {
        events += 1;
        if events.is_multiple_of(LOOK) && operation.is_cancelled() {
            return Err(CountFailure::Killed);
        }
        match reader.next_event()? {
            Event::Section(section) => current = section.kind(),
            Event::Item(item) if item.content.is_none() => {
                if let Some(kind) = current {
                    *found.entry(kind).or_default() += 1;
                }
            }
            Event::End => return Ok(found),
            Event::Item(_) | Event::BuildVersion(_) | Event::DatabaseRecord(_) => {}
        }
    }
}
