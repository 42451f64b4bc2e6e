//! Recordings without a server: answers as text.
#![allow(clippy::unwrap_used, reason = "a test fails where nothing is found")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use rookery_recorder::{
    Answer, Feed, Fired, Length, Opening, Options, Reading, Requests, Session, Trigger, now,
};
use rookery_recording::{Limits, Recording, SourceReport, read_file};

struct Started {
    session: Session,
    feeds: Vec<Feed>,
    fires: mpsc::Receiver<Fired>,
    path: PathBuf,
}

fn start(folder: &Path, options: Options) -> Started {
    let path = folder.join("a.rookery");
    let file = File::create_new(&path).unwrap();
    let (sender, fires) = mpsc::channel();
    let opening = Opening { databases: vec!["a b/ü".to_owned()], ..Opening::default() };
    let fired = move |fired| sender.send(fired).unwrap();
    let (session, feeds) = Session::start(options, opening.manifest(), file, path.clone(), fired).unwrap();
    Started { session, feeds, fires, path }
}

fn feed<'a>(feeds: &'a mut [Feed], part: &str) -> &'a mut Feed {
    feeds.iter_mut().find(|feed| feed.path().contains(part)).unwrap()
}

fn answer(text: &str) -> Answer {
    Answer { time: now(), took_us: 60_000, text: text.to_owned() }
}

fn finished(session: Session, path: &Path, reason: &str) -> Recording {
    session.finish(reason).unwrap();
    read_file(path, Limits::default()).unwrap()
}

fn events(recording: &Recording) -> Vec<(&str, &str)> {
    recording.rows.events.iter().map(|event| (event.kind.as_str(), event.text.as_str())).collect()
}

#[test]
fn a_trigger_ends_what_keeps_the_last_minutes_and_requests_stacks() {
    let folder = tempfile::tempdir().unwrap();
    let length = Length::Last { kept: Duration::from_secs(60), after: Duration::ZERO };
    let triggers = vec![Trigger::parse("stall=50").unwrap()];
    let Started { mut session, mut feeds, fires, path } =
        start(folder.path(), Options { length, triggers, ..Options::default() });
    assert_eq!((session.over(), session.end()), (None, None));
    let statistics = feed(&mut feeds, "/databases/a%20b%2F%C3%BC/stats?");
    assert!(statistics.add(&answer(r#"{"CountOfDocuments":7}"#)));
    let fired = fires.try_recv().unwrap();
    let request = session.trigger(&fired).unwrap().unwrap();
    assert_eq!((request.number, session.trigger(&fired).is_none()), (1, true));
    let reason = session.end().unwrap();
    assert!(reason.starts_with("The trigger stall fired"), "{reason}");
    let stacks = serde_json::json!({ "Results": [{ "OSThreadId": 7, "StackTrace": ["inner"] }] });
    session.captures().add(request.number, &request.trigger, &stacks);
    let recording = finished(session, &path, &reason);
    assert_eq!(recording.rows.databases[0].documents, 7);
    assert_eq!(recording.rows.stacks[0].frames, "inner");
    assert_eq!(events(&recording)[0].0, "trigger");
    assert_eq!(recording.ending.unwrap().reason, reason);
}

#[test]
fn a_lost_source_is_named_until_it_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let Started { session, mut feeds, path, .. } = start(folder.path(), Options::default());
    let statistics = feed(&mut feeds, "/stats?rookeryRecorder");
    statistics.lost("It broke.");
    statistics.lost("It broke.");
    assert!(statistics.add(&answer("{}")));
    statistics.lost("It broke again.");
    let recording = finished(session, &path, "It was stopped.");
    assert_eq!(
        events(&recording),
        [
            ("source-lost", "It broke."),
            ("source-back", "It is read again."),
            ("source-lost", "It broke again.")
        ]
    );
    let sources = recording.ending.unwrap().sources;
    let problems: Vec<_> =
        sources.iter().map(|source| source.problem.as_str()).filter(|text| !text.is_empty()).collect();
    assert_eq!(problems, ["It broke."]);
}

#[test]
fn a_socket_that_sends_too_much_is_sampled() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { most_per_second: 3, ..Options::default() };
    let Started { session, mut feeds, path, .. } = start(folder.path(), options);
    let logs = feed(&mut feeds, "/admin/logs/watch");
    let line = |second: i64| Answer {
        time: second * 1_000_000,
        took_us: 0,
        text: r#"{"Level":"ERROR","Message":"m"}"#.to_owned(),
    };
    let last = (0..60).take_while(|number| logs.add(&line(number / 4))).count();
    assert_eq!((last, logs.reading()), (20, Reading::Sampled));
    logs.opened();
    assert!((0..100).all(|number| logs.add(&line(20 + number / 50))), "a sample has no limit");
    logs.sample_ended();
    let recording = finished(session, &path, "It was stopped.");
    let (kind, text) = events(&recording)[0];
    assert_eq!(kind, "source-sampled");
    assert!(text.contains("more than 3 messages") && text.contains("2.5 s in every 20 s"), "{text}");
    assert_eq!(recording.rows.logs.len(), 121);
    let source = |report: &SourceReport| report.source == "/admin/logs/watch";
    let text = text.to_owned();
    let sources = recording.ending.unwrap().sources;
    assert_eq!(sources.iter().find(|report| source(report)).unwrap().problem, text);
}

#[test]
fn sampled_requests_have_sums_of_complete_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { requests: Requests::Sampled, ..Options::default() };
    let Started { session, mut feeds, path, .. } = start(folder.path(), options);
    let requests = feed(&mut feeds, "/admin/traffic-watch");
    assert_eq!(requests.reading(), Reading::Sampled);
    requests.opened();
    std::thread::sleep(Duration::from_millis(2_300));
    requests.sample_ended();
    assert_eq!(feed(&mut feeds, "/admin/logs/watch").reading(), Reading::Socket);
    let traffic = finished(session, &path, "It was stopped.").rows.traffic;
    let represented: u64 = traffic.iter().map(|row| row.seconds).sum();
    assert_eq!((represented, traffic.iter().map(|row| row.requests).sum::<u64>()), (20, 0));
}

#[test]
fn what_is_left_out_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { requests: Requests::None, log_level: "Off".to_owned(), ..Options::default() };
    let Started { feeds, .. } = start(folder.path(), options);
    let has = |part: &str| feeds.iter().any(|feed| feed.path().contains(part));
    assert!(has("/threads-info/watch") && !has("/admin/traffic-watch") && !has("/admin/logs"));
}
