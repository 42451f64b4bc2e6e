//! The processor cores that the server may use.

/// Limits this process to so many of the cores that it may use now. To be called before threads are started: they inherit it.
/// An error is a sentence.
#[cfg(target_os = "linux")]
pub fn apply(cores: usize) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let failed = |error| format!("--cpu-limit: the cores of this process could not be set: {error}.");
    let allowed = sched_getaffinity(None).map_err(failed)?;
    let mut kept = CpuSet::new();
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).take(cores).for_each(|core| kept.set(core));
    sched_setaffinity(None, &kept).map_err(failed)
}

/// Limits this process to so many cores. An error is a sentence.
#[cfg(not(target_os = "linux"))]
pub fn apply(_: usize) -> Result<(), String> {
    Err("--cpu-limit is available on Linux only; limit the process with the means of this system.".to_owned())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_and_those_it_starts_are_limited() {
        let limited = std::thread::spawn(|| {
            apply(1).unwrap();
            let cores = || std::thread::available_parallelism().unwrap().get();
            (cores(), std::thread::spawn(cores).join().unwrap())
        });
        assert_eq!(limited.join().unwrap(), (1, 1));
    }
}
