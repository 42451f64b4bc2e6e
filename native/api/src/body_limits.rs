//! Limits of request bodies: the bytes of one body, and the memory of all bodies together.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::body_memory::{BodyMemory, Reservation, UNCOUNTED};
use crate::dto::text::human_readable_size;
use crate::error::ApiError;

/// What a request body may take.
#[derive(Debug, Clone)]
pub struct BodyLimits {
    /// Most bytes of one body, before and after decoding.
    pub bytes: usize,
    /// The bytes of all bodies together.
    pub memory: BodyMemory,
}

/// Counts a body's bytes as they arrive, against the limit of one body and the memory for all.
pub struct ByteCount<'a> {
    limits: &'a BodyLimits,
    /// The bytes so far.
    pub(crate) total: usize,
    /// The reservation that counts them, for larger bodies.
    pub(crate) held: Option<Arc<Reservation>>,
}

impl<'a> ByteCount<'a> {
    /// Nothing has arrived yet.
    pub fn new(limits: &'a BodyLimits) -> Self {
        Self { limits, total: 0, held: None }
    }

    /// More has arrived.
    ///
    /// # Errors
    /// 413 above the limit of one body, 503 without memory for more.
    pub fn add(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.total += bytes;
        if self.total > self.limits.bytes {
            return Err(too_large(self.limits.bytes));
        }
        if self.total <= UNCOUNTED {
            return Ok(());
        }
        match &self.held {
            Some(held) => held.add(bytes),
            None => self.held.insert(self.limits.memory.of_request()).add(self.total),
        }
    }
}

/// Says the limit.
pub fn too_large(limit: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "Raven.Client.Exceptions.BadRequestException",
        format!(
            "The request body is larger than this server takes ({}). Send it in smaller batches.",
            human_readable_size(limit as u64)
        ),
    )
}
