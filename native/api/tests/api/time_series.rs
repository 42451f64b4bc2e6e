//! Reading time series: ranges, statistics, streams, includes.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

pub async fn with_document() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("u/1", in_collection("Us", json!({ "N": 1 }))).await;
    sandbox
}

pub async fn change(sandbox: &Sandbox, body: Value) {
    let reply = sandbox.post(&sandbox.db("/timeseries?docId=u/1"), body).await;
    assert_eq!((reply.status.as_u16(), reply.body.as_slice()), (204, &b""[..]));
}

pub async fn fill(sandbox: &Sandbox) {
    change(
        sandbox,
        json!({ "Name": "HR", "Appends": [
            { "Timestamp": "2024-01-01T00:00:00.0001Z", "Values": [1, 2], "Tag": "w/a" },
            { "Timestamp": "2024-01-01T00:01:00", "Values": [3.5] },
        ], "Deletes": null, "Increments": null }),
    )
    .await;
}

pub const FIRST: &str = "2024-01-01T00:00:00.0000000Z";
pub const SECOND: &str = "2024-01-01T00:01:00.0000000Z";

pub fn first() -> Value {
    json!({ "Timestamp": FIRST, "Tag": "w/a", "Values": [1, 2], "IsRollup": false })
}

pub fn second() -> Value {
    json!({ "Timestamp": SECOND, "Tag": null, "Values": [3.5], "IsRollup": false })
}

#[tokio::test]
async fn ranges_have_the_members_of_a_server() {
    let sandbox = with_document().await;
    fill(&sandbox).await;
    let get = async |query: &str| {
        let reply = sandbox.get(&sandbox.db(&format!("/timeseries?docId=U/1&name=hr{query}"))).await;
        assert_eq!(reply.status, 200, "{query}");
        reply.json()
    };
    let both = json!({ "From": null, "To": null, "Entries": [first(), second()], "TotalResults": 2 });
    for (query, expected) in [
        ("", both.clone()),
        ("&from=&to=", both.clone()),
        (
            "&from=2024-01-01T00:00:30",
            json!({ "From": "2024-01-01T00:00:30.0000000Z", "To": null, "Entries": [second()] }),
        ),
        (
            "&from=2024-01-01T00:00:00Z&to=2024-01-01T00:01:00Z",
            json!({ "From": FIRST, "To": SECOND, "Entries": [first(), second()], "TotalResults": 2 }),
        ),
        ("&pageSize=1", json!({ "From": null, "To": FIRST, "Entries": [first()], "TotalResults": 2 })),
        ("&start=1", json!({ "From": SECOND, "To": null, "Entries": [second()], "TotalResults": 2 })),
        (
            "&start=1&pageSize=1",
            json!({ "From": SECOND, "To": null, "Entries": [second()], "TotalResults": 2 }),
        ),
        ("&start=5", json!({ "From": SECOND, "To": null, "Entries": [], "TotalResults": 2 })),
        ("&pageSize=0", json!({ "From": null, "To": null, "Entries": [], "TotalResults": 2 })),
        (
            "&from=2030-01-01T00:00:00&to=2031-01-01T00:00:00",
            json!({ "From": "2030-01-01T00:00:00.0000000Z", "To": "2031-01-01T00:00:00.0000000Z", "Entries": [] }),
        ),
    ] {
        assert_eq!(get(query).await, expected, "{query}");
    }
    sandbox.save("w/a", json!({ "Watch": true })).await;
    let included = get("&includeDocument=true&includeTags=true").await;
    assert_eq!(included["Includes"]["u/1"]["@metadata"]["@timeseries"], json!(["HR"]));
    assert_eq!(included["Includes"]["w/a"]["Watch"], true);

    let missing = ["docId=u/1&name=none", "docId=none&name=hr"];
    for query in missing {
        let reply = sandbox.get(&sandbox.db(&format!("/timeseries?{query}"))).await;
        assert_eq!((reply.status.as_u16(), reply.body.as_slice()), (404, &b""[..]));
    }
    let failure = sandbox.get(&sandbox.db("/timeseries?docId=u/1&name=hr&from=abc")).await.failure();
    assert_eq!((failure.0, failure.1.as_str()), (400, "ArgumentException"), "{failure:?}");
}

