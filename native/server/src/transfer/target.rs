//! The API of the place where the database is.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response};
use rookery_api::{ApiOptions, ApiService, ApiState};
use rookery_engine::{Engine, EngineOptions};
use tower::ServiceExt as _;

use super::arguments::Place;
use super::failure::Failure;
use super::remote::Remote;

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
        // The engine would make a missing folder.
        if !folder.join("server.json").is_file() {
            return Err(Failure::new(format!(
                "{} is not a data folder of rookeryd: it has no server.json. Name the folder that rookeryd was \
                 started with (--data).",
                folder.display()
            )));
        }
        let engine = Engine::open(EngineOptions::new(folder)).map_err(|error| {
            let error = error.to_string();
            let advice = match error.contains("in use by") {
                true => " Use --url with the address of the running server instead.",
                false => "",
            };
            Failure::new(format!("{}.{advice}", error.trim_end_matches('.')))
        })?;
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
