//! Words that stay: those of the server, of routes and of queries. None of them can name a person or a customer's data.

/// Words of messages.
const MESSAGES: &str = "
a about above abort aborted access active added after again alert all allocated allocation already an and any are as at
attempt available average away back background backup backups batch batches be because been before began below between
both bound buffer buffers busy but by bytes cache cancelled cannot changed changes cleanup client clients close closed
cluster collect collection collections command commit commits committed compact compaction completed compression
concurrent configuration connect connected connection could counters cpu created current cut data database databases
day days deadlock delay delayed deleted deleting dirty disabled disconnected disk document documents done down due during
each enabled end ended entries entry error errors etag exceeded exception execute executed executing exist exists expired
expiration extremely failed failure failures faulty file files finalizer finished first fetch flush flushed flushing for
found free freed from full garbage gb gc generation got handle handler has have heap high hint hour hours http idle if in
index indexes indexing information input interval into invalid io is it item items its journal kb kernel killed large last
later leader left level limit limits load loaded loading lock locked log long low machine managed map mapped mapping mb
memory merge merger merging message minute minutes missing mode more most ms must network new next no node nodes none not
notification now number of off old on one only open opened opening operation operations or other out over page pages patch
pause paused pending per performance physical pool pressure problem process processed processing processor progress
queries query queue raised raven reached read reading reads ready rebuilt received reconnect record recorded recorder
recording recovered recovery reduce reducing refused region released reload removed replaced replication request requests
reset response restart restarted restored restoring result results resumed retry revisions root rows running runs scratch
second seconds seen segment segments sent server servers session set sets shutdown size skipped slow slowly so some source
sources space span stale start started starting state stays still stopped stopping storage stream subscription swap sync
syncing system table task tasks temporary than that the then there thread threads time timed timeout times title to
tombstone tombstones too took total traffic transaction transactions trigger tried unable unload unloaded until up update
updated usage use used user uses using value values version very wait waited waiting waits warning was were when which
while will with within without worker working workers write writer writes writing written yet
auto cert certificate core data databases dir dirs encryption exec feature features file flushes function http https id
interval io json life listener loader logger logging manager map max maximum merged min minimum mode observer path
persistence priority reduce runner script security servers setup sharding smuggler static statistics stats studio svc tcp
temp threshold unsecured url urls useful utils watch web";

/// Keywords and functions of RQL and of JavaScript in queries.
const QUERIES: &str = "
all alias all_docs and array as asc avg between boost break by case catch circle const contains count declare default
desc distinct double each else endsWith exact exists explanations facet false filter finally first for from function
fuzzy group highlight id if in include includes index insideCircle instanceof intersect intersects join key last length
let like limit load long lucene map match max metadata min morelikethis moreLikeThis new not now null of offset or order
output project proximity queryplan random recursive regex return revisions score search select spatial startsWith
startswith string suggest sum switch this throw timeseries timings true try typeof undefined update value var vector where
while with within wkt point disjoint";

/// The first words of queries.
pub const QUERY_STARTS: &[&str] = &["from", "declare", "with", "match", "select"];

/// Words of the paths of routes.
pub const ROUTES: &[&str] = &[
    "admin",
    "attachments",
    "backup",
    "build",
    "bulk_docs",
    "bulk_insert",
    "certificates",
    "changes",
    "client",
    "cluster",
    "cmpxchg",
    "collections",
    "compact",
    "configuration",
    "conflicts",
    "count",
    "counters",
    "databases",
    "debug",
    "disable",
    "docs",
    "enable",
    "errors",
    "essential",
    "etl",
    "expiration",
    "export",
    "facets",
    "gc",
    "hilo",
    "history",
    "identities",
    "identity",
    "import",
    "indexes",
    "info",
    "io-metrics",
    "is-loaded",
    "json-patch",
    "kill",
    "license",
    "live",
    "logs",
    "memory",
    "metadata",
    "metrics",
    "monitoring",
    "multi_get",
    "names",
    "next",
    "next-operation-id",
    "node-info",
    "notification-center",
    "operations",
    "performance",
    "periodic-backup",
    "preview",
    "progress",
    "queries",
    "ranges",
    "rachis",
    "replication",
    "revisions",
    "running",
    "server",
    "set-lock",
    "set-priority",
    "setup",
    "size",
    "smuggler",
    "source",
    "stack-trace",
    "stale",
    "staleness",
    "start",
    "state",
    "stats",
    "status",
    "stop",
    "storage",
    "streams",
    "studio",
    "subscriptions",
    "suggestions",
    "tasks",
    "tcp",
    "terms",
    "threads",
    "threads-info",
    "timeseries",
    "tombstones",
    "topology",
    "total-time",
    "traffic-watch",
    "try",
    "validate-options",
    "version",
    "watch",
];

