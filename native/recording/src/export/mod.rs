//! Recordings for other programs: RavenDB's I/O statistics, speedscope, spreadsheets.

mod csv;
mod io_metrics;
mod part;
mod speedscope;

pub use csv::csv;
pub use io_metrics::io_metrics;
pub use part::{Part, write_part};
pub use speedscope::speedscope;
