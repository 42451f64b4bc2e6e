//! Live I/O: first everything remembered, then what happened since, every few seconds.

use std::sync::Arc;

use rookery_engine::IoMetrics;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use super::{Disconnected, FeedChannels, HEARTBEAT};
use crate::dto::io_metrics::{delta, snapshot_and_cursor};
use crate::state::FeedRhythm;

pub(super) async fn run(
    metrics: Arc<IoMetrics>,
    rhythm: FeedRhythm,
    mut ends: FeedChannels,
) -> Result<(), Disconnected> {
    let (snapshot, mut cursor) = snapshot_and_cursor(&metrics);
    ends.send(snapshot.to_string()).await?;
    let mut last_sent = Instant::now();
    let mut look = interval_at(last_sent + rhythm.io_delta, rhythm.io_delta);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = ends.client_gone() => return Err(Disconnected),
            _ = look.tick() => {
                let (found, next) = metrics.since(cursor);
                cursor = next;
                if let Some(frame) = delta(found) {
                    ends.send(frame.to_string()).await?;
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
