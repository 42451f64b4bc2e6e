//! What ran at the same time: sentences for the evidence of rules.

use crate::container::Recording;
use crate::findings::Finding;
use crate::findings::statistics::{SECOND, counted, duration, most_frequent, shortened, within};
use crate::tables::{Request, Traffic};

/// How many examples an evidence names.
pub const EXAMPLES: usize = 3;

/// How many findings a rule has that searches all rows for each of them.
const MOST: usize = 50;

/// Whether a rule has as many findings as it may have. The last one says that others are left out.
pub fn is_full(found: &mut [Finding]) -> bool {
    let full = found.len() >= MOST;
    if let (true, Some(last)) = (full, found.last_mut()) {
        last.evidence.push(format!("Findings of this rule after the first {MOST} are left out."));
    }
    full
}

/// Kinds of requests with their counts, such as `3 × GET /databases/shop/docs, status 500`, as one sentence.
pub fn kinds_of<'r>(requests: impl Iterator<Item = &'r Request>) -> Option<String> {
    let keys = requests.map(|request| (request.method.as_str(), request.path.as_str(), request.status));
    let kinds: Vec<String> = most_frequent(keys, EXAMPLES)
        .into_iter()
        .map(|((method, path, status), count)| {
            format!("{count} × {method} {}, status {status}", shortened(path, 120))
        })
        .collect();
    (!kinds.is_empty()).then(|| format!("Most frequent among the recorded requests: {}.", kinds.join("; ")))
}

/// The use of the processor in a time.
pub fn processor(recording: &Recording, from: i64, to: i64) -> Option<String> {
    let samples = within(&recording.rows.cpu, from, to);
    let mean = |value: fn(&crate::tables::CpuSample) -> f64| {
        samples.iter().map(value).sum::<f64>() / samples.len() as f64
    };
    (!samples.is_empty()).then(|| {
        format!(
            "Meanwhile the machine's processor was used to {:.0} % on average, by the server to {:.0} %.",
            mean(|sample| sample.machine_percent),
            mean(|sample| sample.process_percent)
        )
    })
}

/// How much of the time has sums of requests, where they were sampled.
pub fn sampled(seconds: &[&Traffic]) -> Option<String> {
    let represented = seconds.iter().fold(0_u64, |sum, second| sum.saturating_add(second.represents()));
    (represented > seconds.len() as u64).then(|| {
        format!(
            "The requests were sampled: counts are of {} that represent {}.",
            counted(seconds.len(), "second", "seconds"),
            duration(represented.saturating_mul(SECOND.unsigned_abs()))
        )
    })
}

/// The slowest second of requests around a time.
pub fn slowest_second(recording: &Recording, from: i64, to: i64) -> Option<String> {
    let seconds = within(&recording.rows.traffic, from.saturating_sub(SECOND), to.saturating_add(SECOND));
    let slowest = seconds.iter().max_by_key(|second| second.max_us)?;
    Some(format!(
        "The slowest request that ended in these seconds took {}, in the database '{}'.",
        duration(slowest.max_us),
        shortened(&slowest.database, 80)
    ))
}

/// The longest pauses of the garbage collector in a time, if there were any.
pub fn collections(recording: &Recording, from: i64, to: i64) -> Option<String> {
    let collections = within(&recording.rows.gc, from, to);
    let longest = collections.iter().map(|collection| collection.pause_us).max()?;
    Some(format!(
        "{} of garbage were recorded in this time, with a pause of up to {}.",
        counted(collections.len(), "collection", "collections"),
        duration(longest)
    ))
}