/// Values of states, kinds, levels and the like.
pub const VALUES: &[&str] = &[
    "Normal",
    "Disabled",
    "Idle",
    "Error",
    "Running",
    "Paused",
    "Pending",
    "Documents",
    "Index",
    "Configuration",
    "System",
    "JournalWrite",
    "JournalWait",
    "DataFlush",
    "DataSync",
    "Compression",
    "Queries",
    "BulkDocs",
    "Operations",
    "Streams",
    "Subscriptions",
    "Hilo",
    "MultiGet",
    "Counters",
    "TimeSeries",
    "Attachments",
    "Studio",
    "Notifications",
    "None",
    "Ping",
    "ClusterCommands",
    "MergerTracking",
    "GET",
    "PUT",
    "POST",
    "DELETE",
    "PATCH",
    "HEAD",
    "OPTIONS",
    "RESET",
    "EVAL",
    "Trace",
    "Debug",
    "Info",
    "Warn",
    "Fatal",
    "Success",
    "Warning",
    "Ephemeral",
    "Background",
    "FullBlocking",
    "Any",
    "Initialized",
    "Ready",
    "Standby",
    "Stopped",
    "Terminated",
    "Wait",
    "Transition",
    "Unknown",
    "Executive",
    "FreePage",
    "PageIn",
    "SystemAllocation",
    "ExecutionDelay",
    "Suspended",
    "UserRequest",
    "EventPairHigh",
    "EventPairLow",
    "LpcReceive",
    "LpcReply",
    "VirtualMemory",
    "PageOut",
    "AlertRaised",
    "PerformanceHint",
    "OperationChanged",
    "DatabaseChanged",
    "NotificationUpdated",
    "ResourceCountersChanged",
    "DatabaseStatsChanged",
    "LowDiskSpace",
    "LowMemory",
    "SlowIO",
    "HugeDocuments",
    "Indexing",
    "Indexing_References",
    "Paging",
    "RequestLatency",
    "trigger",
    "source-lost",
    "source-back",
    "rows-left-out",
    "note",
];

/// First parts of namespaces.
pub const CODE: &[&str] = &["Raven", "Voron", "Sparrow", "Corax", "Lucene", "Microsoft", "System", "NLog"];

/// Categories of RavenDB's settings.
pub const SETTINGS: &[&str] = &[
    "Backup",
    "Cluster",
    "Core",
    "DataDir",
    "Databases",
    "ETL",
    "Embedded",
    "Etl",
    "Http",
    "Indexing",
    "Integrations",
    "License",
    "Licensing",
    "Logs",
    "Memory",
    "Migration",
    "Monitoring",
    "Notifications",
    "Patching",
    "PerformanceHints",
    "Query",
    "Queries",
    "QueueSink",
    "Replication",
    "RunInMemory",
    "Security",
    "Server",
    "ServerUrl",
    "Setup",
    "Sharding",
    "Storage",
    "Studio",
    "Subscriptions",
    "Tombstones",
    "TrafficWatch",
    "TransactionMerger",
    "Updates",
];

/// Whether a word of a message stays.
pub fn is_word(word: &str) -> bool {
    lists::MESSAGES_SET.contains(word.to_ascii_lowercase().as_str())
}

/// Whether a name of code such as `MapIndex` consists of words that stay.
pub fn is_compound(name: &str) -> bool {
    let mut word = String::new();
    let mut small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && small {
            if !is_word(&word) {
                return false;
            }
            word.clear();
        }
        small = !letter.is_uppercase();
        word.push(letter);
    }
    is_word(&word)
}

/// Whether a word of a query stays.
pub fn is_query_word(word: &str) -> bool {
    lists::QUERIES_SET.contains(word.to_ascii_lowercase().trim_start_matches('@'))
}

mod lists {
    use std::collections::HashSet;
    use std::sync::LazyLock;

    pub static MESSAGES_SET: LazyLock<HashSet<&'static str>> =
        LazyLock::new(|| super::MESSAGES.split_whitespace().collect());
    pub static QUERIES_SET: LazyLock<HashSet<String>> =
        LazyLock::new(|| super::QUERIES.split_whitespace().map(str::to_ascii_lowercase).collect());
}
