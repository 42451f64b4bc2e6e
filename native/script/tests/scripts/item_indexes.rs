//! Index definitions over counters and time series: what their maps get and give.

use rookery_script::{Limits, MapScript, MapSource, Mapped, NoHost, ScriptError};

const COUNTER: &str = r#"{"DocumentId":"users/1","Name":"Likes","Value":3}"#;

const SEGMENT: &str = r#"{"DocumentId":"users/1","Name":"HeartRate","Start":"2024-01-01T00:00:00.0000000Z",
    "End":"2024-01-01T00:01:00.1230000Z","Count":2,"Entries":[
    {"Timestamp":"2024-01-01T00:00:00.0000000Z","Tag":"w","Value":1.5,"Values":[1.5,2],"IsRollup":false},
    {"Timestamp":"2024-01-01T00:01:00.1230000Z","Tag":null,"Value":3,"Values":[3],"IsRollup":false}]}"#;

fn item(text: &str, item: &str) -> Result<Mapped, ScriptError> {
    let name = if item == COUNTER { "Likes" } else { "HeartRate" };
    MapScript::new(text, &[], None)?.map_item(&mut NoHost, "Users", name, item.as_bytes(), Limits::default())
}

fn bodies(text: &str, of: &str) -> Vec<String> {
    let mapped = item(text, of).unwrap_or_else(|error| panic!("{text}: {error}"));
    mapped.entries.into_iter().map(|entry| String::from_utf8(entry.body).unwrap()).collect()
}

#[test]
fn counters_of_the_collection_and_the_name_are_mapped() {
    let body = r#"{"D":"users/1","N":"Likes","V":4}"#;
    let function = "c => ({ D: c.DocumentId, N: c.Name, V: c.Value + 1 })";
    for of in ["", "'users', ", "'Users', 'LIKES', ", "'@all_docs', 'likes', "] {
        assert_eq!(bodies(&format!("counters.map({of}{function})"), COUNTER), [body], "{of}");
    }
    for of in ["'Orders', ", "'Users', 'Views', ", "'Users', 'Like', "] {
        assert_eq!(bodies(&format!("counters.map({of}{function})"), COUNTER), [""; 0], "{of}");
    }
    let two =
        "counters.map('Users', 'Likes', c => ({ A: 1 })); counters.map('Users', c => [{ A: 2 }, { A: 3 }])";
    assert_eq!(bodies(two, COUNTER), [r#"{"A":1}"#, r#"{"A":2}"#, r#"{"A":3}"#]);
}

#[test]
fn segments_have_dates_and_entries() {
    let text = "timeSeries.map('Users', 'heartrate', ts => ts.Entries.map(e => ({
        V: e.Value, All: e.Values, T: e.Tag, At: e.Timestamp, Ms: e.Timestamp.getTime(), S: ts.Start, N: ts.Name })))";
    assert_eq!(
        bodies(text, SEGMENT),
        [
            r#"{"V":1.5,"All":[1.5,2],"T":"w","At":"2024-01-01T00:00:00.0000000Z","Ms":1704067200000,"S":"2024-01-01T00:00:00.0000000Z","N":"heartrate"}"#,
            r#"{"V":3,"All":[3],"T":null,"At":"2024-01-01T00:01:00.1230000Z","Ms":1704067260123,"S":"2024-01-01T00:00:00.0000000Z","N":"heartrate"}"#,
        ]
    );
    assert_eq!(
        bodies("timeSeries.map(ts => ({ N: ts.Count, Y: ts.End.getUTCFullYear() }))", SEGMENT),
        [r#"{"N":2,"Y":2024}"#]
    );
}

#[test]
fn csharp_reads_counters_and_segments() {
    for text in [
        "from c in counters.Users.Likes select new { c.Value, c.Name }",
        "from c in counters[\"Users\"][\"likes\"] select new { c.Value, c.Name }",
        "from c in counters where c.Value == 3 select new { c.Value, c.Name }",
        "counters.Users.Select(c => new { c.Value, c.Name })",
    ] {
        assert_eq!(bodies(text, COUNTER), [r#"{"Value":3,"Name":"Likes"}"#], "{text}");
    }
    let text = "from ts in timeSeries.Users.HeartRate from e in ts.Entries
        select new { e.Value, e.Timestamp.Date, e.Timestamp, ts.Name, ts.Count }";
    assert_eq!(
        bodies(text, SEGMENT)[1],
        r#"{"Value":3,"Date":"2024-01-01T00:00:00.0000000Z","Timestamp":"2024-01-01T00:01:00.1230000Z","Name":"HeartRate","Count":2}"#
    );
    let sum = "from ts in timeSeries select new { Sum = ts.Entries.Sum(x => x.Values[0]), First = ts.Entries[0].Tag }";
    assert_eq!(bodies(sum, SEGMENT), [r#"{"Sum":4.5,"First":"w"}"#]);
}

#[test]
fn the_source_is_known_and_not_mixed() {
    let source = |text: &str| MapScript::new(text, &[], None).map(|script| script.source());
    assert_eq!(source("map('A', a => ({}))").unwrap(), MapSource::Documents);
    assert_eq!(source("counters.map('A', a => ({}))").unwrap(), MapSource::Counters);
    assert_eq!(source("timeSeries.map(a => ({}))").unwrap(), MapSource::TimeSeries);
    assert_eq!(source("from ts in timeSeries select new { ts.Name }").unwrap(), MapSource::TimeSeries);
    for (text, part) in [
        ("map('A', a => ({})); counters.map('A', a => ({}))", "one source"),
        ("counters.map()", "must be a function"),
        ("counters.map('A')", "must be a function"),
        ("counters.map('', a => ({}))", "the collection must be a text"),
        ("counters.map('A', '', a => ({}))", "the name must be a text"),
        ("timeSeries.map('A', ['b'], a => ({}))", "the name must be a text"),
        ("timeSeries.map('A', 'b', 'c', a => ({}))", "too many arguments"),
        ("map('A', 'b', a => ({}))", "too many arguments"),
        ("map(1, a => ({}))", "the collection must be a text"),
    ] {
        let error = source(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn scripts_that_misuse_an_item_only_fail() {
    for text in [
        "timeSeries.map(ts => { ts.Entries.length = 1e9; return { A: 1 }; })",
        "timeSeries.map(ts => { for (;;) ts.Entries.push(1); })",
        "timeSeries.map(ts => { Date = null; return ts.Entries; })",
        "counters.map(c => c)",
        "counters.map(c => { throw null; })",
    ] {
        let _ended = MapScript::new(text, &[], None).and_then(|script| {
            let of = if script.source() == MapSource::Counters { COUNTER } else { SEGMENT };
            script.map_item(&mut NoHost, "Users", "HeartRate", of.as_bytes(), Limits::default())
        });
    }
    // Afterwards others still work.
    assert_eq!(bodies("timeSeries.map(ts => ({ N: ts.Count }))", SEGMENT), [r#"{"N":2}"#]);
}
