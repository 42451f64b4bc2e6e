//! A process with a just-in-time compiler: a real Node, whose functions are named by the perf map it writes.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::target::{everything_of, stands_in};
use rookery_stacks::{Capture, ThreadStack, capture};

/// Spins in a JavaScript function of that name, after the compiler has seen it often enough.
const SCRIPT: &str = "
    function spinInJavaScript(turns) { let sum = 0; for (let i = 0; i < turns; i++) sum = (sum + i * i) % 977; return sum; }
    for (let i = 0; i < 200; i++) spinInJavaScript(100000);
    console.log('ready');
    for (;;) spinInJavaScript(50000000);";

struct Node(Child);

impl Drop for Node {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn start(options: &[&str]) -> Node {
    let node = Command::new("node").args(options).args(["-e", SCRIPT]).stdout(Stdio::piped()).spawn();
    let mut node = Node(node.expect("Node.js is on the path wherever Rookery is built"));
    let mut line = String::new();
    BufReader::new(node.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    node
}

fn main_thread<'a>(capture: &'a Capture, node: &Node) -> &'a ThreadStack {
    capture.threads.iter().find(|thread| thread.tid == node.0.id()).unwrap()
}

#[test]
fn javascript_functions_are_named_by_the_perf_map() {
    let node = start(&["--perf-basic-prof", "--interpreted-frames-native-stack"]);
    let named = |frame: &rookery_stacks::Frame| {
        frame.function.as_ref().is_some_and(|name| name.contains("spinInJavaScript"))
    };
    let deadline = Instant::now() + Duration::from_secs(10);
    let capture = loop {
        let capture = capture(&everything_of(node.0.id())).unwrap();
        if main_thread(&capture, &node).frames.iter().any(named) {
            break capture;
        }
        // `ready` is received before the call that wrote it has returned.
        assert!(Instant::now() < deadline, "{:#?}", main_thread(&capture, &node));
    };
    let main = main_thread(&capture, &node);
    // Below the compiled code the walk continues by frame pointers, to Node's own functions, and says so.
    assert!(stands_in(main, "main") || main.partial.is_some(), "{main:#?}");
    assert!(capture.threads.len() > 4, "Node has threads of its own: {capture:#?}");
    std::fs::remove_file(format!("/tmp/perf-{}.map", node.0.id())).unwrap();
}

#[test]
fn without_a_perf_map_the_same_frames_are_addresses_and_the_walk_says_what_it_did() {
    let node = start(&[]);
    let made_at_run_time = |frame: &rookery_stacks::Frame| frame.module.is_none() && frame.function.is_none();
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let capture = capture(&everything_of(node.0.id())).unwrap();
        let main = main_thread(&capture, &node);
        if main.frames.iter().any(made_at_run_time) {
            assert!(main.partial.as_deref().is_some_and(|why| why.contains("run time")), "{main:#?}");
            return;
        }
        // As above.
        assert!(Instant::now() < deadline, "{main:#?}");
    }
}
