//! The capture on Linux, in the order in which it happens:
//! confine ourselves, check the target, seize, check again, copy, let go, drop everything, write.

mod arguments;
mod capabilities;
mod capture;
mod confinement;
mod hold;
mod memory;
mod outcome;
mod proc_files;
mod seccomp;
mod self_test;
mod snapshot;
mod target;
mod watchdog;

use std::io::Write;

use libc::c_int;

use outcome::{Kind, OrFailed, Outcome};

/// The entry point is C's own: Rust's start-up code would open `/dev/null` in place of closed standard streams,
/// and closed streams are a thing this program must see and refuse.
///
/// # Safety
/// `argv` points to `argc` C strings, as the C runtime hands them to `main`.
#[cfg(not(test))]
// SAFETY: the C runtime calls `main` exactly once with this signature, and no other symbol of that name is linked
// because `no_main` leaves Rust's own out.
#[unsafe(no_mangle)]
unsafe extern "C" fn main(argc: c_int, argv: *const *const libc::c_char) -> c_int {
    let words = (1..usize::try_from(argc).unwrap_or(0)).map(|index| {
        // SAFETY: the caller promises `argc` valid C strings, and `index` is below `argc`.
        let word = unsafe { std::ffi::CStr::from_ptr(*argv.add(index)) };
        word.to_string_lossy().into_owned()
    });
    run(&words.collect::<Vec<_>>())
}

/// Runs the program and gives its exit code.
#[cfg_attr(test, expect(dead_code, reason = "tests have their own entry point"))]
fn run(words: &[String]) -> c_int {
    if !confinement::standard_streams_are_open() {
        // There may be no stderr to say it on, and a file opened later would become stdout.
        return Kind::Usage as c_int;
    }
    // Rust's own report of a panic would heed the environment and read this program's debug information.
    std::panic::set_hook(Box::new(|_| {
        confinement::end(Kind::Failed as c_int, b"stackcap: failed: panic: this program contradicts itself\n")
    }));
    obey(words).map_or_else(|outcome| outcome.report(), |()| 0)
}

fn obey(words: &[String]) -> Result<(), Outcome> {
    match words {
        [only] if only == "--version" => {
            let (own, form) = (env!("CARGO_PKG_VERSION"), snapshot::VERSION);
            return writeln!(std::io::stdout(), "stackcap {own} snapshot {form}")
                .or_failed("writing to stdout");
        }
        [only] if only == "--self-test" => return self_test::run(),
        _ => {}
    }
    let order = arguments::parse(words)?;
    confinement::before_the_capture()?;
    if order.wait {
        confinement::wait_for_go()?;
    }
    let snapshot = capture::take(&order)?;
    confinement::after_the_capture()?;
    confinement::write_out_and_end(&snapshot)
}
