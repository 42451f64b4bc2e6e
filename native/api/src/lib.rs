//! RavenDB's HTTP routes and sockets over the Rookery engine.
//!
//! ```
//! use std::sync::Arc;
//!
//! use axum::body::Body;
//! use axum::http::{Request, StatusCode};
//! use rookery_api::{ApiOptions, ApiService, ApiState};
//! use rookery_engine::{Engine, EngineOptions};
//! use tower::ServiceExt as _;
//!
//! # let folder = tempfile::tempdir()?;
//! # let runtime = tokio::runtime::Runtime::new()?;
//! # runtime.block_on(async {
//! let engine = Arc::new(Engine::open(EngineOptions::new(folder.path()))?);
//! engine.create("shop", serde_json::json!({}))?;
//! let service = ApiService::new(ApiState::new(engine, ApiOptions::default()));
//!
//! let put = Request::put("/databases/shop/docs?id=users/1").body(Body::from(r#"{"Name": "Ada"}"#))?;
//! assert_eq!(service.clone().oneshot(put).await?.status(), StatusCode::CREATED);
//! let get = Request::get("/databases/shop/docs?id=users/1").body(Body::empty())?;
//! assert_eq!(service.oneshot(get).await?.status(), StatusCode::OK);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`ApiService`] is a `tower::Service` that serves a port (`rookeryd`) and callers in the same process (the
//! addon) alike. [`feeds::connect`] does the same for the WebSocket routes: a feed sends and receives texts,
//! independent of their transport.
//!
//! A request is cancelled when its future is dropped, when its [`Client`] disconnects, or by the
//! `CancelToken` that the caller puts into its extensions.
//!
//! Contents: routes, their JSON shapes, errors in the protocol's form, the live feeds. Independent of
//! how the engine stores data, of the caller (a port, a process, a test) and of how threads are read
//! ([`threads::ThreadInspector`] is provided by the embedding program).

mod answer;
mod attachment_body;
mod attachment_list;
mod backups;
mod blocking;
pub mod body;
pub mod body_limits;
mod body_memory;
pub mod bulk;
mod byte_range;
mod client_refresh;
mod client_watch;
mod content_coding;
mod dto;
mod dumps;
mod engine_errors;
pub mod error;
mod etag;
mod fast_path;
mod feed_count;
pub mod feeds;
mod included_exchanges;
mod included_revisions;
mod included_time_series;
mod includes;
mod multipart;
mod operation_start;
#[cfg(feature = "own-process")]
pub mod other_processes;
#[cfg(feature = "own-process")]
pub mod own_process;
mod parameters;
mod process_memory;
pub mod processes;
mod query_includes;
mod request;
mod response_frame;
mod route_table;
mod routes;
mod running_backups;
mod saving;
mod state;
mod streaming;
mod subscription_workers;
pub mod subscriptions;
mod thread_request;
pub mod threads;
mod traffic;
mod traffic_watch;
pub mod version;

pub use backups::tasks::{BackupScheduler, run_due as run_due_backups};
pub use client_watch::Client;
pub use fast_path::ApiService;
pub use state::{ApiOptions, ApiState, FeedRhythm};
pub use subscription_workers::{SubscriptionTimes, TcpAddress};
