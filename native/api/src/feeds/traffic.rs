//! The traffic watch: a frame per request.

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::{Disconnected, FeedChannels, HEARTBEAT};
use crate::state::FeedRhythm;
use crate::traffic_watch::TrafficWatcher;

/// `database`: the one whose requests are sent; `None` for all, and those of none.
pub(super) async fn run(
    mut watcher: TrafficWatcher,
    database: Option<String>,
    rhythm: FeedRhythm,
    mut ends: FeedChannels,
) -> Result<(), Disconnected> {
    let is_wanted =
        |name: &str| database.as_ref().is_none_or(|wanted| wanted.to_lowercase() == name.to_lowercase());
    let mut last_sent = Instant::now();
    loop {
        tokio::select! {
            () = ends.client_gone() => return Err(Disconnected),
            received = watcher.items.recv() => match received {
                Ok(item) if is_wanted(&item.database) => {
                    ends.send(item.text.clone()).await?;
                    last_sent = Instant::now();
                }
                // The client is too slow for all of them.
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return Ok(()),
            },
            () = sleep_until(last_sent + rhythm.heartbeat) => {
                ends.send(HEARTBEAT).await?;
                last_sent = Instant::now();
            }
        }
    }
}
