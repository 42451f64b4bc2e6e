//! Makes recordings of a server: which routes are read, how their answers become rows, what triggers, and the file.
//!
//! ```
//! use rookery_recorder::{Answer, Length, Opening, Options, Session, now};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("a.rookery");
//! let file = std::fs::File::create_new(&path)?;
//! let opening = Opening { databases: vec!["shop".to_owned()], ..Opening::default() };
//! let minute = Length::Next(std::time::Duration::from_secs(60));
//! let options = Options { length: minute, log_level: "Off".to_owned(), ..Options::default() };
//! let (session, mut feeds) = Session::start(options, opening.manifest(), file, path.clone(), |_| {})?;
//! // The caller reads each feed's route with its own connection, and adds what the server answers.
//! let statistics = feeds.iter_mut().find(|feed| feed.path().contains("/shop/stats")).expect("a source");
//! let is_read_on =
//!     statistics.add(&Answer { time: now(), took_us: 900, text: r#"{"CountOfDocuments":7}"#.to_owned() });
//! assert!(is_read_on);
//! let finished = session.finish("It was stopped.")?;
//! assert_eq!(finished.rows, 1);
//! let recording = rookery_recording::read_file(&path, rookery_recording::Limits::default())?;
//! assert_eq!(recording.rows.databases[0].documents, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate opens no connection: `rookeryd record` and the studio's host each read the routes in their own way.

mod feed;
mod opening;
mod options;
mod output;
mod rate;
mod reports;
mod session;
mod sink;
mod sources;
mod triggers;
mod values;

pub use feed::Feed;
pub use opening::{Clock, Opening};
pub use options::{LEVELS, Length, MOST_PER_SECOND, Options, Requests, TOO_BUSY};
pub use output::WriteError;
pub use session::{CaptureRequest, Captures, Finished, Session};
pub use sources::{Answer, MARK, Reading, SAMPLE, SAMPLE_EVERY};
pub use triggers::{Fired, Trigger};
pub use values::now;
