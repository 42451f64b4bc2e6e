//! The numbers of the command line.

use std::time::Duration;

/// A number of MiB, as bytes.
pub fn mebibytes(name: &str, text: &str) -> Result<usize, String> {
    text.parse::<usize>()
        .ok()
        .filter(|size| *size > 0)
        .and_then(|size| size.checked_mul(1 << 20))
        .ok_or_else(|| format!("{name} must be a number of MiB from 1 on, not '{text}'."))
}

/// A number of seconds, with a fraction if need be.
pub fn seconds(name: &str, text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero() && *time < Duration::from_secs(1 << 30))
        .ok_or_else(|| format!("{name} must be a number of seconds greater than 0, not '{text}'."))
}

/// A number from 1 on.
pub fn count(name: &str, text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|count| *count > 0)
        .ok_or_else(|| format!("{name} must be a number from 1 on, not '{text}'."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_named() {
        assert_eq!(mebibytes("--max-body", "2"), Ok(2 << 20));
        assert_eq!(seconds("--idle-timeout", "0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(count("--max-feeds", "7"), Ok(7));
        for wrong in ["0", "-1", "x", "", "99999999999999999999", "NaN", "inf"] {
            for refused in [
                mebibytes("--f", wrong).map(drop),
                seconds("--f", wrong).map(drop),
                count("--f", wrong).map(drop),
            ] {
                assert!(refused.unwrap_err().starts_with("--f must be"), "{wrong}");
            }
        }
    }
}