#[tokio::test]
async fn a_tag_changes_with_the_series_only() {
    let sandbox = with_document().await;
    fill(&sandbox).await;
    for path in ["/timeseries?docId=u/1&name=hr", "/timeseries/ranges?docId=u/1&name=hr&from=&to="] {
        let path = sandbox.db(path);
        let tag = sandbox.get(&path).await.header("etag").to_owned();
        let held = [("if-none-match", tag.as_str())];
        assert_eq!(sandbox.send(Method::GET, &path, &held, "").await.status, 304);
        sandbox.save("u/1", in_collection("Us", json!({ "N": 2 }))).await;
        assert_eq!(sandbox.send(Method::GET, &path, &held, "").await.status, 304);
        let minute = if path.contains("ranges") { "02" } else { "03" };
        let time = format!("2024-01-01T00:{minute}:00");
        change(&sandbox, json!({ "Name": "HR", "Appends": [{ "Timestamp": time, "Values": [4] }] })).await;
        assert_eq!(sandbox.send(Method::GET, &path, &held, "").await.status, 200);
    }
}

#[tokio::test]
async fn several_ranges_are_paged_together() {
    let sandbox = with_document().await;
    fill(&sandbox).await;
    change(&sandbox, json!({ "Name": "S", "Appends": [{ "Timestamp": FIRST, "Values": [1] }] })).await;
    let get =
        async |query: &str| sandbox.get(&sandbox.db(&format!("/timeseries/ranges?docId=u/1{query}"))).await;
    let half = "&name=HR&from=2024-01-01T00:00:30&to=";
    let later = json!({ "From": "2024-01-01T00:00:30.0000000Z", "To": null, "Entries": [second()] });
    let whole = json!({ "From": null, "To": null, "Entries": [first(), second()], "TotalResults": 2 });
    let one = json!({ "Timestamp": FIRST, "Tag": null, "Values": [1], "IsRollup": false });
    for (query, expected) in [
        (format!("&name=hr&from=&to={half}"), json!({ "hr": [whole, later] })),
        (format!("&name=hr&from=&to={half}&pageSize=2"), json!({ "hr": [whole] })),
        (
            format!("&name=hr&from=&to={half}&start=1"),
            json!({ "hr": [{ "From": SECOND, "To": null, "Entries": [second()] }, later] }),
        ),
        (
            "&name=S&from=&to=&start=1&name=HR&from=&to=&pageSize=1".to_owned(),
            json!({
                "S": [{ "From": FIRST, "To": null, "Entries": [], "TotalResults": 1 }],
                "HR": [{ "From": null, "To": FIRST, "Entries": [first()] }],
            }),
        ),
        (
            "&name=S&from=2030-01-01T00:00:00&to=&name=s&from=&to=".to_owned(),
            json!({ "S": [
                { "From": "2030-01-01T00:00:00.0000000Z", "To": null, "Entries": [] },
                { "From": null, "To": null, "Entries": [one], "TotalResults": 1 },
            ] }),
        ),
    ] {
        let reply = get(&query).await;
        assert_eq!(reply.json(), json!({ "Id": "u/1", "Values": expected }), "{query}");
    }
    assert_eq!(get("&name=hr&name=none&from=&from=&to=&to=").await.status, 404);
    for query in ["", "&name=hr&from=", "&name=hr&from=&to=&name=hr"] {
        assert_eq!(get(query).await.failure().0, 400, "{query}");
    }
}

