//! Detects the disconnection of a client while its request is answered on the connection's own thread.
//!
//! Work on the blocking pool leaves the connection free to notice that itself. Short work runs in place,
//! which is quicker, and keeps the connection busy; so for work that turns out long one thread polls the
//! connection.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rookery_cancel::CancelToken;

/// The other end of a connection. The owner of a port puts an `Arc<dyn Client>` into the extensions of its
/// requests.
pub trait Client: Send + Sync {
    /// Whether the client has closed the connection. Must not wait.
    fn is_gone(&self) -> bool;

    /// Its address, if it has one.
    fn address(&self) -> Option<IpAddr> {
        None
    }
}

/// Between two polls; work shorter than that is never polled.
const BETWEEN_POLLS: Duration = Duration::from_millis(10);

/// The thread stops polling after this idle time, and is woken by the next request.
const IDLE: Duration = Duration::from_secs(1);

static WATCH: LazyLock<Watch> = LazyLock::new(Watch::default);

#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Default)]
struct State {
    last: u64,
    watched: Vec<Watched>,
    /// The thread waits to be woken.
    asleep: bool,
    started: bool,
}

#[derive(Clone)]
struct Watched {
    number: u64,
    since: Instant,
    client: Arc<dyn Client>,
    cancel: CancelToken,
}

/// While this exists, the token is cancelled when the client disconnects.
pub struct Watching(u64);

/// Begins to watch a client.
pub fn watch(client: Arc<dyn Client>, cancel: CancelToken) -> Watching {
    let mut state = WATCH.state.lock();
    state.last += 1;
    let number = state.last;
    state.watched.push(Watched { number, since: Instant::now(), client, cancel });
    if !state.started {
        // Without a thread nothing is noticed, and everything else works; the next request tries again.
        let spawned = std::thread::Builder::new().name("rookery-clients".to_owned()).spawn(poll_clients);
        state.started = spawned.is_ok();
    } else if state.asleep {
        WATCH.woken.notify_one();
    }
    Watching(number)
}

impl Drop for Watching {
    fn drop(&mut self) {
        let mut state = WATCH.state.lock();
        let found = state.watched.iter().position(|watched| watched.number == self.0);
        let removed = found.map(|place| state.watched.swap_remove(place));
        drop(state);
        drop(removed);
    }
}

fn poll_clients() {
    let mut busy = Instant::now();
    loop {
        std::thread::sleep(BETWEEN_POLLS);
        let mut state = WATCH.state.lock();
        if !state.watched.is_empty() {
            busy = Instant::now();
        } else if busy.elapsed() >= IDLE {
            state.asleep = true;
            while state.watched.is_empty() {
                WATCH.woken.wait(&mut state);
            }
            state.asleep = false;
            busy = Instant::now();
        }
        let long: Vec<Watched> = state
            .watched
            .iter()
            .filter(|watched| watched.since.elapsed() >= BETWEEN_POLLS)
            .cloned()
            .collect();
        drop(state);
        for Watched { client, cancel, .. } in long {
            if client.is_gone() {
                cancel.cancel();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    struct Leaving(AtomicBool);

    impl Client for Leaving {
        fn is_gone(&self) -> bool {
            self.0.load(Ordering::SeqCst)
        }
    }

    #[test]
    fn cancels_the_token_of_a_client_that_goes_and_no_other() {
        let (leaving, staying) = (Arc::new(Leaving(false.into())), Arc::new(Leaving(false.into())));
        let (cancelled, kept) = (CancelToken::new(), CancelToken::new());
        let _first = watch(leaving.clone(), cancelled.clone());
        let _second = watch(staying.clone(), kept.clone());
        std::thread::sleep(Duration::from_millis(60));
        assert!(!cancelled.is_cancelled());
        leaving.0.store(true, Ordering::SeqCst);
        assert!(cancelled.sleep(Duration::from_secs(30)), "noticed");
        assert!(!kept.is_cancelled());
    }

    #[test]
    fn a_client_is_released_when_its_request_ends() {
        let gone = Arc::new(Leaving(true.into()));
        let cancel = CancelToken::new();
        drop(watch(gone.clone(), cancel.clone()));
        assert!(!cancel.sleep(Duration::from_millis(60)));
        assert_eq!(Arc::strong_count(&gone), 1);
    }
}
