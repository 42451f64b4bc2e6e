//! The thread that reads all ids of the data file: into the id filter and the row cache after opening, and into the row
//! cache again after many documents were saved without it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::Receiver;

use super::core::Core;
use crate::error::EngineError;

/// A bulk of saves has ended when no large flush came for this long.
const REST: Duration = Duration::from_secs(2);

impl Core {
    /// Runs until the database closes. If the file cannot be read, filter and cache stay incomplete, which costs only
    /// speed; readers of the file get the error.
    pub(crate) fn known_ids_loop(&self, left_out: &Receiver<()>) {
        if matches!(
            self.each_id(|id, etag| {
                self.id_filter.add(id);
                self.row_cache.remember(id, etag);
            }),
            Ok(true)
        ) {
            self.id_filter.complete();
        }
        while left_out.recv().is_ok() {
            // A message also says that the database closes.
            loop {
                if self.closing.load(Ordering::Acquire) {
                    return;
                }
                if left_out.recv_timeout(REST).is_err() {
                    break;
                }
            }
            let _ = self.each_id(|id, etag| self.row_cache.remember(id, etag));
        }
    }

    /// Visits the ids of the data file with their etags. Whether it was complete: it ends early when the database closes.
    fn each_id(&self, mut visit: impl FnMut(&str, i64)) -> Result<bool, EngineError> {
        for id in self.store.read()?.all_ids()? {
            let (id, etag) = id?;
            if self.closing.load(Ordering::Relaxed) {
                return Ok(false);
            }
            visit(&id, etag);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use bytes::Bytes;

    use super::REST;
    use crate::base::options::{EngineOptions, Tuning};
    use crate::database::Database;
    use crate::engine::Engine;
    use crate::transaction::command::Command;
    use crate::transaction::expected::Expected;

    fn save(database: &Database, ids: std::ops::Range<u32>) {
        let put = |number| Command::Put {
            id: format!("orders/{number}"),
            body: Bytes::from_static(br#"{"A":1}"#),
            expected: Expected::Any,
        };
        database.execute(ids.map(put).collect()).unwrap();
        database.core.flush_all().unwrap();
    }

    fn hints(database: &Database) -> usize {
        (0..100).filter(|number| database.core.row_cache.hint(&format!("orders/{number}")).is_some()).count()
    }

    #[test]
    fn rows_of_large_flushes_are_cached_when_no_more_come() {
        let folder = tempfile::tempdir().unwrap();
        let tuning = Tuning { flush_documents: 80, ..Tuning::default() };
        let engine = Engine::open(EngineOptions { tuning, ..EngineOptions::new(folder.path()) }).unwrap();
        engine.create("shop", serde_json::Value::Null).unwrap();
        let shop = engine.database("shop").unwrap();
        save(&shop, 0..10);
        assert_eq!(hints(&shop), 10);
        let begun = Instant::now();
        save(&shop, 10..60);
        assert!(hints(&shop) == 10 || begun.elapsed() >= REST);
        while hints(&shop) < 60 {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(20));
        }
        // Closes although the thread waits for the next flush.
        drop((shop, engine));
    }
}
