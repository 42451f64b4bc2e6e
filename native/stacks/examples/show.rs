//! Prints the stacks of a process: `cargo run -p rookery-stacks --example show PID [HELPER]`.

use std::path::PathBuf;

use rookery_stacks::{CaptureOptions, HELPER_NAME, StackError, capture};

fn main() -> Result<(), StackError> {
    let mut arguments = std::env::args();
    let pid = arguments.nth(1).and_then(|pid| pid.parse().ok()).unwrap_or(0);
    let beside = || Some(std::env::current_exe().ok()?.parent()?.parent()?.join(HELPER_NAME));
    let helper = arguments.next().map(PathBuf::from).or_else(beside).unwrap_or_default();
    let capture = capture(&CaptureOptions { pid, threads: Vec::new(), helper, own_process: false })?;
    println!("{} threads, held {:?}, whole answer {:?}", capture.threads.len(), capture.pause, capture.total);
    for thread in &capture.threads {
        println!("\n{} {} ({})", thread.tid, thread.name, thread.state);
        for frame in &thread.frames {
            let place = match (&frame.file, frame.line) {
                (Some(file), Some(line)) => format!("  {file}:{line}"),
                _ => String::new(),
            };
            println!("  {}{}{place}", if frame.inlined { "| " } else { "" }, frame.label());
        }
        if let Some(reason) = &thread.partial {
            println!("  … {reason}");
        }
    }
    Ok(())
}
