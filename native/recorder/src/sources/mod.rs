//! What is read from a server: routes, and how their answers become rows.

mod batches;
mod databases;
mod io;
mod logs;
mod machine;
mod notifications;
mod queries;
mod stacks;
mod traffic;

use std::ops::Range;
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rookery_recording::Manifest;
use rookery_recording::tables::Rows;
use serde_json::Value;

use crate::options::{Options, Requests};

pub use stacks::{Capture, stack_rows};

/// Requests of the recorder have this in their query string, so that the traffic watch can leave them out.
pub const MARK: &str = "rookeryRecorder=1";

/// The route of requests.
pub const TRAFFIC_WATCH: &str = "/admin/traffic-watch";

/// How a route is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// A WebSocket that stays open.
    Socket,
    /// A WebSocket that is open for [`SAMPLE`] in every [`SAMPLE_EVERY`]: its messages cost the server time.
    Sampled,
    /// A request, repeated after this time.
    Poll(Duration),
}

/// How long a sampled WebSocket is open: at least one second of the server's clock from start to end.
pub const SAMPLE: Duration = Duration::from_millis(2_500);
/// From one opening of a sampled WebSocket to the next.
pub const SAMPLE_EVERY: Duration = Duration::from_secs(20);

/// One answer of a server.
pub struct Answer {
    /// When it arrived, µs since 1970, clock of the recorder.
    pub time: i64,
    /// How long the server took, in µs; 0 for sockets.
    pub took_us: u64,
    /// The text.
    pub text: String,
}

impl Answer {
    /// The answer as JSON; null if it is none.
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

/// Makes rows of answers.
pub trait Parser: Send {
    /// Adds the rows of an answer.
    fn add(&mut self, answer: &Answer, rows: &mut Rows);

    /// The socket was opened again: its first answer repeats what was read.
    fn reopened(&mut self) {}

    /// It is read in samples from now on.
    fn sampled(&mut self, _rows: &mut Rows) {}

    /// A sample is over: it was open from and to these times, clock of the recorder.
    fn sample_ended(&mut self, _open: Range<i64>, _rows: &mut Rows) {}

    /// Adds what was held back. Called once a second and at the end.
    fn flush(&mut self, _now: i64, _ended: bool, _rows: &mut Rows) {}
}

/// A route of a server.
pub struct Source {
    /// The path with its query.
    pub path: String,
    /// The route as reports name it.
    pub route: String,
    /// The database; empty for the server.
    pub database: String,
    pub reading: Reading,
    pub parser: Box<dyn Parser>,
}

impl Source {
    fn of_server(route: &str, query: &str, reading: Reading, parser: Box<dyn Parser>) -> Self {
        Self {
            path: format!("{route}?{query}{MARK}"),
            route: route.to_owned(),
            database: String::new(),
            reading,
            parser,
        }
    }

    fn of_database(database: &str, route: &str, reading: Reading, parser: Box<dyn Parser>) -> Self {
        Self {
            path: format!("/databases/{}/{route}?{MARK}", utf8_percent_encode(database, NON_ALPHANUMERIC)),
            route: format!("/databases/{{db}}/{route}"),
            database: database.to_owned(),
            reading,
            parser,
        }
    }
}

/// All sources of a server and its databases.
pub fn sources(manifest: &Manifest, options: &Options) -> Vec<Source> {
    let databases = &manifest.databases;
    let started = manifest.started.saturating_add(manifest.clock_offset);
    let seconds = |seconds| Reading::Poll(Duration::from_secs(seconds));
    let mut sources = vec![
        Source::of_server("/threads-info/watch", "", Reading::Socket, Box::new(machine::Threads)),
        Source::of_server(
            "/admin/debug/memory/stats",
            "includeThreads=false&includeMappings=false&",
            seconds(5),
            Box::new(machine::Memory),
        ),
        Source::of_server(
            "/admin/debug/memory/gc",
            "",
            seconds(2),
            Box::new(machine::Collections::default()),
        ),
        Source::of_server(
            "/admin/debug/io-metrics/live",
            "",
            Reading::Socket,
            Box::new(io::Io::new("", started)),
        ),
        Source::of_server(
            "/debug/queries/running/live",
            "",
            Reading::Socket,
            Box::new(queries::RunningQueries::default()),
        ),
        Source::of_server(
            "/server/notification-center/watch",
            "",
            Reading::Socket,
            Box::new(notifications::Notifications::new("", started)),
        ),
    ];
    if options.requests != Requests::None {
        let parser = Box::new(traffic::TrafficWatch::new(databases.clone(), manifest.clock_offset));
        sources.push(Source::of_server(TRAFFIC_WATCH, "", Reading::Socket, parser));
    }
    if options.log_level != "Off" {
        let parser = Box::new(logs::Logs::new(&options.log_level));
        sources.push(Source::of_server("/admin/logs/watch", "", Reading::Socket, parser));
    }
    for database in databases {
        let name = database.as_str();
        let socket = |route, parser| Source::of_database(name, route, Reading::Socket, parser);
        sources.push(socket("debug/io-metrics/live", Box::new(io::Io::new(name, started))));
        sources.push(socket("indexes/performance/live", Box::new(batches::Batches::new(name, started))));
        sources.push(socket(
            "notification-center/watch",
            Box::new(notifications::Notifications::new(name, started)),
        ));
        let poll = |route, interval, parser| Source::of_database(name, route, seconds(interval), parser);
        sources.push(poll("stats", 5, Box::new(databases::Database::new(name))));
        sources.push(poll("indexes/stats", 10, Box::new(databases::Indexes::new(name))));
    }
    sources
}
