//! What the server and its databases did.

use super::number;
use super::page::Page;
use crate::container::Recording;
use crate::findings::statistics::{duration, size};
use crate::measures::{DatabaseMeasures, Durations, Range, RequestMeasures, ServerMeasures, measure};

/// Databases beyond this number are counted.
const MOST: usize = 50;

/// The measures of the machine and of each database.
pub fn activity(page: &mut Page, recording: &Recording) {
    let measures = measure(recording);
    if measures.server != ServerMeasures::default() {
        page.title("Machine and process");
        machine(page, &measures.server);
    }
    let databases: Vec<_> = measures.databases.iter().collect();
    page.some(&databases, MOST, |page, (name, database)| {
        page.title(&match **name {
            "" => "Server storage and requests without a database".to_owned(),
            name => format!("Database {name}"),
        });
        of_database(page, database, measures.seconds);
    });
}

fn machine(page: &mut Page, server: &ServerMeasures) {
    page.pair("CPU of machine", &percents(server.machine_cpu));
    page.pair("CPU of server", &percents(server.process_cpu));
    page.pair("Working set", &sizes(server.working_set));
    page.pair("Managed memory", &sizes(server.managed));
    page.pair("Available memory", &sizes(server.available));
    if let Some(share) = server.pause_percent {
        let collections = number(server.collections);
        let longest = duration(server.longest_pause);
        page.pair(
            "Collections",
            &format!("{collections}; pauses {share:.2} % of the time, longest {longest}"),
        );
    }
}

fn of_database(page: &mut Page, database: &DatabaseMeasures, seconds: f64) {
    page.pair("Journal writes", &durations(&database.journal, seconds));
    page.pair("Index journals", &durations(&database.index_journals, seconds));
    page.pair("Syncs", &durations(&database.syncs, seconds));
    page.pair("Requests", &requests(&database.requests, seconds));
    if database.batches.count > 0 {
        let batches = durations(&database.batches, seconds);
        page.pair("Index batches", &format!("{batches}; {} documents read", number(database.batch_input)));
    }
}

fn durations(durations: &Durations, seconds: f64) -> String {
    if durations.count == 0 {
        return String::new();
    }
    format!(
        "{} ({}); p50 {}, p99 {}, longest {}",
        number(durations.count),
        per_second(durations.count, seconds),
        duration(durations.p50),
        duration(durations.p99),
        duration(durations.max)
    )
}

fn requests(requests: &RequestMeasures, seconds: f64) -> String {
    let RequestMeasures { durations, estimated, failed, refused } = requests;
    if durations.count == 0 {
        return String::new();
    }
    let mut text = format!(
        "{} ({}); p50 {}, p95 {}, p99 {}, longest {}",
        number(durations.count),
        per_second(durations.count, seconds),
        duration(durations.p50),
        duration(durations.p95),
        duration(durations.p99),
        duration(durations.max)
    );
    if *estimated {
        text.push_str(" (medians of the percentiles of each second)");
    }
    if (*failed, *refused) != (0, 0) {
        text.push_str(&format!("; {} failed, {} refused", number(*failed), number(*refused)));
    }
    text
}

fn per_second(count: u64, seconds: f64) -> String {
    format!("{:.1}/s", count as f64 / seconds)
}

fn percents(range: Option<Range>) -> String {
    range.map_or_else(String::new, |range| {
        format!("{:.1} % to {:.1} %, mean {:.1} %", range.min, range.max, range.mean)
    })
}

fn sizes(range: Option<Range>) -> String {
    range.map_or_else(String::new, |range| {
        let [min, max, mean] = [range.min, range.max, range.mean].map(|bytes| size(bytes as u64));
        format!("{min} to {max}, mean {mean}")
    })
}
