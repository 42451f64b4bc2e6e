//! Compaction of the data file. Needs exclusive access: reads wait meanwhile.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use redb::CompactionError;

use super::{OpenStore, Store, failed, with_cause};
use crate::error::EngineError;
use rookery_storage::Purpose;

/// How long running reads are waited for. New ones wait at the lock all that time.
const LAST_READERS: Duration = Duration::from_secs(2);

impl Store {
    /// Removes unused pages from the file; a crash meanwhile loses nothing. Returns the reason if it could
    /// not start. The caller prevents flushes.
    pub(crate) fn compact(&self) -> Result<Option<String>, EngineError> {
        let mut open = self.open.write();
        self.forget_shared();
        let Some(OpenStore { mut database, state, writable }) = open.take() else {
            return Ok(Some("the data file is closed".to_owned()));
        };
        let put_back = |database, state| Some(OpenStore { database, state, writable });
        if !writable {
            *open = put_back(database, state);
            return Ok(Some("the data file cannot be written at the moment".to_owned()));
        }
        let patience = Instant::now() + LAST_READERS;
        let mut alone = loop {
            database = match Arc::try_unwrap(database) {
                Ok(alone) => break alone,
                Err(held) if Instant::now() < patience => held,
                Err(held) => {
                    *open = put_back(held, state);
                    return Ok(Some(
                        "long reads are still using the data file; compact again later".to_owned(),
                    ));
                }
            };
            std::thread::sleep(Duration::from_millis(1));
        };
        let compacted = alone.compact();
        *open = put_back(Arc::new(alone), state.clone());
        match compacted {
            Ok(_) => Ok(None),
            Err(CompactionError::Storage(error)) => {
                // The instance is lost as after any failed write; everything committed is kept.
                drop(open);
                let failure = state.lock().failure().map(str::to_owned);
                let _ = self.reopen();
                Err(with_cause(failed(&self.path, "compact", error), failure.as_deref()))
            }
            Err(other) => Ok(Some(other.to_string())),
        }
    }

    /// Bytes of the file.
    pub(crate) fn file_size(&self) -> Result<u64, EngineError> {
        let path: &Path = self.path.as_path();
        let size = self.disk.open(path, Purpose::Read).and_then(|file| file.size());
        size.map_err(EngineError::io(path, "read the size of"))
    }
}
