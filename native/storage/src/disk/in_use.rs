//! Windows refuses to rename or delete a file that another program has open without sharing it, as virus scanners and
//! search indexers do for a moment with every new file. Such a refusal is tried again for a while.

use std::io;
use std::time::Duration;

/// Pauses between attempts, about two seconds in all: scanners hold a file for milliseconds.
const PAUSES: [u64; 9] = [1, 5, 10, 25, 50, 100, 250, 500, 1000];

/// Repeats `attempt` while another program uses the file.
pub(super) fn patiently<T>(attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    repeat(attempt, is_in_use, std::thread::sleep)
}

/// Another program has the file open in a way that excludes this one.
#[cfg(windows)]
pub fn is_in_use(error: &io::Error) -> bool {
    // Renaming over an open file is ERROR_ACCESS_DENIED; a real lack of rights only costs the pauses.
    const ERROR_ACCESS_DENIED: i32 = 5;
    const ERROR_LOCK_VIOLATION: i32 = 33;
    // Of a folder with files that are deleted when their last user closes them.
    const ERROR_DIR_NOT_EMPTY: i32 = 145;
    is_sharing_violation(error)
        || matches!(
            error.raw_os_error(),
            Some(ERROR_ACCESS_DENIED | ERROR_LOCK_VIOLATION | ERROR_DIR_NOT_EMPTY)
        )
}

/// Never on Unix: it renames and deletes open files.
#[cfg(not(windows))]
pub fn is_in_use(_error: &io::Error) -> bool {
    false
}

/// The file is open elsewhere and not shared: on Windows, the folder's lock is held that way.
#[cfg(windows)]
pub fn is_sharing_violation(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

/// Never on Unix.
#[cfg(not(windows))]
pub fn is_sharing_violation(_error: &io::Error) -> bool {
    false
}

fn repeat<T>(
    mut attempt: impl FnMut() -> io::Result<T>,
    again: impl Fn(&io::Error) -> bool,
    pause: impl Fn(Duration),
) -> io::Result<T> {
    for milliseconds in PAUSES {
        match attempt() {
            Err(error) if again(&error) => pause(Duration::from_millis(milliseconds)),
            other => return other,
        }
    }
    attempt()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn tried(failures: usize, kind: io::ErrorKind) -> (io::Result<usize>, usize, u64) {
        let (attempts, waited) = (Cell::new(0), Cell::new(0));
        let attempt = || {
            attempts.set(attempts.get() + 1);
            if attempts.get() <= failures { Err(kind.into()) } else { Ok(attempts.get()) }
        };
        let again = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
        let pause = |time: Duration| waited.set(waited.get() + time.as_millis() as u64);
        (repeat(attempt, again, pause), attempts.get(), waited.get())
    }

    #[test]
    fn a_file_in_use_is_tried_again_until_it_is_free() {
        let (result, attempts, waited) = tried(3, io::ErrorKind::PermissionDenied);
        assert_eq!((result.unwrap(), attempts, waited), (4, 4, 16));
    }

    #[test]
    fn the_last_refusal_is_reported_after_two_seconds() {
        let (result, attempts, waited) = tried(usize::MAX, io::ErrorKind::PermissionDenied);
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!((attempts, waited), (PAUSES.len() + 1, 1941));
    }

    #[test]
    fn other_errors_are_reported_at_once() {
        let (result, attempts, _) = tried(usize::MAX, io::ErrorKind::NotFound);
        assert_eq!((result.unwrap_err().kind(), attempts), (io::ErrorKind::NotFound, 1));
    }
}
