//! How long is a process held, and how long does a whole answer take?
//!
//! `cargo build -p rookery-stackcap && cargo run -p rookery-stacks --example pause [HELPER [ROUNDS
//! [NAMES]]]`, best with `--release` on both. Parks 16, 64 and 256 threads in this very process and captures
//! it 100 times each. NAMES is a folder to keep names in: the second run with it shows what the first answer
//! after a start takes then.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use rookery_stacks::{CaptureOptions, HELPER_NAME, StackError, capture};

const USUAL_ROUNDS: usize = 100;

fn main() -> Result<(), StackError> {
    let beside = || Some(std::env::current_exe().ok()?.parent()?.parent()?.join(HELPER_NAME));
    let helper = std::env::args_os().nth(1).map(PathBuf::from).or_else(beside).unwrap_or_default();
    let rounds = std::env::args().nth(2).and_then(|count| count.parse().ok()).unwrap_or(USUAL_ROUNDS);
    if let Some(names) = std::env::args_os().nth(3) {
        rookery_stacks::keep_names_in(std::path::Path::new(&names));
    }
    let options = CaptureOptions { pid: std::process::id(), threads: Vec::new(), helper, own_process: true };

    let (release, held) = mpsc::channel::<()>();
    let held = std::sync::Arc::new(std::sync::Mutex::new(held));
    let mut parked = 0;
    for threads in [16, 64, 256] {
        while parked < threads {
            let held = std::sync::Arc::clone(&held);
            // Parked for good: they end with the process.
            std::thread::spawn(move || descend(16, &held));
            parked += 1;
        }
        let first = capture(&options)?;
        let (mut pauses, mut totals) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let one = capture(&options)?;
            pauses.push(one.pause);
            totals.push(one.total);
        }
        let frames = first.threads.iter().map(|thread| thread.frames.len()).sum::<usize>();
        let partial = first.threads.iter().filter(|thread| thread.partial.is_some()).count();
        // One JSON line per size: `npm run bench -- stacks` reads them.
        println!(
            "{{\"threads\":{threads},\"frames\":{frames},\"partial\":{partial},{},{},\"firstTotalMs\":{:.3}}}",
            spread("pause", &mut pauses),
            spread("total", &mut totals),
            milliseconds(first.total),
        );
    }
    drop(release);
    Ok(())
}

#[inline(never)]
fn descend(depth: u32, held: &std::sync::Mutex<mpsc::Receiver<()>>) -> u32 {
    if depth > 0 {
        return std::hint::black_box(descend(depth - 1, held)) + 1;
    }
    // One thread waits in the channel, the others for the lock; all of them in the kernel.
    let _end = held.lock().map(|held| held.recv());
    0
}

fn spread(name: &str, durations: &mut [Duration]) -> String {
    durations.sort_unstable();
    let at = |share: usize| {
        milliseconds(durations.get((durations.len() - 1) * share / 100).copied().unwrap_or_default())
    };
    format!("\"{name}P50Ms\":{:.3},\"{name}P95Ms\":{:.3},\"{name}MaxMs\":{:.3}", at(50), at(95), at(100))
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
