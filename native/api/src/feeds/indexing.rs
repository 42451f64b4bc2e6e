//! Live indexing: first the last batches of indexes, then those that are new or continued, every few seconds.

use std::sync::Arc;

use rookery_engine::Database;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use super::{Disconnected, FeedChannels, HEARTBEAT};
use crate::dto::index_performance::performances;
use crate::state::FeedRhythm;

/// Of all indexes, or of those named.
pub(super) async fn run(
    database: Arc<Database>,
    names: Vec<String>,
    rhythm: FeedRhythm,
    mut ends: FeedChannels,
) -> Result<(), Disconnected> {
    let (known, mut next) = database.index_performance(&names, 0);
    ends.send(performances(&known).to_string()).await?;
    let mut last_sent = Instant::now();
    let mut look = interval_at(last_sent + rhythm.io_delta, rhythm.io_delta);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = ends.client_gone() => return Err(Disconnected),
            _ = look.tick() => {
                if !database.is_open() {
                    return Ok(());
                }
                let (found, after) = database.index_performance(&names, next);
                next = after;
                if !found.is_empty() {
                    ends.send(performances(&found).to_string()).await?;
                    last_sent = Instant::now();
                }
            }
            () = sleep_until(last_sent + rhythm.io_heartbeat) => {
                ends.send(HEARTBEAT).await?;
                last_sent = Instant::now();
            }
        }
    }
}
