//! HTTP/1.1 on one connection: hyper with the bounds of the command line, in front of the API.

use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rookery_api::{ApiService, Client};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tower::Service;

use crate::bounds::Bounds;
use crate::connections::{Connection, Phase};
use crate::gate::{Gate, Rules};
use crate::paced_body::{Pace, PacedBody};

/// What serves the requests of every connection.
#[derive(Clone)]
pub struct Http {
    protocol: http1::Builder,
    api: Gate<ApiService>,
    bounds: Bounds,
}

impl Http {
    /// The API behind its gate.
    pub fn new(api: ApiService, rules: Rules, bounds: Bounds) -> Self {
        let mut protocol = http1::Builder::new();
        // Times are kept by the connection's phases, which costs no timer per request.
        protocol.header_read_timeout(None).max_headers(Bounds::HEADERS).max_header_size(Bounds::HEADER_BYTES);
        Self { protocol, api: Gate::new(api, rules), bounds }
    }

    /// The same for one client, whose long requests end when it disconnects.
    pub fn for_client(&self, client: Option<Arc<dyn Client>>) -> Self {
        let Some(client) = client else { return self.clone() };
        Self { api: self.api.clone().map(|api| api.with_client(client)), ..self.clone() }
    }

    /// Serves one connection to its end; after `stopping` it ends with the request in progress.
    pub async fn serve<S>(&self, stream: S, connection: Arc<Connection>, mut stopping: watch::Receiver<bool>)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let service = service_fn(|request| self.answer(request, connection.clone()));
        let served = self.protocol.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut served = pin!(served);
        tokio::select! {
            // How a connection breaks off is the client's business.
            _ = served.as_mut() => return,
            _ = stopping.wait_for(|stop| *stop) => {}
        }
        served.as_mut().graceful_shutdown();
        let _ = served.await;
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        connection: Arc<Connection>,
    ) -> Result<Response<AnswerBody>, Infallible> {
        connection.enter(Phase::Busy);
        let pace = Pace::of(request.uri().path(), &self.bounds);
        let request = request.map(|body| match body.is_end_stream() {
            true => Body::empty(),
            false => Body::new(PacedBody::new(body, pace)),
        });
        let response = self.api.clone().call(request).await?;
        let after = match response.status() {
            StatusCode::SWITCHING_PROTOCOLS => Phase::Upgraded,
            _ => Phase::Idle,
        };
        Ok(response.map(|body| AnswerBody { body, after, connection }))
    }
}

/// An answer's body; at its end the connection enters its next phase.
struct AnswerBody {
    body: Body,
    after: Phase,
    connection: Arc<Connection>,
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.connection.enter(self.after);
    }
}
