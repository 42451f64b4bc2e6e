//! Where a recording is from, and what it has.

use super::number;
use super::page::Page;
use crate::container::Recording;
use crate::findings::statistics::duration;
use crate::utc::moment;

/// Sources, databases and sentences beyond this number are counted.
const MOST: usize = 50;

/// The server, the span and the end.
pub fn about(page: &mut Page, recording: &Recording) {
    let manifest = &recording.manifest;
    page.title("Recording");
    page.pair("Server", &manifest.server);
    page.pair("Version", &manifest.server_version);
    page.pair("Recorded by", &manifest.recorder);
    let (from, to) = recording.span();
    page.pair("From", &moment(from));
    page.pair("To", &moment(to));
    page.pair("Length", &duration(u64::try_from(to.saturating_sub(from)).unwrap_or(0)));
    if manifest.clock_offset.unsigned_abs() >= 1_000 {
        let side = if manifest.clock_offset > 0 { "ahead of" } else { "behind" };
        let offset = duration(manifest.clock_offset.unsigned_abs());
        page.pair("Clocks", &format!("The server's clock is {offset} {side} the recorder's."));
    }
    page.pair("Databases", &databases(&manifest.databases));
    match &recording.ending {
        Some(ending) => {
            page.pair("Ended", &ending.reason);
            if ending.left_out > 0 {
                let rows = number(ending.left_out);
                page.pair("Left out", &format!("{rows} rows, because a bound was reached"));
            }
        }
        None => page.pair("Ended", "The recording was cut off: it has no ending."),
    }
    page.pair("Note", &manifest.note);
    if manifest.masked {
        page.pair("Masked", "Names, ids and texts were replaced.");
    }
    page.some(&recording.damage, MOST, |page, sentence| page.pair("Damage", sentence));
}

fn databases(names: &[String]) -> String {
    let mut text = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > MOST {
        text.push_str(&format!(" and {} more", names.len() - MOST));
    }
    text
}

/// What each source brought.
pub fn sources(page: &mut Page, recording: &Recording) {
    let Some(ending) = recording.ending.as_ref().filter(|ending| !ending.sources.is_empty()) else { return };
    page.title("Sources");
    page.some(&ending.sources, MOST, |page, source| {
        let database =
            if source.database.is_empty() { String::new() } else { format!(" of {}", source.database) };
        page.line(&format!("{}{database}: {} rows", source.source, number(source.rows)));
        if !source.problem.is_empty() {
            page.item(&source.problem);
        }
    });
}

/// Rows of each table.
pub fn rows(page: &mut Page, recording: &Recording) {
    page.title("Rows");
    let counts = recording.rows.counts();
    let counted: Vec<[String; 2]> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(table, count)| [(*table).to_owned(), number(*count as u64)])
        .collect();
    if counted.is_empty() {
        page.line("The recording has none.");
    }
    page.table(&counted);
}
