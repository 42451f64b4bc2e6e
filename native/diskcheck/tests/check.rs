//! Complete checks on real files.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_diskcheck::{
    DiskCheckError, FileSystemKind, Level, Limits, Method, PREFIX, Report, check, to_text,
};

fn limits(milliseconds: u64) -> Limits {
    Limits { duration: Duration::from_millis(milliseconds), bytes: Limits::LEAST_BYTES, threads: 4 }
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

fn completed(folder: &Path, limits: Limits) -> Report {
    check(folder, limits, &CancelToken::new(), &mut |_| {}).unwrap()
}

/// Bytes that files below the folder take.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .filter_map(Result::ok)
        .map(|entry| match entry.metadata() {
            Ok(found) if found.is_dir() => size(&entry.path()),
            Ok(found) => found.len(),
            // Renamed since the folder was read.
            Err(_) => 0,
        })
        .sum()
}

#[test]
fn a_check_measures_every_step_within_its_time_and_space_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    let (mut calls, mut largest, mut steps) = (0, 0, Vec::new());
    let report = check(folder.path(), limits(1500), &CancelToken::new(), &mut |progress| {
        calls += 1;
        largest = largest.max(size(folder.path()));
        assert!(progress.step <= progress.steps && !progress.running.is_empty());
        steps.extend(progress.completed.clone());
    })
    .unwrap();
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert!(is_empty(folder.path()));
    assert!(largest > 4 << 20 && largest <= Limits::LEAST_BYTES + (64 << 10), "{largest} bytes");
    assert_eq!(steps, report.measurements);
    assert!(calls > report.measurements.len());
    for measured in &report.measurements {
        let latency = &measured.latency;
        assert!(measured.operations > 0 && measured.bytes_per_second > 0.0, "{measured:?}");
        assert!(latency.min_ns <= latency.p50_ns && latency.p50_ns <= latency.p90_ns, "{measured:?}");
        assert!(latency.p90_ns <= latency.max_ns && latency.min_ns > 0, "{measured:?}");
        assert_eq!(measured.sync_latency.is_some(), measured.pattern.method == Method::WriteSync);
        assert_eq!(measured.flush_seconds.is_some(), measured.pattern.method == Method::Buffered);
    }
    assert_eq!(report.series.len(), 2);
    let estimates = &report.estimates;
    assert!(estimates.small_commits_per_second.is_some_and(|rate| rate > 0.0));
    assert!(estimates.bulk_insert_bytes_per_second.is_some_and(|rate| rate > 0.0));
    assert!(report.findings.iter().any(|finding| finding.id == "commit"));
    let text = to_text(&report);
    assert_eq!(text.lines().filter(|line| line.starts_with("durable write ")).count(), 10, "{text}");
    assert!(text.contains("journal commit    sequential   4 KB       1"), "{text}");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["Measurements"][0]["Method"], "Journal");
    assert!(json["Measurements"][0]["Latency"]["P50Ns"].is_u64(), "{json}");
}

#[test]
fn folders_that_cannot_be_checked_are_refused_with_their_path() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let refused = |path: &Path, limits: Limits| {
        check(path, limits, &CancelToken::new(), &mut |_| {}).expect_err("it cannot be checked")
    };
    for path in [&file, &folder.path().join("missing"), &file.join("inside")] {
        let error = refused(path, limits(1000));
        assert!(matches!(error, DiskCheckError::NotAFolder { .. }), "{error}");
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    }
    let total = rookery_storage::disk_space(folder.path()).unwrap().available;
    if total < Limits::MOST_BYTES {
        let error = refused(folder.path(), Limits { bytes: Limits::MOST_BYTES, ..limits(1000) });
        assert_eq!(error.code(), "too-little-space", "{error}");
    }
    assert_eq!(refused(folder.path(), Limits { threads: 0, ..limits(1000) }).code(), "limits");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Not writable, also for root.
    if cfg!(target_os = "linux") {
        let error = refused(Path::new("/proc/self"), limits(1000));
        assert!(matches!(error.code(), "not-writable" | "too-little-space"), "{error}");
        assert!(error.to_string().contains("/proc/"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_disk_that_disappears_ends_the_check_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = CancelToken::new();
    let mut removed = false;
    let result = check(folder.path(), limits(1500), &cancel, &mut |progress| {
        if progress.step == 4 && !removed {
            removed = true;
            for entry in fs::read_dir(folder.path()).unwrap() {
                fs::remove_dir_all(entry.unwrap().path()).unwrap();
            }
        }
    });
    let error = result.unwrap_err();
    assert!(error.code() == "io" && error.to_string().contains(PREFIX), "{error}");
    assert!(is_empty(folder.path()));
}

#[test]
fn a_cancelled_check_ends_soon_and_leaves_nothing() {
    for after in [0, 1, 3] {
        let folder = tempfile::tempdir().unwrap();
        let cancel = CancelToken::new();
        let mut cancelled = None;
        let error = check(folder.path(), limits(20_000), &cancel, &mut |progress| {
            if progress.step >= after && cancelled.is_none() {
                cancel.cancel();
                cancelled = Some(Instant::now());
            }
            assert!(progress.step <= after, "it continued with step {}", progress.step);
        })
        .unwrap_err();
        assert!(matches!(error, DiskCheckError::Cancelled), "{error}");
        assert!(cancelled.unwrap().elapsed() < Duration::from_secs(5), "{:?}", cancelled.unwrap().elapsed());
        assert!(is_empty(folder.path()));
    }
}

#[test]
fn what_a_killed_check_left_is_removed_and_other_files_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(format!("{PREFIX}1-0"));
    fs::create_dir_all(left.join("journal")).unwrap();
    fs::write(left.join("direct.data"), vec![1; 1 << 20]).unwrap();
    fs::write(folder.path().join("kept.txt"), "x").unwrap();
    completed(folder.path(), limits(1000));
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["kept.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_memory_is_named_as_not_durable() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        println!("skipped: a_folder_in_memory_is_named_as_not_durable: no /dev/shm");
        return;
    };
    let report = completed(folder.path(), limits(1000));
    assert_eq!(report.file_system.kind, FileSystemKind::Memory);
    let first = &report.findings[0];
    assert!(first.level == Level::Warning && first.text.contains("tmpfs, which is memory"), "{first:?}");
    assert!(is_empty(folder.path()));
}
