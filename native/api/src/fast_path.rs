//! The path before the router: the most frequent request of a database, a document by its
//! id, is answered where it arrives. Routing, with all it allocates, costs more than reading a document does.
//!
//! Any other request (a second parameter, a database that is not open) goes to the router, which
//! answers the same request in the same words.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody as _;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::future::RouteFuture;
use futures_util::future::Either;
use tower::Service;

use crate::blocking::panic_text;
use crate::client_refresh;
use crate::client_watch::Client;
use crate::error::ApiError;
use crate::response_frame;
use crate::routes::{self, documents};
use crate::state::ApiState;
use crate::traffic::ObservedRequest;

/// The whole API over one engine, as a `tower::Service`.
#[derive(Clone)]
pub struct ApiService {
    state: ApiState,
    router: axum::Router,
    client: Option<Arc<dyn Client>>,
}

impl ApiService {
    /// Everything over the engine of `state`.
    pub fn new(state: ApiState) -> Self {
        Self { router: routes::router(state.clone()), state, client: None }
    }

    /// The same for the requests of one client, whose work is cancelled when the client disconnects.
    #[must_use]
    pub fn with_client(self, client: Arc<dyn Client>) -> Self {
        Self { client: Some(client), ..self }
    }

    /// The answer, if the request can be answered without the router.
    fn answer(&self, request: &Request) -> Option<Response> {
        if request.method() != Method::GET {
            return None;
        }
        let (name, route) = request.uri().path().strip_prefix("/databases/")?.split_once('/')?;
        let query = request.uri().query()?.trim_start_matches('?');
        let usual = route == "docs" && query.starts_with("id=") && !query.contains('&');
        if !usual || name.contains('%') {
            return None;
        }
        let database = self.state.engine().opened(name)?;
        let read = || documents::one(&database, query, request.headers());
        let answer = catch_unwind(AssertUnwindSafe(read))
            .unwrap_or_else(|payload| Err(ApiError::panicked(&panic_text(&*payload))));
        let mut response = response_frame::framed(answer.into_response(), request.uri(), false);
        // As routes do it.
        if let Some(length) = response.body().size_hint().exact() {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
        if client_refresh::is_outdated(&self.state, request.uri().path(), request.headers()) {
            client_refresh::add_header(&mut response);
        }
        Some(response)
    }
}

type Answered = Result<Response, Infallible>;
type Unobserved = Either<Ready<Answered>, RouteFuture<Infallible>>;
type Observed = Pin<Box<dyn Future<Output = Answered> + Send>>;

impl ApiService {
    /// The same as a call, observed for the traffic watch.
    fn call_observed(&self, request: Request) -> Observed {
        let mut service = self.clone();
        Box::pin(async move {
            let read = ObservedRequest::read(service.state.clone(), request, service.client.as_ref());
            let (observed, request) = read.await;
            Ok(observed.report(service.call_unobserved(request).await?))
        })
    }

    fn call_unobserved(&mut self, mut request: Request) -> Unobserved {
        match self.answer(&request) {
            Some(answer) => Either::Left(ready(Ok(answer))),
            None => {
                if let Some(client) = &self.client {
                    request.extensions_mut().insert(client.clone());
                }
                Either::Right(self.router.call(request))
            }
        }
    }
}

impl Service<Request> for ApiService {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Unobserved, Observed>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // A router is always ready.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self.state.traffic().is_watched() {
            true => Either::Right(self.call_observed(request)),
            false => Either::Left(self.call_unobserved(request)),
        }
    }
}
