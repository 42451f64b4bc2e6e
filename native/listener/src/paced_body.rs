//! A request body that must keep coming: a client that sends a few bytes now and then holds memory and a
//! connection.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use rookery_api::body::SlowBody;
use tokio::time::{Instant, Sleep, sleep};

use crate::bounds::Bounds;

/// How many bytes must come in which time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    within: Duration,
    least: usize,
}

impl Pace {
    /// What holds for a path. A bulk insert is saved while it arrives and holds next to nothing when it
    /// pauses; its clients send a heartbeat now and then.
    pub fn of(path: &str, bounds: &Bounds) -> Self {
        match path.ends_with("/bulk_insert") {
            true => Self { within: bounds.stall, least: 1 },
            false => Self { within: bounds.body_pause, least: Bounds::BODY_PROGRESS },
        }
    }
}

/// The body with its clock, which runs while the body is waited for.
pub struct PacedBody {
    body: Incoming,
    pace: Pace,
    received: usize,
    until: Option<Pin<Box<Sleep>>>,
}

impl PacedBody {
    /// Holds a body to a pace.
    pub fn new(body: Incoming, pace: Pace) -> Self {
        Self { body, pace, received: 0, until: None }
    }
}

impl Body for PacedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                this.received += frame.data_ref().map_or(0, Bytes::len);
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let Pace { within, least } = this.pace;
        let until = this.until.get_or_insert_with(|| Box::pin(sleep(within)));
        while until.as_mut().poll(context).is_ready() {
            if this.received < least {
                return Poll::Ready(Some(Err(Box::new(too_slow(this.pace, this.received)))));
            }
            this.received = 0;
            until.as_mut().reset(Instant::now() + within);
        }
        Poll::Pending
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn too_slow(pace: Pace, received: usize) -> SlowBody {
    let seconds = pace.within.as_secs_f64();
    SlowBody(format!(
        "The request body brought {received} bytes in {seconds} s, and at least {} must come in that time (start the \
         server with a longer --body-timeout or --stall-timeout for slower clients)",
        pace.least
    ))
}
