//! What the frames of a stack say about its threads.

/// Frames in which a thread waits for work or for a time: never a lock.
const IDLE: &[&str] = &[
    "WaitForWork",
    "LowLevelLifoSemaphore",
    "LowLevelLock",
    "BlockingCollection",
    "WorkerThread",
    "TimerThread",
    "GateThread",
    "Thread.Sleep",
    "epoll_wait",
    "epoll_pwait",
    "Parker::park",
    "thread::park",
    "Recv",
    "clock_nanosleep",
];

/// Frames that take a lock.
const LOCK: &[&str] = &[
    "Monitor.Enter",
    "Monitor.ReliableEnter",
    "Monitor.TryEnter",
    "Threading.Lock.",
    "SemaphoreSlim.Wait",
    "ReaderWriterLock",
    "RawMutex::lock",
    "RawRwLock::lock",
    "Mutex::lock",
    "RwLock::read",
    "RwLock::write",
    "pthread_mutex_lock",
    "pthread_rwlock",
    "lll_lock_wait",
];

/// Frames of a lock or of a condition.
const LOCK_OR_CONDITION: &[&str] = &["futex", "parking_lot"];
const CONDITION: &[&str] = &["ondvar", "pthread_cond", "Monitor.Wait"];

/// How the symbols of runtimes and of the system begin.
const RUNTIME: &[&str] = &[
    "System.",
    "Microsoft.",
    "Interop",
    "Internal.",
    "[",
    "__",
    "<std::",
    "<core::",
    "<alloc::",
    "<parking_lot",
    "std::",
    "core::",
    "alloc::",
    "parking_lot",
    "lock_api",
    "tokio::",
    "pthread_",
    "futex",
    "syscall",
    "start_thread",
    "clone",
    "epoll_",
    "0x",
];

/// How many frames are looked at.
const DEPTH: usize = 64;

/// The symbol of a frame: what follows the module in `libc.so.6!__lll_lock_wait`.
fn symbol(frame: &str) -> &str {
    frame.rsplit_once('!').map_or(frame, |(_, symbol)| symbol).trim()
}

fn is_runtime(frame: &str) -> bool {
    let symbol = symbol(frame);
    symbol.is_empty() || RUNTIME.iter().any(|start| symbol.starts_with(start))
}

/// The first frame outside of the runtime.
pub fn own_frame(frames: &str) -> Option<&str> {
    frames.lines().take(DEPTH).find(|frame| !is_runtime(frame)).map(str::trim)
}

/// The frame outside of the runtime that waits for a lock. `None` for a stack that waits for something else or runs.
pub fn waits_for_lock(frames: &str) -> Option<&str> {
    let has = |marks: &[&str]| {
        let inner = frames.lines().take(DEPTH).take_while(|frame| is_runtime(frame));
        inner.into_iter().any(|frame| marks.iter().any(|mark| frame.contains(mark)))
    };
    let locked = !has(IDLE) && (has(LOCK) || (has(LOCK_OR_CONDITION) && !has(CONDITION)));
    if locked { own_frame(frames) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_of_dotnet_is_named_by_the_frame_that_takes_it() {
        let frames = "[HelperMethodFrame_1OBJ] (System.Threading.Monitor.ReliableEnter)\n\
                      System.Threading.Monitor.Enter(System.Object, Boolean ByRef)\n\
                      Raven.Server.Documents.Cache.Get(System.String)\nRaven.Server.Web.Handler.Get()";
        assert_eq!(waits_for_lock(frames), Some("Raven.Server.Documents.Cache.Get(System.String)"));
    }

    #[test]
    fn native_locks_are_recognized() {
        let frames = "libc.so.6!__lll_lock_wait\nlibc.so.6!pthread_mutex_lock\nvoron!write_page\nmain";
        assert_eq!(waits_for_lock(frames), Some("voron!write_page"));
        let frames =
            "syscall\nstd::sys::sync::mutex::futex::Mutex::lock_contended\nrookery_engine::store::open";
        assert_eq!(waits_for_lock(frames), Some("rookery_engine::store::open"));
    }

    #[test]
    fn threads_that_wait_for_work_are_not_in_a_lock() {
        for frames in [
            "System.Threading.LowLevelLifoSemaphore.WaitForSignal(Int32)\nRaven.Server.Own()",
            "System.Threading.Monitor.Wait(System.Object, Int32)\nSystem.Threading.SemaphoreSlim.Wait(Int32)\n\
             System.Collections.Concurrent.BlockingCollection`1.TryTake()\nRaven.Server.Own()",
            "syscall\nstd::sys::sync::condvar::futex::Condvar::wait\nrookery_engine::worker",
            "syscall\nstd::sys::sync::thread_parking::futex::Parker::park\nrookery_engine::worker",
            "epoll_wait\ntokio::runtime::io::driver::Driver::turn\nmain",
            "Raven.Server.Documents.Cache.Get()\nSystem.Threading.Monitor.Enter(System.Object)",
            "libc.so.6!__lll_lock_wait",
            "",
        ] {
            assert_eq!(waits_for_lock(frames), None, "{frames}");
        }
    }
}
