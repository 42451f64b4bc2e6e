//! The open connections: how many, what each is doing, and which must be closed.
//!
//! What a connection does is one atomic number that the connection itself writes, so a request takes no lock.
//! One task checks all of them a few times per second and closes those that take too long; a new connection
//! beyond the bound takes the place of one that has not sent a request.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::task::Waker;
use std::time::Duration;

use futures_util::task::AtomicWaker;
use parking_lot::Mutex;

use crate::bounds::Bounds;

/// The interval of checks of all connections, and the unit of their ages.
pub const TICK: Duration = Duration::from_millis(100);
/// A connection idle for less than this may be about to carry its next request.
const JUST_IDLE: u32 = 10;

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing complete has been received: a TLS handshake, or the first request's header.
    Opening,
    /// Between two requests.
    Idle,
    /// The next request's header has begun.
    Header,
    /// A request is answered.
    Busy,
    /// It serves a live feed.
    Upgraded,
}

const PHASES: [Phase; 5] = [Phase::Opening, Phase::Idle, Phase::Header, Phase::Busy, Phase::Upgraded];

/// One connection.
#[derive(Debug)]
pub struct Connection {
    id: u64,
    clock: Arc<AtomicU32>,
    /// The phase in the lowest eight bits, above them the tick at which it began.
    state: AtomicU64,
    /// The tick since which the client takes no bytes; 0 while it does.
    stalled: AtomicU32,
    closed: AtomicBool,
    waker: AtomicWaker,
}

impl Connection {
    /// Enters a phase.
    pub fn enter(&self, phase: Phase) {
        let tick = u64::from(self.clock.load(Ordering::Relaxed));
        self.state.store(tick << 8 | phase as u64, Ordering::Relaxed);
    }

    /// Bytes have been received: between two requests they begin the next one.
    pub fn received(&self) {
        if self.phase().0 == Phase::Idle {
            self.enter(Phase::Header);
        }
    }

