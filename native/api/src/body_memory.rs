//! How many bytes of request bodies are held in memory, over all requests of one server.
//!
//! A request reserves the bytes it has received, not its `Content-Length`, and releases them when its answer
//! is ready and no thread works on it. Above the limit the request is refused with 503 and
//! `Retry-After`.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;

use crate::dto::text::human_readable_size;
use crate::error::ApiError;

/// A body up to this size is not counted: with a bounded number of connections such bodies are bounded too,
/// and small requests are still answered when large ones hold all the memory.
pub const UNCOUNTED: usize = 64 * 1024;
/// Reservations grow and shrink in steps of this size, so that a stream rarely touches the shared counter.
const STEP: usize = 1 << 20;

tokio::task_local! {
    /// What the current request holds; `None` until its body is larger than [`UNCOUNTED`].
    pub static HELD: RefCell<Option<Arc<Reservation>>>;
}

/// The shared counter and its limit. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct BodyMemory(Arc<Counter>);

#[derive(Debug)]
struct Counter {
    limit: usize,
    used: AtomicUsize,
}

impl BodyMemory {
    /// A counter that admits `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self(Arc::new(Counter { limit, used: AtomicUsize::new(0) }))
    }

    /// A reservation of nothing yet.
    pub fn reservation(&self) -> Reservation {
        Reservation { memory: self.clone(), bytes: AtomicUsize::new(0) }
    }

    /// The current request's reservation, which lasts until its answer is ready. Outside a request, a new
    /// one.
    pub fn of_request(&self) -> Arc<Reservation> {
        let held = HELD
            .try_with(|held| held.borrow_mut().get_or_insert_with(|| Arc::new(self.reservation())).clone());
        held.unwrap_or_else(|_| Arc::new(self.reservation()))
    }

    /// Bytes reserved now.
    pub fn used(&self) -> usize {
        self.0.used.load(Ordering::Relaxed)
    }

    fn take(&self, bytes: usize) -> bool {
        let admitted = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= self.0.limit);
        self.0.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, admitted).is_ok()
    }

    /// The refusal of a request above the limit.
    pub fn exhausted(&self) -> ApiError {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "System.OutOfMemoryException",
            format!(
                "Request bodies that are being received take all the memory this server has for them ({}). Send the request again \
                 in a moment, or start the server with a larger --body-memory.",
                human_readable_size(self.0.limit as u64)
            ),
        )
        .with_header("retry-after", "1")
    }
}

/// Bytes reserved for one body or stream. Dropping it gives them back.
#[derive(Debug)]
pub struct Reservation {
    memory: BodyMemory,
    bytes: AtomicUsize,
}

impl Reservation {
    /// Reserves more.
    ///
    /// # Errors
    /// 503 without memory; earlier reservations remain.
    pub fn add(&self, bytes: usize) -> Result<(), ApiError> {
        if !self.memory.take(bytes) {
            return Err(self.memory.exhausted());
        }
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Another one of the same memory, with nothing in it.
    pub fn another(&self) -> Self {
        self.memory.reservation()
    }

    /// Gives back a part of what was reserved.
    pub fn give_back(&self, bytes: usize) {
        let before = self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        debug_assert!(before >= bytes, "{before} bytes are reserved, {bytes} cannot be given back");
        self.memory.0.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Reserves `bytes` in all, rounded up to whole steps; false without memory. For streams whose need
    /// changes with every piece: most calls change nothing.
    pub fn cover(&mut self, bytes: usize) -> bool {
        let wanted = bytes.div_ceil(STEP) * STEP;
        let held = *self.bytes.get_mut();
        if wanted > held {
            return self.add(wanted - held).is_ok();
        }
        // One step of slack, so that a need that moves around a step's edge does not reserve and give back
        // each time.
        if held - wanted > STEP {
            self.give_back(held - wanted);
        }
        true
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.memory.0.used.fetch_sub(*self.bytes.get_mut(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reservations_stay_below_the_limit_and_end_when_dropped() {
        let memory = BodyMemory::new(100);
        let first = memory.reservation();
        first.add(60).unwrap();
        let second = memory.reservation();
        let error = second.add(41).unwrap_err();
        assert_eq!(error.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(error.headers.iter().any(|(name, value)| name == "retry-after" && value == "1"));
        second.add(40).unwrap();
        first.give_back(10);
        assert_eq!(memory.used(), 90);
        drop(first);
        assert_eq!(memory.used(), 40);
        assert!(second.add(usize::MAX).is_err());
        drop(second);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_stream_reserves_in_steps() {
        let memory = BodyMemory::new(3 * STEP);
        let mut stream = memory.reservation();
        assert!(stream.cover(1) && memory.used() == STEP);
        assert!(stream.cover(STEP) && memory.used() == STEP);
        assert!(stream.cover(2 * STEP + 1) && memory.used() == 3 * STEP);
        assert!(!stream.cover(3 * STEP + 1) && memory.used() == 3 * STEP);
        assert!(stream.cover(2 * STEP) && memory.used() == 3 * STEP);
        assert!(stream.cover(0) && memory.used() == 0);
    }
}
