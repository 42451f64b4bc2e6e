//! The state of all routes: the engine, the thread inspector, limits and names.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{Engine, FaultInjection};

use crate::body_limits::BodyLimits;
use crate::body_memory::BodyMemory;
use crate::feed_count::FeedCount;
use crate::processes::ProcessInspector;
use crate::running_backups::{BegunBackups, RunningBackups};
use crate::subscription_workers::{SubscriptionConnections, SubscriptionTimes, TcpAddress};
use crate::threads::ThreadInspector;
use crate::traffic_watch::TrafficWatch;

/// Shared by all requests; cloning is cheap.
#[derive(Clone)]
pub struct ApiState {
    shared: Arc<Shared>,
    options: Arc<ApiOptions>,
}

struct Shared {
    engine: Arc<Engine>,
    body_limits: BodyLimits,
    feeds: FeedCount,
    running_backups: RunningBackups,
    begun_backups: BegunBackups,
    subscription_connections: Arc<SubscriptionConnections>,
    traffic: TrafficWatch,
}

/// Options of the embedding program.
#[derive(Clone)]
pub struct ApiOptions {
    /// Inspects this process's threads; without one the thread routes return an error.
    pub inspector: Option<Arc<dyn ThreadInspector>>,
    /// Inspects other processes of this user; without one their routes report that they are off. Only for
    /// callers in this very program, or with [`ApiOptions::processes_token`].
    pub processes: Option<Arc<dyn ProcessInspector>>,
    /// The disk and clock of this engine, where their faults may be changed.
    pub faults: Option<FaultInjection>,
    /// The address named in topologies when a request has no `Host` header (in process).
    pub public_url: String,
    /// The token that requests about other processes must carry; `None` for callers in this very program.
    pub processes_token: Option<String>,
    /// The largest request body accepted, before and after decoding.
    pub body_limit: usize,
    /// Most bytes of all request bodies in memory together.
    pub body_memory: usize,
    /// Most live feeds open at the same time.
    pub feeds: usize,
    /// How often the live feeds send.
    pub rhythm: FeedRhythm,
    /// Where the workers of subscriptions connect, if they can.
    pub tcp: Option<TcpAddress>,
    /// The times of their connections.
    pub subscriptions: SubscriptionTimes,
}

/// The intervals of the live feeds.
#[derive(Debug, Clone, Copy)]
pub struct FeedRhythm {
    /// Between two checks for new I/O events.
    pub io_delta: Duration,
    /// Silence on the I/O feed after which a heartbeat is sent.
    pub io_heartbeat: Duration,
    /// Silence on the other feeds after which a heartbeat is sent.
    pub heartbeat: Duration,
    /// Length of one thread sample.
    pub threads: Duration,
    /// Between two lists of the running queries.
    pub queries: Duration,
}

impl ApiOptions {
    /// `https` where the server uses TLS, else `http`.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.public_url.starts_with("https://") { "https" } else { "http" }
    }
}

impl Default for ApiOptions {
    fn default() -> Self {
        Self {
            inspector: None,
            processes: None,
            faults: None,
            public_url: "http://127.0.0.1".to_owned(),
            processes_token: None,
            body_limit: 256 << 20,
            body_memory: 1 << 30,
            feeds: 256,
            rhythm: FeedRhythm::default(),
            tcp: None,
            subscriptions: SubscriptionTimes::default(),
        }
    }
}

impl Default for FeedRhythm {
    fn default() -> Self {
        Self {
            io_delta: Duration::from_secs(3),
            io_heartbeat: Duration::from_secs(4),
            heartbeat: Duration::from_secs(5),
            threads: Duration::from_secs(1),
            queries: Duration::from_secs(1),
        }
    }
}

impl ApiState {
    /// The state of a router over `engine`.
    pub fn new(engine: Arc<Engine>, options: ApiOptions) -> Self {
        let body_limits =
            BodyLimits { bytes: options.body_limit, memory: BodyMemory::new(options.body_memory) };
        let feeds = FeedCount::new(options.feeds);
        let shared = Shared {
            engine,
            body_limits,
            feeds,
            running_backups: RunningBackups::default(),
            begun_backups: BegunBackups::default(),
            subscription_connections: Arc::default(),
            traffic: TrafficWatch::default(),
        };
        Self { shared: Arc::new(shared), options: Arc::new(options) }
    }

    /// The same API for clients of a port that is opened later: the same engine, feeds, workers and limits, at another
    /// address. Other processes and faults stay with the callers of the first.
    #[must_use]
    pub fn for_port(&self, public_url: String, tcp: TcpAddress) -> Self {
        let options = ApiOptions {
            public_url,
            tcp: Some(tcp),
            processes: None,
            faults: None,
            ..ApiOptions::clone(&self.options)
        };
        Self { shared: self.shared.clone(), options: Arc::new(options) }
    }

    /// The engine.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.shared.engine
    }

    /// The limits of one request body and of all bodies together.
    pub fn body_limits(&self) -> &BodyLimits {
        &self.shared.body_limits
    }

    /// The backups of tasks in progress.
    pub(crate) fn running_backups(&self) -> &RunningBackups {
        &self.shared.running_backups
    }

    /// The number of backups and restores in progress.
    pub(crate) fn begun_backups(&self) -> &BegunBackups {
        &self.shared.begun_backups
    }

    /// The connected workers of subscriptions.
    pub(crate) fn subscription_connections(&self) -> &Arc<SubscriptionConnections> {
        &self.shared.subscription_connections
    }

    /// The live feeds that are open.
    pub(crate) fn feeds(&self) -> &FeedCount {
        &self.shared.feeds
    }

    /// The watch of all requests.
    pub(crate) fn traffic(&self) -> &TrafficWatch {
        &self.shared.traffic
    }

    /// The options of the embedding program.
    pub fn options(&self) -> &ApiOptions {
        &self.options
    }
}
