//! A process to be captured by the tests: threads with known names are in functions with known names.
//!
//! `parked [COUNT] [churn] [vfork] [blocked] [dumpable]` starts one thread that spins, one that waits on a
//! condition, one that reads, one that sleeps, and COUNT more that are deep in a recursion; with `churn`
//! one more that starts and ends others without pause, with `vfork` one more that is in an
//! uninterruptible wait for a child's end, a second and a half long, with `blocked` all of them under a
//! blocked SIGUSR1, with `dumpable` even if its file has a capability; prints `ready` once all of them are
//! where they belong; then obeys lines on stdin: `turns` (how often the spinner went round), `signals` (how
//! many real-time signals arrived), `waits` (how many waits for a child ended), `stops` (the
//! longest standstill that the spinner noticed since the last request, and the sum of all, in nanoseconds),
//! `quit` (wake everybody, join everybody, say `done`).

#![allow(clippy::unwrap_used, reason = "part of a test, which fails by panicking")]

#[cfg(target_os = "linux")]
mod target {
    use std::io::{BufRead, Read, Write};
    use std::os::fd::FromRawFd;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::sync::{Arc, Condvar, Mutex, mpsc};
    use std::thread::JoinHandle;
    use std::time::{Duration, Instant};

    static STOP: AtomicBool = AtomicBool::new(false);
    static TURNS: AtomicU64 = AtomicU64::new(0);
    /// Shorter gaps are interrupts and page faults, and the reading of the kernel's count itself.
    const LEAST_STANDSTILL: Duration = Duration::from_micros(50);
    static LONGEST_STOP: AtomicU64 = AtomicU64::new(0);
    static ALL_STOPS: AtomicU64 = AtomicU64::new(0);
    static SIGNALS: AtomicU64 = AtomicU64::new(0);
    static WAITS: AtomicU64 = AtomicU64::new(0);

    /// Threads come and go for as long as the program runs.
    fn start_and_end_threads() {
        while !STOP.load(Ordering::Relaxed) {
            let brief: Vec<_> = (0..4).map(|_| std::thread::spawn(|| std::hint::black_box(7))).collect();
            for thread in brief {
                thread.join().unwrap();
            }
        }
    }

    /// What `vfork` does, by the call that has no trouble with two threads on one stack.
    fn wait_for_a_child_uninterruptibly() {
        extern "C" fn sleep_and_end(_nothing: *mut libc::c_void) -> libc::c_int {
            // SAFETY: waits for nothing but the time.
            unsafe { libc::poll(std::ptr::null_mut(), 0, 1500) };
            0
        }
        let mut stack = vec![0u128; 4096];
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        // SAFETY: the stack is the child's alone and lives until it has ended, which is when the call
        // returns; the child makes one system call and ends.
        unsafe {
            let top = stack.as_mut_ptr_range().end.cast();
            let child = libc::clone(sleep_and_end, top, flags, std::ptr::null_mut());
            assert_eq!(libc::waitpid(child, std::ptr::null_mut(), 0), child);
        }
        WAITS.fetch_add(1, Ordering::Relaxed);
    }

