//! Log lines, notifications, and what the recorder itself has to say.

use crate::table::row_type;

row_type! {
    /// A line of the server's log.
    pub struct LogLine = "logs" {
        /// µs since 1970, clock of the recorder when it arrived.
        pub time: i64,
        /// `Trace`, `Debug`, `Info`, `Warn`, `Error` or `Fatal`.
        pub level: String,
        /// The database, or `Server`.
        pub resource: String,
        /// The component, such as the name of an index.
        pub component: String,
        /// The logger's name.
        pub logger: String,
        /// The message.
        pub message: String,
    }
}

row_type! {
    /// A notification of the server.
    pub struct Notification = "notifications" {
        /// When it was created, µs since 1970, clock of the server.
        pub time: i64,
        /// The database; empty for the server.
        pub database: String,
        /// `AlertRaised`, `PerformanceHint`, `OperationChanged`, …
        pub kind: String,
        /// `Info`, `Success`, `Warning` or `Error`.
        pub severity: String,
        /// The reason, such as `LowDiskSpace`.
        pub reason: String,
        /// The title.
        pub title: String,
        /// The message.
        pub message: String,
    }
}

row_type! {
    /// Something that the recorder noticed.
    pub struct Event = "events" {
        /// µs since 1970, clock of the recorder.
        pub time: i64,
        /// `trigger`, `source-lost`, `source-back`, `rows-left-out` or `note`.
        pub kind: String,
        /// The trigger or the source.
        pub subject: String,
        /// A sentence.
        pub text: String,
    }
}
