//! What the last batches of indexes spent their time on, in the shape of `/indexes/performance`. The live feed says
//! the same of what is new.

use axum::response::Response;

use crate::answer::ok;
use crate::blocking::blocking;
use crate::dto::index_performance::performances;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;

/// A name nobody has is left out of the results, as on a real server.
pub(super) async fn performance(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let names: Vec<String> = query.all("name").map(str::to_owned).collect();
    blocking(move || Ok(ok(&performances(&database.index_performance(&names, 0).0)))).await
}
