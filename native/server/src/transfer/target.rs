//! The API of the place where the database is.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response};
use rookery_api::{ApiOptions, ApiService, ApiState};
use rookery_engine::Engine;
use tower::ServiceExt as _;

use super::arguments::Place;
use crate::data_folder;
use crate::remote::{Failure, Remote};

/// What answers the requests.
pub enum Target {
    /// The engine over a data folder, in this process.
    Folder { engine: Arc<Engine>, api: ApiService },
    /// A server.
    Server(Remote),
}

impl Target {
    /// Opens the data folder, or checks the address.
    pub fn open(place: &Place) -> Result<Self, Failure> {
        match place {
            Place::Folder(folder) => Self::open_folder(folder),
            Place::Server { url, tls } => Remote::new(url, tls).map(Self::Server),
        }
    }

    fn open_folder(folder: &Path) -> Result<Self, Failure> {
        let engine = data_folder::open(folder).map_err(Failure::new)?;
        let engine = Arc::new(engine);
        let api = ApiService::new(ApiState::new(engine.clone(), ApiOptions::default()));
        Ok(Self::Folder { engine, api })
    }

    /// Sends one request. The answer's body may still arrive.
    pub async fn send(&self, request: Request<Body>) -> Result<Response<Body>, Failure> {
        match self {
            Self::Folder { api, .. } => match api.clone().oneshot(request).await {
                Ok(response) => Ok(response),
            },
            Self::Server(remote) => remote.send(request).await,
        }
    }

    /// Flushes and closes the data folder; nothing for a server.
    pub fn close(self) -> Result<(), Failure> {
        match self {
            Self::Folder { engine, api } => {
                drop(api);
                engine.close().map_err(|error| {
                    Failure::new(format!("The data folder was not closed cleanly: {error}."))
                })
            }
            Self::Server(_) => Ok(()),
        }
    }
}
