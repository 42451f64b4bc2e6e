//! The time of the last batches of indexes: `/indexes/performance`. The live feed sends
//! the new ones.

use axum::response::Response;

use crate::answer::ok;
use crate::blocking::blocking;
use crate::dto::index_performance::performances;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;

/// Unknown names are omitted, as on a real server.
pub(super) async fn performance(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let names: Vec<String> = query.all("name").map(str::to_owned).collect();
    blocking(move || Ok(ok(&performances(&database.index_performance(&names, 0).0)))).await
}
