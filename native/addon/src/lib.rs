//! The engine inside a Node process: a thin layer over rookery-api.
//!
//! ```js
//! const { openEngine } = require('./rookery.node');
//! const engine = await openEngine(JSON.stringify({ dataDir: '/tmp/example' }));
//! const { status, body } = await engine.request('GET', '/databases', '', null).answer;
//! await engine.close();
//! ```
//!
//! `tests/load.mjs` runs these calls in the built module.
//!
//! Contents: requests, answers and feed texts across Node-API, the syntax of queries, recordings, and
//! checks of disks. Independent of routes and documents. `index.d.ts` next to `src` is written by hand and describes the exports.
//!
//! Two rules shape it. Every handle brings its own threads, so that several environments (workers, a second
//! copy of the module) never share or stop each other's. Data for JavaScript is always copied, because
//! Electron forbids buffers that live outside its heap.

#![cfg_attr(test, allow(dead_code, reason = "exports are registered only outside of test builds"))]

mod answer;
mod application_port;
mod disk_check;
mod failure;
mod handle;
mod opening;
mod port;
mod private_file;
mod query_check;
mod recorder;
mod recording;
mod socket;
mod stream;
mod upload;

/// The version of the engine in this module.
#[napi_derive::napi]
pub fn version() -> &'static str {
    rookery_api::version::FULL_VERSION
}
