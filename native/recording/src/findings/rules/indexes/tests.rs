use super::*;
use crate::findings::quiet::{INDEX, at, quiet};

/// Changes the samples from a second on.
fn from(second: i64, change: impl Fn(usize, &mut IndexSample)) -> Recording {
    let mut recording = quiet();
    let samples = recording.rows.indexes.iter_mut().filter(|sample| sample.time >= at(second));
    samples.enumerate().for_each(|(number, sample)| change(number, sample));
    recording
}

fn stale(_: usize, sample: &mut IndexSample) {
    (sample.stale, sample.lag) = (true, 40);
}

#[test]
fn an_index_that_is_always_stale_is_reported() {
    let found = stale_throughout(&from(0, stale));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(0), at(595)));
    assert_eq!(finding.subject, INDEX);
    assert_eq!(
        finding.title,
        "The index 'Orders/ByCompany' of 'shop' was stale in all 120 samples of 9 min 55 s."
    );
    assert_eq!(finding.evidence, ["Left to index: 40 in the first sample, 40 in the last, at most 40."]);
}

#[test]
fn an_index_that_is_stale_for_a_short_time_or_once_not_is_not_reported() {
    assert_eq!(stale_throughout(&from(1, stale)), [], "the first sample is not stale");
    let mut short = from(0, stale);
    short.rows.indexes.retain(|sample| sample.time < at(60));
    assert_eq!(stale_throughout(&short), [], "55 s");
}

#[test]
fn an_index_that_was_paused_is_not_reported_as_always_stale() {
    let paused = from(0, |number, sample| {
        stale(number, sample);
        sample.status = "Paused".to_owned();
    });
    assert_eq!(stale_throughout(&paused), []);
    assert_eq!(in_error(&paused).len(), 1);
}

#[test]
fn a_growing_lag_is_reported() {
    let found = lag_grows(&from(0, |number, sample| sample.lag = 200 * number as u64));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(0), at(595)));
    assert!(finding.title.contains("rose from 2800 to 20800"), "{}", finding.title);
    assert_eq!(finding.evidence, ["Left to index: 0 in the first sample, 23800 in the last, at most 23800."]);
}

#[test]
fn a_small_or_even_lag_is_not_reported() {
    assert_eq!(lag_grows(&from(450, |_, sample| sample.lag = 9_999)), []);
    assert_eq!(lag_grows(&from(450, |_, sample| sample.lag = 10_000)).len(), 1);
    let even =
        |number: usize, sample: &mut IndexSample| sample.lag = if number < 60 { 10_001 } else { 20_000 };
    assert_eq!(lag_grows(&from(0, even)), []);
}

#[test]
fn an_index_in_error_is_critical() {
    let found = in_error(&from(400, |_, sample| sample.state = "Error".to_owned()));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Critical, at(400), at(595)));
    assert_eq!(finding.title, "The index 'Orders/ByCompany' of 'shop' was in the state Error.");
    assert_eq!(finding.evidence[0], "40 of 120 samples, first at 14:20:00.000 UTC.");
}

#[test]
fn a_disabled_index_is_reported_only_with_a_lag() {
    let disabled = |lag| {
        from(400, move |_, sample| {
            (sample.state, sample.lag) = ("Disabled".to_owned(), lag);
        })
    };
    let found = in_error(&disabled(7));
    assert_eq!((found[0].severity, found[0].from), (Severity::Warning, at(400)));
    assert_eq!(found[0].title, "The index 'Orders/ByCompany' of 'shop' was disabled with 7 left to index.");
    assert_eq!(in_error(&disabled(0)), []);
}