#[tokio::test]
async fn long_answers_are_complete() {
    let sandbox = with_document().await;
    let appends: Vec<Value> = (0..7_000)
        .map(|n| json!({ "Timestamp": format!("2024-01-{:02}T{:02}:{:02}:00", n / 1440 + 1, n / 60 % 24, n % 60), "Values": [n] }))
        .collect();
    change(&sandbox, json!({ "Name": "L", "Appends": appends })).await;
    let range = sandbox.get(&sandbox.db("/timeseries?docId=u/1&name=L")).await.json();
    let values: Vec<u64> = range["Entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["Values"][0].as_u64().unwrap())
        .collect();
    assert_eq!(values, (0..7_000).collect::<Vec<_>>());
    assert_eq!(range["TotalResults"], 7_000);
    let ranges = sandbox.get(&sandbox.db("/timeseries/ranges?docId=u/1&name=L&from=&to=")).await.json();
    assert_eq!(ranges["Values"]["L"][0], range);
    let streamed = sandbox.get(&sandbox.db("/streams/timeseries?docId=u/1&name=L")).await;
    let text = String::from_utf8(streamed.body).unwrap();
    assert!(text.starts_with(&format!(
        "{{\"Results\":[{{\"Tag\":null,\"Timestamp\":\"{FIRST}\",\"Values\":[0.0],\"IsRollup\":false}},"
    )));
    assert!(text.ends_with(",]}"));
    assert_eq!(text.matches("Timestamp").count(), 7_000);
}

#[tokio::test]
async fn streams_shift_times_and_say_nothing_of_missing_series() {
    let sandbox = with_document().await;
    fill(&sandbox).await;
    let get = async |query: &str| {
        let reply = sandbox.get(&sandbox.db(&format!("/streams/timeseries?docId=u/1&name={query}"))).await;
        String::from_utf8(reply.body).unwrap()
    };
    assert_eq!(get("none").await, "{\"Results\":[]}");
    assert_eq!(
        get("hr&offset=01:00:00&from=2024-01-01T00:00:30Z").await,
        "{\"Results\":[{\"Tag\":null,\"Timestamp\":\"2024-01-01T01:01:00.0000000\",\"Values\":[3.5],\"IsRollup\":false},]}"
    );
    assert!(get("hr&offset=abc").await.contains("'offset'"));
}

#[tokio::test]
async fn statistics_list_the_series_of_a_document() {
    let sandbox = with_document().await;
    let get = async |id: &str| sandbox.get(&sandbox.db(&format!("/timeseries/stats?docId={id}"))).await;
    assert_eq!(get("u/1").await.json(), json!({ "DocumentId": "u/1", "TimeSeries": [] }));
    assert_eq!(get("none").await.status, 404);
    fill(&sandbox).await;
    assert_eq!(
        get("U/1").await.json(),
        json!({ "DocumentId": "u/1", "TimeSeries": [
            { "Name": "HR", "NumberOfEntries": 2, "StartDate": FIRST, "EndDate": SECOND }
        ] })
    );
    assert_eq!(sandbox.get(&sandbox.db("/stats")).await.json()["CountOfTimeSeriesSegments"], 1);
    let detailed = sandbox.get(&sandbox.db("/stats/detailed")).await.json();
    assert_eq!(detailed["CountOfTimeSeriesDeletedRanges"], 0);
}

#[tokio::test]
async fn loads_bring_series_along() {
    let sandbox = with_document().await;
    fill(&sandbox).await;
    sandbox.save("u/2", json!({})).await;
    let get = async |query: &str| sandbox.get(&sandbox.db(&format!("/docs?id=u/1{query}"))).await;
    let none = json!([{ "From": null, "To": null, "Entries": [] }]);
    let last = json!([{ "From": SECOND, "To": null, "Entries": [second()] }]);
    for (query, expected) in [
        (
            "&timeseries=hr&from=&to=&timeseries=hr&from=2024-01-01T00:00:30&to=",
            json!({ "u/1": { "hr": [
                { "From": null, "To": null, "Entries": [first(), second()] },
                { "From": "2024-01-01T00:00:30.0000000Z", "To": null, "Entries": [second()] },
            ] } }),
        ),
        (
            "&id=u/2&timeseries=HR&from=&to=2024-01-01T00:00:00",
            json!({
                "u/1": { "HR": [{ "From": null, "To": FIRST, "Entries": [first()] }] },
                "u/2": { "HR": [{ "From": null, "To": FIRST, "Entries": [] }] },
            }),
        ),
        ("&timeseriescount=HR&countType=Last&countValue=1", json!({ "u/1": { "HR": last } })),
        ("&timeseriescount=@all_timeseries&countType=Last&countValue=1", json!({ "u/1": { "HR": last } })),
        (
            "&timeseriestime=HR&timeType=Last&timeValue=10&timeUnit=Second",
            json!({ "u/1": { "HR": [{ "From": "2024-01-01T00:00:50.0000000Z", "To": null, "Entries": [second()] }] } }),
        ),
        ("&timeseriestime=no&timeType=Last&timeValue=1&timeUnit=Month", json!({ "u/1": {} })),
        ("&timeseries=no&from=&to=", json!({ "u/1": { "no": none } })),
    ] {
        let reply = get(query).await;
        assert_eq!(reply.status, 200, "{query}");
        assert_eq!(reply.json()["TimeSeriesIncludes"], expected, "{query}");
    }
    let path = "&timeseriescount=HR&countType=Last&countValue=1";
    let tag = get(path).await.header("etag").to_owned();
    change(
        &sandbox,
        json!({ "Name": "HR", "Appends": [{ "Timestamp": "2024-01-01T00:02:00", "Values": [4] }] }),
    )
    .await;
    let again = [("if-none-match", tag.as_str())];
    let path = sandbox.db(&format!("/docs?id=u/1{path}"));
    assert_eq!(sandbox.send(Method::GET, &path, &again, "").await.status, 200, "the document did not change");
    assert!(get("").await.json().get("TimeSeriesIncludes").is_none());
    assert_eq!(get("&timeseries=HR").await.failure().0, 400);
}