    /// The client takes no bytes at the moment.
    pub fn blocked(&self) {
        if self.stalled.load(Ordering::Relaxed) == 0 {
            self.stalled.store(self.clock.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// The client has taken bytes.
    pub fn sent(&self) {
        if self.stalled.load(Ordering::Relaxed) != 0 {
            self.stalled.store(0, Ordering::Relaxed);
        }
    }

    /// Whether it must end.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Wakes `waker` when the connection must end.
    pub fn register(&self, waker: &Waker) {
        self.waker.register(waker);
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.waker.wake();
    }

    fn phase(&self) -> (Phase, u32) {
        let state = self.state.load(Ordering::Relaxed);
        let phase = PHASES.into_iter().find(|phase| *phase as u64 == state & 0xff).unwrap_or(Phase::Busy);
        (phase, u32::try_from(state >> 8).unwrap_or(u32::MAX))
    }
}

/// All connections of one server.
#[derive(Debug)]
pub struct Connections {
    limit: usize,
    header: u32,
    idle: u32,
    stall: u32,
    clock: Arc<AtomicU32>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last_id: u64,
    by_id: HashMap<u64, Arc<Connection>>,
}

impl Connections {
    /// None yet.
    pub fn new(bounds: &Bounds) -> Self {
        let ticks =
            |time: Duration| u32::try_from(time.as_millis().div_ceil(TICK.as_millis())).unwrap_or(u32::MAX);
        Self {
            limit: bounds.connections,
            header: ticks(bounds.header),
            idle: ticks(bounds.idle),
            stall: ticks(bounds.stall),
            // Tick 0 means "not stalled".
            clock: Arc::new(AtomicU32::new(1)),
            open: Mutex::default(),
        }
    }

    /// Admits a new connection. When the bound is reached it takes the place of the oldest one that sent no
    /// complete request header, or of the one that is idle the longest; `None` when every connection is in
    /// use.
    pub fn admit(self: &Arc<Self>) -> Option<Membership> {
        let mut open = self.open.lock();
        if open.by_id.len() >= self.limit {
            let victim = self.victim(&open)?;
            if let Some(connection) = open.by_id.remove(&victim) {
                connection.close();
            }
        }
        open.last_id += 1;
        let connection = Arc::new(Connection {
            id: open.last_id,
            clock: self.clock.clone(),
            state: AtomicU64::new(0),
            stalled: AtomicU32::new(0),
            closed: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        connection.enter(Phase::Opening);
        open.by_id.insert(connection.id, connection.clone());
        Some(Membership { connection, connections: self.clone() })
    }

    fn victim(&self, open: &Open) -> Option<u64> {
        let now = self.clock.load(Ordering::Relaxed);
        open.by_id
            .values()
            .filter_map(|connection| {
                let (phase, since) = connection.phase();
                let rank = match phase {
                    Phase::Opening | Phase::Header => 0,
                    Phase::Idle if now.saturating_sub(since) >= JUST_IDLE => 1,
                    Phase::Idle | Phase::Busy | Phase::Upgraded => return None,
                };
                Some((rank, since, connection.id))
            })
            .min()
            .map(|(_, _, id)| id)
    }

    /// How many are open, those between two requests too.
    pub fn count(&self) -> usize {
        self.open.lock().by_id.len()
    }

    /// Closes what takes too long, again and again.
    pub async fn watch(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(TICK);
        // A pause of the machine does not count.
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.clock.fetch_add(1, Ordering::Relaxed);
            self.close_overdue();
        }
    }

    fn close_overdue(&self) {
        let now = self.clock.load(Ordering::Relaxed);
        let over = |since: u32, limit: u32| now.saturating_sub(since) > limit;
        for connection in self.open.lock().by_id.values() {
            let (phase, since) = connection.phase();
            let stalled = connection.stalled.load(Ordering::Relaxed);
            let overdue = match phase {
                Phase::Opening | Phase::Header => over(since, self.header),
                Phase::Idle => over(since, self.idle),
                Phase::Busy | Phase::Upgraded => false,
            };
            if overdue || (stalled != 0 && over(stalled, self.stall)) {
                connection.close();
            }
        }
    }

    #[cfg(test)]
    fn advance(&self, ticks: u32) {
        self.clock.fetch_add(ticks, Ordering::Relaxed);
        self.close_overdue();
    }
}

/// A connection's place among the open ones, given up when dropped.
#[derive(Debug)]
pub struct Membership {
    /// The connection.
    pub connection: Arc<Connection>,
    connections: Arc<Connections>,
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.connections.open.lock().by_id.remove(&self.connection.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(limit: usize) -> Arc<Connections> {
        let second = Duration::from_secs(1);
        Arc::new(Connections::new(&Bounds {
            connections: limit,
            header: second,
            idle: 2 * second,
            stall: 4 * second,
            ..Bounds::default()
        }))
    }

    #[test]
    fn a_new_connection_takes_the_place_of_the_oldest_without_a_request_then_of_an_idle_one() {
        let connections = connections(3);
        let [half_open, idle, busy] = [(); 3].map(|()| connections.admit().unwrap());
        busy.connection.enter(Phase::Busy);
        idle.connection.enter(Phase::Idle);
        let second = connections.admit().unwrap();
        assert!(half_open.connection.is_closed() && !idle.connection.is_closed());
        second.connection.enter(Phase::Busy);
        assert!(connections.admit().is_none(), "one that is idle only now is not closed");
        connections.clock.fetch_add(JUST_IDLE, Ordering::Relaxed);
        let third = connections.admit().unwrap();
        assert!(idle.connection.is_closed());
        third.connection.enter(Phase::Upgraded);
        assert!(connections.admit().is_none(), "all are in use");
        drop(busy);
        assert!(connections.admit().is_some());
        drop(half_open);
        assert_eq!(connections.open.lock().by_id.len(), 2, "its place was given away, not freed");
    }

    #[test]
    fn each_phase_has_its_time() {
        let connections = connections(10);
        let held = [(); 6].map(|()| connections.admit().unwrap());
        let [opening, header, idle, busy, upgraded, unread] = held.each_ref().map(|held| &held.connection);
        idle.enter(Phase::Idle);
        busy.enter(Phase::Busy);
        upgraded.enter(Phase::Upgraded);
        unread.enter(Phase::Busy);
        unread.blocked();
        header.enter(Phase::Idle);
        header.received();
        busy.received();
        let closed = || held.each_ref().map(|held| held.connection.is_closed());
        connections.advance(10);
        assert_eq!(closed(), [false; 6]);
        connections.advance(1);
        assert_eq!(closed(), [true, true, false, false, false, false]);
        connections.advance(10);
        assert_eq!(closed(), [true, true, true, false, false, false]);
        connections.advance(20);
        assert_eq!(closed(), [true, true, true, false, false, true]);
        connections.advance(1000);
        assert_eq!(closed(), [true, true, true, false, false, true]);
        let _ = (opening, busy, upgraded);
    }

    #[test]
    fn a_client_that_takes_bytes_now_and_then_is_not_stalled() {
        let connections = connections(1);
        let slow = connections.admit().unwrap();
        slow.connection.enter(Phase::Busy);
        for _ in 0..10 {
            slow.connection.blocked();
            connections.advance(30);
            slow.connection.sent();
        }
        assert!(!slow.connection.is_closed());
    }
}
