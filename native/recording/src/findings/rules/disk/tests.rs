use super::*;
use crate::findings::quiet::{SECONDS, at, quiet};

fn with(change: impl Fn(i64, &mut DatabaseSample)) -> Recording {
    let mut recording = quiet();
    for sample in &mut recording.rows.databases {
        change((sample.time - at(0)) / SECOND, sample);
    }
    recording
}

#[test]
fn large_temporary_buffers_are_reported() {
    let grow = |second, sample: &mut DatabaseSample| {
        if (300..320).contains(&second) {
            sample.temporary_bytes = 3 << 30;
        }
    };
    let found = temporary_space(&with(grow));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(300), at(315)));
    assert_eq!(finding.title, "The temporary buffers of 'shop' take 3.0 GiB, the database 512.0 MiB.");
    assert_eq!(finding.evidence[1], "They are as large as the database in 4 of 120 samples.");
}

#[test]
fn smaller_temporary_buffers_are_not_reported() {
    assert_eq!(temporary_space(&with(|_, sample| sample.temporary_bytes = (1 << 30) - 1)), []);
    let large =
        |_, sample: &mut DatabaseSample| (sample.disk_bytes, sample.temporary_bytes) = (3 << 30, 2 << 30);
    assert_eq!(temporary_space(&with(large)), []);
}

/// Grows evenly to 10 GiB + `bytes`.
fn grown(bytes: u64) -> Recording {
    with(move |second, sample| sample.disk_bytes = (10 << 30) + bytes * second as u64 / (SECONDS as u64 - 5))
}

#[test]
fn growth_is_reported_with_its_pace() {
    let found = disk_growth(&grown(5 << 30));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(0), at(595)));
    assert_eq!(finding.title, "'shop' grew from 10.0 GiB to 15.0 GiB in 9 min 55 s.");
    assert_eq!(finding.evidence[0], "That is 5.0 GiB more (50 %), 30.3 GiB per hour at that pace.");
    assert_eq!(finding.evidence[1], "It had 5950 more documents at the end than at the start.");
}

#[test]
fn small_growth_is_not_reported() {
    assert_eq!(disk_growth(&grown((2 << 30) - 1)), [], "below 20 %");
    let small =
        |second, sample: &mut DatabaseSample| sample.disk_bytes = (1 << 28) + second as u64 * (1 << 20);
    assert_eq!(disk_growth(&with(small)), [], "595 MiB");
}

fn compressed_to(bytes: u64, of: u64) -> Recording {
    let mut recording = quiet();
    for event in recording.rows.io.iter_mut().filter(|event| event.kind == "Compression") {
        (event.bytes, event.compressed_bytes) = (of, bytes);
    }
    recording
}

#[test]
fn compression_that_gains_little_is_noted() {
    let found = poor_compression(&compressed_to(58_000, 60_000));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from), (Severity::Note, at(0) - 500));
    assert_eq!(finding.to, at(SECONDS) - 100_000 - 300);
    assert_eq!(finding.title, "Compression of 343.3 MiB of 'shop' leaves 331.9 MiB (97 %).");
    assert_eq!(finding.evidence, ["6000 compressions took 1.2 s together."]);
}

#[test]
fn compression_of_little_or_to_less_is_not_noted() {
    assert_eq!(poor_compression(&compressed_to(53_999, 60_000)), []);
    assert_eq!(poor_compression(&compressed_to(17_000, 17_000)), [], "97 MiB");
}