    fn block_user_signal() {
        // SAFETY: the set is initialised before use; only the mask of this thread and of those it starts
        // changes.
        unsafe {
            libc::signal(libc::SIGUSR1, count_signal as *const () as libc::sighandler_t);
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGUSR1);
            assert_eq!(libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()), 0);
        }
    }

    type Gate = Arc<(Mutex<bool>, Condvar)>;

    #[inline(never)]
    fn spin_until_stopped() {
        let (mut before, mut waited_before) = (Instant::now(), waited_for_a_processor());
        while !STOP.load(Ordering::Relaxed) {
            TURNS.fetch_add(1, Ordering::Relaxed);
            std::hint::spin_loop();
            let now = Instant::now();
            let gap = now - before;
            before = now;
            if gap > LEAST_STANDSTILL {
                let waited = waited_for_a_processor();
                let stood = gap.saturating_sub(waited.saturating_sub(waited_before)).as_nanos() as u64;
                waited_before = waited;
                LONGEST_STOP.fetch_max(stood, Ordering::Relaxed);
                ALL_STOPS.fetch_add(stood, Ordering::Relaxed);
            }
        }
    }

    /// How long this thread could have run and had no processor: a busy machine, not somebody who holds it.
    fn waited_for_a_processor() -> Duration {
        let fields = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let waited = fields.split_whitespace().nth(1).and_then(|field| field.parse().ok());
        Duration::from_nanos(waited.unwrap_or_default())
    }

    #[inline(never)]
    fn wait_on_a_condition(gate: &Gate) {
        let (open, changed) = &**gate;
        let mut open = open.lock().unwrap();
        while !*open {
            open = changed.wait(open).unwrap();
        }
    }

    #[inline(never)]
    fn read_from_a_pipe(mut pipe: std::fs::File) {
        let mut byte = [0];
        pipe.read_exact(&mut byte).unwrap();
        assert_eq!(byte, [b'!'], "the read was disturbed");
    }

    #[inline(never)]
    fn sleep_again_and_again() {
        while !STOP.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    #[inline(never)]
    fn go_down(depth: u32, gate: &Gate) -> u32 {
        if depth == 0 {
            wait_on_a_condition(gate);
            return 0;
        }
        // The addition keeps this from becoming a loop.
        std::hint::black_box(go_down(depth - 1, gate)) + 1
    }

    extern "C" fn count_signal(_signal: libc::c_int) {
        SIGNALS.fetch_add(1, Ordering::Relaxed);
    }

    fn start(name: String, tids: &mpsc::Sender<i32>, work: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
        let tids = tids.clone();
        let body = move || {
            // SAFETY: gettid only returns a number.
            tids.send(unsafe { libc::gettid() }).unwrap();
            drop(tids);
            work();
        };
        std::thread::Builder::new().name(name).stack_size(256 * 1024).spawn(body).unwrap()
    }

    fn is_asleep(tid: i32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/self/task/{tid}/stat")).unwrap();
        let asleep_in_the_kernel = |wchan: String| !wchan.trim().is_empty();
        stat.rsplit(") ").next().unwrap().starts_with('S')
            && std::fs::read_to_string(format!("/proc/self/task/{tid}/wchan")).is_ok_and(asleep_in_the_kernel)
    }

    pub fn run() {
        let words: Vec<String> = std::env::args().skip(2).collect();
        let has = |wanted: &str| words.iter().any(|word| word == wanted);
        if has("blocked") {
            block_user_signal();
        }
        if has("dumpable") {
            // SAFETY: this prctl takes plain numbers.
            assert_eq!(unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0) }, 0);
        }
        let more: usize = std::env::args().nth(1).map_or(0, |count| count.parse().unwrap());
        // SAFETY: the handler only adds to an atomic; the descriptors of the pipe are used once each.
        let (read_end, mut write_end) = unsafe {
            libc::signal(libc::SIGRTMIN(), count_signal as *const () as libc::sighandler_t);
            let mut ends = [0; 2];
            assert_eq!(libc::pipe(ends.as_mut_ptr()), 0);
            (std::fs::File::from_raw_fd(ends[0]), std::fs::File::from_raw_fd(ends[1]))
        };
        let gate = Gate::default();
        let (tids, started) = mpsc::channel();
        let mut threads = vec![start("spinner".into(), &tids, spin_until_stopped)];
        started.recv().unwrap();
        let waiting = Arc::clone(&gate);
        threads.push(start("futex-waiter".into(), &tids, move || wait_on_a_condition(&waiting)));
        threads.push(start("reader".into(), &tids, move || read_from_a_pipe(read_end)));
        threads.push(start("sleeper".into(), &tids, sleep_again_and_again));
        for number in 0..more {
            let waiting = Arc::clone(&gate);
            threads.push(start(format!("parked-{number:03}"), &tids, move || {
                assert_eq!(go_down(20, &waiting), 20);
            }));
        }
        drop(tids);
        for tid in started {
            while !is_asleep(tid) {
                std::thread::yield_now();
            }
        }
        if has("churn") {
            threads.push(std::thread::spawn(start_and_end_threads));
        }
        if has("vfork") {
            let name = "in-vfork".to_owned();
            let waiting = std::thread::Builder::new().name(name).spawn(wait_for_a_child_uninterruptibly);
            threads.push(waiting.unwrap());
        }
        say("ready");
        for line in std::io::stdin().lock().lines() {
            match line.unwrap().as_str() {
                "turns" => say(&TURNS.load(Ordering::Relaxed).to_string()),
                "signals" => say(&SIGNALS.load(Ordering::Relaxed).to_string()),
                "waits" => say(&WAITS.load(Ordering::Relaxed).to_string()),
                "stops" => say(&format!(
                    "{} {}",
                    LONGEST_STOP.swap(0, Ordering::Relaxed),
                    ALL_STOPS.swap(0, Ordering::Relaxed)
                )),
                "quit" => break,
                other => panic!("`{other}` is not understood"),
            }
        }
        STOP.store(true, Ordering::Relaxed);
        write_end.write_all(b"!").unwrap();
        *gate.0.lock().unwrap() = true;
        gate.1.notify_all();
        for thread in threads {
            thread.join().unwrap();
        }
        say("done");
    }

    fn say(line: &str) {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}").unwrap();
        out.flush().unwrap();
    }
}

fn main() {
    #[cfg(target_os = "linux")]
    target::run();
}
