//! The capture on Linux, in the order in which it happens:
//! confine ourselves, check the target, seize, check again, copy, let go, drop everything, write.

mod capabilities;
mod capture;
mod confinement;
mod hold;
mod memory;
mod proc_files;
mod seccomp;
mod self_test;
mod snapshot_writer;
mod target;
mod watchdog;

use std::ffi::CStr;

use crate::arguments::{self, Order};
use crate::outcome::Outcome;

/// The words of the command line without the program's name.
///
/// # Safety
/// `argv` points to `argc` C strings, as the C runtime hands them to `main`.
#[cfg_attr(test, expect(dead_code, reason = "tests have their own entry point"))]
pub unsafe fn argument_words(argc: libc::c_int, argv: *const *const libc::c_char) -> Vec<String> {
    (1..usize::try_from(argc).unwrap_or(0))
        .map(|index| {
            // SAFETY: the caller promises `argc` valid C strings, and `index` is below `argc`.
            let word = unsafe { CStr::from_ptr(*argv.add(index)) };
            word.to_string_lossy().into_owned()
        })
        .collect()
}

/// Runs the program and gives its exit code.
#[cfg_attr(test, expect(dead_code, reason = "tests have their own entry point"))]
pub fn run(words: Vec<String>) -> libc::c_int {
    if !confinement::standard_streams_are_open() {
        // There may be no stderr to say it on, and a file opened later would become stdout.
        return 2;
    }
    match obey(&words) {
        Ok(()) => 0,
        Err(outcome) => outcome.report(),
    }
}

fn obey(words: &[String]) -> Result<(), Outcome> {
    let order = arguments::parse(words)?;
    confinement::before_the_capture()?;
    match order {
        Order::Version => {
            println!("stackcap {} snapshot {}", env!("CARGO_PKG_VERSION"), snapshot_writer::VERSION);
            Ok(())
        }
        Order::SelfTest => self_test::run(),
        Order::Capture(order) => {
            if order.wait {
                confinement::wait_for_go()?;
            }
            confinement::ask_for_short_turns();
            let bytes = capture::take(&order)?;
            confinement::after_the_capture()?;
            confinement::write_out_and_end(&bytes)
        }
    }
}
