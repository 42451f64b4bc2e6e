//! The capture on Linux, in the order in which it happens:
//! confine ourselves, check the target, seize, check again, copy, release, drop everything, write.

mod arguments;
mod capabilities;
mod capture;
mod confinement;
mod memory;
mod outcome;
mod proc_text;
mod self_test;
mod snapshot;
mod target;
mod traced_threads;
mod watchdog;

use std::ffi::c_int;

use outcome::{Kind, Outcome};

const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The entry point is C's own: Rust's start-up code would open `/dev/null` in place of closed standard
/// streams, and closed streams are a thing this program must see and refuse.
///
/// # Safety
/// `argv` points to `argc` C strings that last as long as the program, as the C runtime passes them to `main`.
#[cfg(not(test))]
// SAFETY: the C runtime calls `main` exactly once with this signature, and no other symbol of that name is
// linked because `no_main` leaves Rust's own out.
#[unsafe(no_mangle)]
unsafe extern "C" fn main(argc: c_int, argv: *const *const std::ffi::c_char) -> c_int {
    let words = (1..usize::try_from(argc).unwrap_or(0)).map(|index| {
        // SAFETY: the caller promises `argc` lasting C strings, and `index` is below `argc`.
        let word: &'static std::ffi::CStr = unsafe { std::ffi::CStr::from_ptr(*argv.add(index)) };
        // No order looks like that.
        word.to_str().unwrap_or("\u{fffd}")
    });
    run(&words.collect::<Vec<_>>())
}

/// Runs the program. It comes back, with an exit code, only where there is no answer.
#[cfg_attr(test, expect(dead_code, reason = "tests have their own entry point"))]
fn run(words: &[&str]) -> c_int {
    if !confinement::standard_streams_are_open() {
        // There may be no stderr to say it on, and a file opened later would become stdout.
        return Kind::Usage as c_int;
    }
    // Rust's own report of a panic would heed the environment and read this program's debug information.
    std::panic::set_hook(Box::new(|_| {
        confinement::end(Kind::Failed as c_int, b"stackcap: failed: panic: this program contradicts itself\n")
    }));
    let Err(outcome) =
        answer(words).and_then(|answer| confinement::write_out_and_end(0, rustix::stdio::stdout(), &answer));
    let exit_code = outcome.kind as c_int;
    // An error is written the same way: where the privileges cannot be given up, the exit code is all that is
    // said.
    let Err(_) =
        confinement::write_out_and_end(exit_code, rustix::stdio::stderr(), outcome.line().as_bytes());
    exit_code
}

fn answer(words: &[&str]) -> Result<Vec<u8>, Outcome> {
    confinement::confine()?;
    match words {
        ["--version"] => Ok(format!("stackcap {OWN_VERSION} snapshot {}\n", snapshot::VERSION).into_bytes()),
        ["--self-test"] => self_test::run(),
        _ => {
            let order = arguments::parse(words)?;
            if order.wait {
                confinement::wait_for_go()?;
            }
            capture::take(&order)
        }
    }
}
