//! The tables of a recording.

mod databases;
mod io;
mod machine;
mod messages;
mod requests;

pub use databases::{DatabaseSample, IndexBatch, IndexSample};
pub use io::IoEvent;
pub use machine::{CpuSample, GarbageCollection, MemorySample, Stack, ThreadSample};
pub use messages::{Event, LogLine, Notification};
pub use requests::{Request, RunningQuery, Traffic};

use arrow_array::RecordBatch;

use crate::error::RecordingError;
use crate::table::{Space, Table, Texts, from_ipc, to_ipc};

/// The rows of one table as Arrow IPC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The table.
    pub table: &'static str,
    /// The earliest time of a row, µs since 1970.
    pub first: i64,
    /// The latest time of a row, µs since 1970.
    pub last: i64,
    /// Number of rows.
    pub rows: u64,
    /// A stream of Arrow IPC.
    pub bytes: Vec<u8>,
}

fn chunk<T: Table>(rows: &[T]) -> Result<Chunk, RecordingError> {
    let times = || rows.iter().map(Table::time);
    Ok(Chunk {
        table: T::NAME,
        first: times().min().unwrap_or_default(),
        last: times().max().unwrap_or_default(),
        rows: rows.len() as u64,
        bytes: to_ipc(rows)?,
    })
}

macro_rules! tables {
    ($($(#[$about:meta])* $field:ident: $row:ty,)*) => {
        /// The rows of every table.
        #[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
        pub struct Rows {
            $($(#[$about])* pub $field: Vec<$row>,)*
        }

        impl Rows {
            /// The names of all tables.
            pub const NAMES: &'static [&'static str] = &[$(<$row as Table>::NAME),*];

            /// Number of rows of each table.
            pub fn counts(&self) -> Vec<(&'static str, usize)> {
                vec![$((<$row as Table>::NAME, self.$field.len())),*]
            }

            /// Number of rows of all tables.
            pub fn total(&self) -> usize {
                [$(self.$field.len()),*].into_iter().sum()
            }

            /// The chunks of all tables that have rows.
            pub fn chunks(&self) -> Result<Vec<Chunk>, RecordingError> {
                let mut chunks = Vec::new();
                self.for_chunks(usize::MAX, &mut |chunk| {
                    chunks.push(chunk);
                    Ok(())
                })?;
                Ok(chunks)
            }

            /// Gives `add` the chunks of all tables that have rows, each of at most `most` rows, one at a time.
            pub fn for_chunks(
                &self,
                most: usize,
                add: &mut dyn FnMut(Chunk) -> Result<(), RecordingError>,
            ) -> Result<(), RecordingError> {
                $(
                    for rows in self.$field.chunks(most.max(1)) {
                        add(chunk(rows)?)?;
                    }
                )*
                Ok(())
            }

            /// Gives `look` the rows of a table as columns, at most `most` rows at a time, and at first no rows.
            /// `false` for a table that is not known here.
            pub(crate) fn for_batches(
                &self,
                table: &str,
                most: usize,
                look: &mut dyn FnMut(&RecordBatch) -> Result<(), RecordingError>,
            ) -> Result<bool, RecordingError> {
                match table {
                    $(<$row as Table>::NAME => {
                        look(&<$row as Table>::to_batch(&[])?)?;
                        for rows in self.$field.chunks(most.max(1)) {
                            look(&<$row as Table>::to_batch(rows)?)?;
                        }
                    })*
                    _ => return Ok(false),
                }
                Ok(true)
            }

            /// Adds the rows of a chunk. Returns how many bytes these and their texts are, and `None` for a table that is not
            /// known here.
            pub fn add_chunk(
                &mut self,
                table: &str,
                bytes: Vec<u8>,
                space: Space,
                texts: &mut Texts,
            ) -> Result<Option<u64>, RecordingError> {
                let texts_before = texts.bytes();
                match table {
                    $(<$row as Table>::NAME => {
                        let mut rows = from_ipc::<$row>(bytes, space.memory, texts)?;
                        let taken = rows.len() * size_of::<$row>();
                        space.reserve(&mut self.$field, rows.len());
                        self.$field.append(&mut rows);
                        Ok(Some(taken as u64 + texts.bytes() - texts_before))
                    })*
                    _ => Ok(None),
                }
            }

            /// Adds all rows of another.
            pub fn append(&mut self, mut other: Self) {
                $(self.$field.append(&mut other.$field);)*
            }

            /// Sorts every table by time.
            pub fn sort(&mut self) {
                $(self.$field.sort_by_key(Table::time);)*
            }

            /// The latest time of a row.
            pub fn last_time(&self) -> Option<i64> {
                [$(self.$field.iter().map(Table::time).max()),*].into_iter().flatten().max()
            }

            /// Gives every text to `change`, with its table and its column.
            pub fn texts(&mut self, change: &mut dyn FnMut(&'static str, &'static str, &mut String)) {
                let mut texts = Texts::default();
                $(
                    for row in &mut self.$field {
                        row.texts(&mut texts, &mut |column, text| change(<$row as Table>::NAME, column, text));
                    }
                )*
            }
        }
    };
}

tables! {
    /// Writes and syncs.
    io: IoEvent,
    /// Processor time.
    cpu: CpuSample,
    /// Memory.
    memory: MemorySample,
    /// Garbage collections.
    gc: GarbageCollection,
    /// Busy threads.
    threads: ThreadSample,
    /// Captured stacks.
    stacks: Stack,
    /// Single requests.
    requests: Request,
    /// Requests per second.
    traffic: Traffic,
    /// Running queries.
    queries: RunningQuery,
    /// Databases.
    databases: DatabaseSample,
    /// Indexes.
    indexes: IndexSample,
    /// Batches of indexes.
    batches: IndexBatch,
    /// Log lines.
    logs: LogLine,
    /// Notifications.
    notifications: Notification,
    /// Events of the recorder.
    events: Event,
}
