//! A process captures its own stacks: it is stopped while one of its threads waits for the result.

use std::sync::mpsc;

use crate::target::{everything_of, stands_in, thread};
use rookery_stacks::{CaptureOptions, capture};

#[inline(never)]
fn wait_to_be_released(here: &mpsc::Sender<()>, release: &mpsc::Receiver<()>) {
    here.send(()).unwrap();
    release.recv().unwrap_err();
}

#[inline(never)]
fn capture_own_stacks(options: &CaptureOptions) -> rookery_stacks::Capture {
    std::hint::black_box(capture(options).unwrap())
}

#[test]
fn a_process_can_capture_itself_again_and_again() {
    let (release, held) = mpsc::channel();
    let (here, arrived) = mpsc::channel();
    let waiting = std::thread::Builder::new()
        .name("held-in-test".into())
        .spawn(move || wait_to_be_released(&here, &held))
        .unwrap();
    arrived.recv().unwrap();
    let options = CaptureOptions { own_process: true, ..everything_of(std::process::id()) };
    let requesting = std::thread::Builder::new()
        .name("requesting".into())
        .spawn(move || (0..5).map(|_| capture_own_stacks(&options)).collect::<Vec<_>>())
        .unwrap();
    for capture in requesting.join().unwrap() {
        assert!(stands_in(thread(&capture, "held-in-test"), "wait_to_be_released"), "{capture:#?}");
        let requesting = thread(&capture, "requesting");
        assert!(stands_in(requesting, "capture_own_stacks"), "{requesting:#?}");
        let listens = |file: &str| file.ends_with("src/helper_process.rs");
        assert!(
            requesting.frames.iter().any(|frame| frame.file.as_deref().is_some_and(listens)),
            "{requesting:#?}"
        );
        assert_eq!(requesting.partial, None, "{requesting:#?}");
    }
    drop(release);
    waiting.join().unwrap();
}

#[test]
fn concurrent_captures_are_serialized() {
    let options = CaptureOptions { own_process: true, ..everything_of(std::process::id()) };
    std::thread::scope(|scope| {
        let requesting = (0..4).map(|_| scope.spawn(|| capture(&options))).collect::<Vec<_>>();
        for one in requesting {
            assert!(!one.join().unwrap().unwrap().threads.is_empty());
        }
    });
}
