//! Threads whose scripts do not stop. A process of its own, because it counts such threads.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::sync::mpsc;
use std::time::{Duration, Instant};

use rookery_script::patch_thread::PatchThread;
use rookery_script::threads::{watch, workers};
use rookery_script::{
    HostError, Limits, PatchInput, PatchScript, Patched, ScriptError, ScriptHost, script_threads,
};

/// A `load` that blocks until the test releases it, like a built-in function that does not end.
struct Blocking(mpsc::Receiver<()>);

impl ScriptHost for Blocking {
    fn load(&mut self, _: &str) -> Result<Option<Vec<u8>>, HostError> {
        // Ends when the test drops the sender.
        let _ = self.0.recv();
        Ok(None)
    }
}

fn run(text: &str, host: &mut dyn ScriptHost) -> Result<Patched, ScriptError> {
    let limits = Limits { time: Duration::from_millis(20) };
    let input = PatchInput { id: "x/1", document: b"{}", arguments: b"", debug: false, limits };
    PatchScript::unchecked(text).run(host, input)
}

/// Runs a script that blocks until the sender is dropped.
fn stuck() -> (mpsc::Sender<()>, mpsc::Receiver<Result<(), ScriptError>>, mpsc::Receiver<()>) {
    let (release, blocked) = mpsc::channel();
    let (done, outcome) = mpsc::channel();
    let (ended, end) = mpsc::channel();
    let failed = done.clone();
    workers::spawn(
        move || {
            let result = run("load('x')", &mut Blocking(blocked)).map(drop);
            // The second script of abandoned work is refused.
            assert_eq!(
                matches!(run("1", &mut Blocking(mpsc::channel().1)), Err(ScriptError::Abandoned { .. })),
                watch::is_abandoned()
            );
            if !watch::is_abandoned() {
                done.send(result).unwrap();
            }
            ended.send(()).unwrap();
        },
        move |error| failed.send(Err(error)).unwrap(),
    )
    .unwrap();
    (release, outcome, end)
}

#[test]
fn threads_are_abandoned_counted_refused_and_come_back() {
    let most = script_threads().most_abandoned;
    let mut held = Vec::new();
    for count in 1..=most {
        let start = Instant::now();
        let (release, outcome, end) = stuck();
        let error = outcome.recv_timeout(Duration::from_secs(30)).unwrap().unwrap_err();
        assert!(matches!(error, ScriptError::Abandoned { .. }), "{error}");
        println!("{error} (reported after {:?})", start.elapsed());
        assert_eq!(script_threads().abandoned, count);
        held.push((release, end));
    }
    let refused = run("this.A = 1", &mut Blocking(mpsc::channel().1)).unwrap_err();
    assert!(matches!(refused, ScriptError::Unavailable { abandoned } if abandoned == most), "{refused}");
    println!("{refused}");
    for (release, end) in held {
        drop(release);
        end.recv_timeout(Duration::from_secs(30)).unwrap();
    }
    assert_eq!(script_threads().abandoned, 0);
    assert_eq!(script_threads().abandoned_total, most as u64);
    // Work that ended is reported as usual, and the pool continues.
    let left =
        workers::run(|| run("this.A = 1", &mut Blocking(mpsc::channel().1)).unwrap().document).unwrap();
    assert_eq!(left, br#"{"A":1}"#);

    // The caller continues after its deadline, and the next run uses another thread.
    let mut thread = PatchThread::default();
    let script = PatchScript::unchecked("load('x'); this.A = 1");
    let input = |limits| PatchInput { id: "x/1", document: b"{}", arguments: b"", debug: false, limits };
    let limits = Limits::default();
    let (release, blocked) = mpsc::channel();
    drop(release);
    let quick = thread.run(&script, &mut Blocking(blocked), input(limits), Duration::from_secs(20));
    assert_eq!(quick.unwrap().unwrap().document, br#"{"A":1}"#);
    let endless = PatchScript::unchecked("for (;;) {}");
    let (_release, blocked) = mpsc::channel();
    let start = Instant::now();
    let slow = thread.run(&endless, &mut Blocking(blocked), input(limits), Duration::from_millis(50));
    assert!(slow.is_none());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
