//! A body of which every part is shown to a function; otherwise it stays as it is.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::{Frame, SizeHint};

/// `see` is dropped with the body.
pub(super) fn seen(body: Body, see: impl FnMut(&Bytes) + Send + Unpin + 'static) -> Body {
    Body::new(SeenBody { body, see })
}

struct SeenBody<S> {
    body: Body,
    see: S,
}

impl<S: FnMut(&Bytes) + Unpin> HttpBody for SeenBody<S> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(data) = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()) {
            (self.see)(data);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
