//! I/O events by storage.

use std::collections::BTreeMap;

use crate::findings::statistics::{Ascending, end_of};
use crate::table::Text;
use crate::tables::IoEvent;

/// One storage: it has one journal, whose writes follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Storage<'a> {
    database: &'a str,
    environment: &'a str,
    folder: &'a str,
}

impl<'a> Storage<'a> {
    /// The storage of an event.
    pub fn of(event: &'a IoEvent) -> Self {
        Self { database: &event.database, environment: &event.environment, folder: &event.folder }
    }

    /// Whether documents are written to it.
    pub fn has_documents(&self) -> bool {
        self.environment == "Documents"
    }

    /// The subject of a finding: the database, or the index.
    pub fn subject(&self) -> String {
        if self.environment == "Index" { self.folder.to_owned() } else { self.database.to_owned() }
    }
}

impl std::fmt::Display for Storage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.environment, self.database) {
            ("Documents", database) => write!(f, "'{database}'"),
            ("Index", database) => write!(f, "the index '{}' of '{database}'", self.folder),
            (environment, "") => write!(f, "the storage '{environment}' of the server"),
            (environment, database) => write!(f, "the storage '{environment}' of '{database}'"),
        }
    }
}

/// Storages that are found without comparing their texts.
const KNOWN: usize = 64;

/// The place of events of another kind.
const NONE: u32 = u32::MAX;

/// The events of one kind by storage, sorted by time.
pub fn events_of<'a>(rows: &'a [IoEvent], kind: &str) -> BTreeMap<Storage<'a>, Vec<&'a IoEvent>> {
    let mut places: BTreeMap<Storage<'a>, u32> = BTreeMap::new();
    let mut lengths: Vec<usize> = Vec::new();
    // The last places of some storages, by the addresses of their texts: there may be millions of rows, which share these.
    let mut known = [([usize::MAX; 4], NONE); KNOWN];
    let place_of = |event: &'a IoEvent| {
        let texts = [&event.kind, &event.database, &event.environment, &event.folder].map(Text::address);
        let slot = &mut known[texts
            .iter()
            .fold(0, |sum, address| usize::wrapping_add(usize::wrapping_mul(sum, 31), address / 16))
            % KNOWN];
        if slot.0 != texts {
            let place = match event.kind == kind {
                true => *places.entry(Storage::of(event)).or_insert_with(|| {
                    lengths.push(0);
                    u32::try_from(lengths.len() - 1).unwrap_or(NONE)
                }),
                false => NONE,
            };
            *slot = (texts, place);
        }
        if let Some(length) = lengths.get_mut(slot.1 as usize) {
            *length += 1;
        }
        slot.1
    };
    // Counted first, because a large list is copied when it grows.
    let found: Vec<u32> = rows.iter().map(place_of).collect();
    let mut groups: Vec<Vec<&'a IoEvent>> = lengths.into_iter().map(Vec::with_capacity).collect();
    for (event, place) in rows.iter().zip(found) {
        if let Some(group) = groups.get_mut(place as usize) {
            group.push(event);
        }
    }
    places
        .into_iter()
        .map(|(storage, place)| (storage, std::mem::take(&mut groups[place as usize])))
        .collect()
}

/// Start and end of an event.
pub fn span_of(event: &IoEvent) -> (i64, i64) {
    (event.time, end_of(event.time, event.duration_us))
}

/// The latest end of events.
pub fn latest_end<'a>(events: impl IntoIterator<Item = &'a IoEvent>) -> i64 {
    events.into_iter().map(|event| span_of(event).1).max().unwrap_or_default()
}

/// The events that take longest, the longest first.
pub fn longest<'a>(events: &[&'a IoEvent], most: usize) -> Vec<&'a IoEvent> {
    let mut events = events.to_vec();
    events.sort_by_key(|event| (std::cmp::Reverse(event.duration_us), event.time));
    events.truncate(most);
    events
}

/// Joins spans, sorted by their start, that touch or overlap.
pub fn joined(spans: impl IntoIterator<Item = (i64, i64)>) -> Vec<(i64, i64)> {
    let mut joined: Vec<(i64, i64)> = Vec::new();
    for (from, to) in spans {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// Whether one of the joined spans overlaps a span. The spans must come in the order of their start.
pub fn overlaps(joined: &mut Ascending<'_, (i64, i64)>, (from, to): (i64, i64)) -> bool {
    joined.first(|span| span.1 <= from).is_some_and(|span| span.0 < to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_spans_are_found_by_time() {
        let spans = joined([(0, 10), (5, 12), (12, 14), (20, 30)]);
        assert_eq!(spans, [(0, 14), (20, 30)]);
        let mut joined = Ascending::new(&spans);
        let found = [(13, 15), (14, 20), (15, 21), (30, 40)].map(|span| overlaps(&mut joined, span));
        assert_eq!(found, [true, false, true, false]);
    }

    #[test]
    fn storages_of_a_database_are_separate() {
        let event = |environment: &str, folder: &str| IoEvent {
            database: "shop".into(),
            environment: environment.into(),
            folder: folder.into(),
            kind: "JournalWrite".into(),
            ..IoEvent::default()
        };
        let rows = [event("Documents", "shop"), event("Index", "Orders"), event("Documents", "shop")];
        let storages = events_of(&rows, "JournalWrite");
        let names: Vec<_> = storages.keys().map(|key| (key.subject(), key.to_string())).collect();
        assert_eq!(
            names,
            [
                ("shop".to_owned(), "'shop'".to_owned()),
                ("Orders".to_owned(), "the index 'Orders' of 'shop'".to_owned())
            ]
        );
        assert!(events_of(&rows, "DataSync").is_empty());
    }
}
