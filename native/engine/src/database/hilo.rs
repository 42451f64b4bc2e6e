//! Ranges of ids for clients that make their own: `Raven/Hilo/<tag>` documents holding the greatest number
//! assigned.

use bytes::Bytes;
use serde::Deserialize;
use time::Duration;

use super::Database;
use crate::base::null_as_default::null_as_default;
use crate::error::EngineError;
use crate::transaction::command::{Command, HiloRange, HiloRequest};
use crate::transaction::expected::Expected;

const FIRST_RANGE: i64 = 32;
const GREATEST_RANGE: i64 = 1 << 20;
/// A client that requests its next range sooner is busy: the range doubles.
const BUSY: Duration = Duration::seconds(30);
/// A client that requests its next range later: the range halves.
const IDLE: Duration = Duration::seconds(60);

#[derive(Deserialize)]
struct HiloDocument {
    #[serde(rename = "Max", default, deserialize_with = "null_as_default")]
    max: i64,
}

impl Database {
    /// Assigns a range of ids to one client. The size follows how fast the client uses its ranges up.
    pub fn hilo_next(&self, request: &HiloRequest) -> Result<HiloRange, EngineError> {
        let id = document_id(&request.tag);
        let now = self.core.clock.now();
        let size = range_size(request, now);
        loop {
            let (max, expected) = self.hilo_state(&id)?;
            let low = max.max(request.last_max);
            let high = low.checked_add(size).ok_or_else(|| EngineError::BadDocument {
                id: id.clone(),
                reason: format!("the numbers of '{}' are used up", request.tag),
            })?;
            match self.save_hilo(&id, high, expected) {
                // Another client got a range in between: read again.
                Err(EngineError::Concurrency { .. }) => continue,
                other => other?,
            }
            return Ok(HiloRange {
                prefix: format!("{}{}", request.tag, request.separator),
                low: low + 1,
                high,
                last_size: size,
                server_tag: self.core.node_tag.clone(),
                last_range_at: now,
            });
        }
    }

    /// Takes back the unused end of a range, unless a later range was assigned since.
    pub fn hilo_return(&self, tag: &str, end: i64, last: i64) -> Result<(), EngineError> {
        let id = document_id(tag);
        let (max, expected) = self.hilo_state(&id)?;
        if max != end || last >= end || expected == Expected::MustNotExist {
            return Ok(());
        }
        match self.save_hilo(&id, last, expected) {
            Err(EngineError::Concurrency { .. }) => Ok(()),
            other => other,
        }
    }

    fn hilo_state(&self, id: &str) -> Result<(i64, Expected), EngineError> {
        let Some(document) = self.get(id)? else { return Ok((0, Expected::MustNotExist)) };
        let state: HiloDocument =
            serde_json::from_slice(&document.body).map_err(|error| EngineError::BadDocument {
                id: id.to_owned(),
                reason: format!("it is not a range document: {error}"),
            })?;
        Ok((state.max, Expected::ChangeVector(document.change_vector)))
    }

    fn save_hilo(&self, id: &str, max: i64, expected: Expected) -> Result<(), EngineError> {
        let body = Bytes::from(format!("{{\"Max\":{max},\"@metadata\":{{\"@collection\":\"@hilo\"}}}}"));
        self.execute(vec![Command::Put { id: id.to_owned(), body, expected }]).map(|_| ())
    }
}

fn document_id(tag: &str) -> String {
    format!("Raven/Hilo/{tag}")
}

fn range_size(request: &HiloRequest, now: time::OffsetDateTime) -> i64 {
    let last = request.last_batch_size;
    let since = request.last_range_at.map(|at| now - at);
    let size = match since {
        Some(since) if last > 0 && since < BUSY => last.saturating_mul(2),
        Some(since) if last > 0 && since > IDLE => last / 2,
        _ => last,
    };
    size.clamp(FIRST_RANGE, GREATEST_RANGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::OffsetDateTime;

    fn size(last_batch_size: i64, seconds_ago: i64) -> i64 {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(1);
        let request = HiloRequest {
            tag: "users".into(),
            last_batch_size,
            last_range_at: Some(now - Duration::seconds(seconds_ago)),
            separator: '/',
            last_max: 0,
        };
        range_size(&request, now)
    }

    #[test]
    fn ranges_follow_how_fast_they_are_used_up() {
        assert_eq!(size(0, 86_400), 32);
        assert_eq!(size(32, 5), 64);
        assert_eq!(size(64, 45), 64);
        assert_eq!(size(4096, 3600), 2048);
        assert_eq!(size(32, 3600), 32);
        assert_eq!(size(i64::MAX, 1), 1 << 20);
    }
}
