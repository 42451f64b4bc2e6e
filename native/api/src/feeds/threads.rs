//! Live threads: one sample after another. A failed sample is sent as `{"Error": …}` and repeated.

use std::sync::Arc;

use serde_json::json;

use super::{Disconnected, FeedChannels};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::state::FeedRhythm;
use crate::threads::{ThreadInspector, info_object};

pub(super) async fn run(
    inspector: Arc<dyn ThreadInspector>,
    rhythm: FeedRhythm,
    mut ends: FeedChannels,
) -> Result<(), Disconnected> {
    loop {
        let sampler = inspector.clone();
        let sample = blocking(move || Ok::<_, ApiError>(sampler.runaway(rhythm.threads)));
        let frame = tokio::select! {
            () = ends.client_gone() => return Err(Disconnected),
            sample = sample => match sample {
                Ok(Ok(report)) => info_object(&report, usize::MAX),
                Ok(Err(sentence)) => json!({ "Error": sentence }),
                Err(error) => json!({ "Error": error.message }),
            },
        };
        let failed = frame.get("Error").is_some();
        ends.send(frame.to_string()).await?;
        if failed {
            tokio::select! {
                () = ends.client_gone() => return Err(Disconnected),
                () = tokio::time::sleep(rhythm.heartbeat) => {}
            }
        }
    }
}
