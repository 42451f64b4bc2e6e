//! The list of routes: one builder that registers a handler and remembers its path and method, so that
//! `/debug/routes` lists all registered routes.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{MethodRouter, delete, get, head, patch, post, put};

use crate::state::ApiState;

/// A router under construction.
#[derive(Default)]
pub struct RouteTable {
    router: Router<ApiState>,
    listed: RouteList,
}

/// Path to methods, as registered.
pub type RouteList = BTreeMap<&'static str, Vec<&'static str>>;

macro_rules! method {
    ($name:ident, $text:literal, $route:ident) => {
        #[doc = concat!("Registers a handler for ", $text, ".")]
        #[must_use]
        pub fn $name<H, T>(self, path: &'static str, handler: H) -> Self
        where
            H: Handler<T, ApiState>,
            T: 'static,
        {
            self.add($text, path, $route(handler))
        }
    };
}

impl RouteTable {
    method!(get, "GET", get);
    method!(post, "POST", post);
    method!(put, "PUT", put);
    method!(delete, "DELETE", delete);
    method!(head, "HEAD", head);
    method!(patch, "PATCH", patch);

    /// Registers a prepared route.
    #[must_use]
    pub fn route(self, method: &'static str, path: &'static str, handler: MethodRouter<ApiState>) -> Self {
        self.add(method, path, handler)
    }

    fn add(mut self, method: &'static str, path: &'static str, handler: MethodRouter<ApiState>) -> Self {
        self.router = self.router.route(path, handler);
        self.listed.entry(path).or_default().push(method);
        self
    }

    /// The router, with the list of its routes at `path`, formatted by `show`.
    pub fn finish(self, path: &'static str, show: fn(&RouteList) -> Response) -> Router<ApiState> {
        // Known only when everything is registered; kept by this one route, so that no other request pays for
        // it.
        let list = Arc::new(OnceLock::<RouteList>::new());
        let kept = list.clone();
        let table = self.get(path, async move || show(kept.get_or_init(RouteList::new)));
        // Set once, before the first request.
        let _ = list.set(table.listed);
        table.router
    }
}
