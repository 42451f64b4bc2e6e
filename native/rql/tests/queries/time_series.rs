//! `timeseries(…)`: what RavenDB 7.1.5 was observed to give, and what it must refuse. The comparison with a server is
//! `e2e/ravendb/time-series`.

use rookery_rql::{QueryError, QueryRequest, ValueNames, parse};
use serde_json::{Value, json};

use crate::memory::{Memory, SavedEntry, fields_of};

/// 2024-01-01T00:00:00Z.
const START: i64 = 1_704_067_200_000;
const MINUTE: i64 = 60_000;

fn entry(minute: i64, values: &[f64], tag: Option<&str>) -> SavedEntry {
    (START + minute * MINUTE, values.to_vec(), tag.map(str::to_owned))
}

fn users() -> Memory {
    let mut memory = Memory::default();
    memory
        .put("Users", "users/1", &json!({"Name": "Ann", "Age": 30, "Friend": "users/2"}))
        .put("Users", "users/2", &json!({"Name": "Bob", "Age": 20}))
        .put("Watches", "watches/a", &json!({"Make": "A"}))
        .put_series(
            "users/1",
            "HeartRate",
            vec![
                entry(0, &[60.0, 1.0], Some("watches/a")),
                entry(1, &[62.0], Some("watches/b")),
                entry(150, &[70.0, 3.0], None),
            ],
        )
        .put_series("users/2", "HeartRate", vec![entry(5, &[80.0], None)]);
    memory
}

/// The only result of `select timeseries(…)` of the first user.
fn only(inside: &str) -> Value {
    let text = format!("from Users as u where id() = 'users/1' select timeseries({inside})");
    users().fields(&text).remove(0)
}

fn error(inside: &str) -> QueryError {
    let text = format!("from Users as u where id() = 'users/1' select timeseries({inside})");
    users().query(&text).expect_err(inside)
}

/// Not tried on a server: policies need a licence there.
#[test]
fn rollups_are_aggregated_as_the_values_that_they_summarize() {
    let mut memory = Memory::default();
    let rollup = |hour: i64, values: [f64; 6]| entry(hour * 60, &values, None);
    let rollups = vec![rollup(0, [1.0, 2.0, 0.5, 4.0, 10.0, 4.0]), rollup(1, [3.0, 5.0, 3.0, 5.0, 8.0, 2.0])];
    memory.put("Users", "users/1", &json!({})).put_series("users/1", "HeartRate@ByHour", rollups);
    let query = |inside: &str| {
        let text = format!("from Users as u select timeseries(from 'HeartRate@ByHour' {inside})");
        memory.query(&text)
    };
    let text = "from Users as u select timeseries(from 'HeartRate@ByHour' group by '1 day' \
                select first(), last(), min(), max(), sum(), count(), avg())";
    let answer = memory.fields(text).remove(0);
    let row = &answer["Results"][0];
    let numbers = ["First", "Last", "Min", "Max", "Sum", "Count", "Average"].map(|name| row[name][0].clone());
    assert_eq!(json!(numbers), json!([1.0, 5.0, 0.5, 5.0, 18.0, 6.0, 3.0]));
    assert_eq!(answer["Count"], json!(6));
    let error = query("group by '1 day' select percentile(90)").expect_err("a percentile");
    assert!(error.to_string().contains("rollup"), "{error}");
    let whole = memory.fields("from Users as u select timeseries(from 'HeartRate@ByHour')").remove(0);
    assert_eq!(whole["Results"][1]["IsRollup"], json!(true));
}

#[test]
fn entries_are_given_whole() {
    assert_eq!(
        only("from u.heartrate where Value > 60 and Tag != null"),
        json!({"Count": 1, "Results": [
            {"Tag": "watches/b", "Timestamp": "2024-01-01T00:01:00.0000000Z", "Values": [62.0], "IsRollup": false}
        ]})
    );
    assert_eq!(only("from u.Nothing select max()"), json!({"Count": 0, "Results": []}));
    assert_eq!(
        only("from HeartRate last 1 h scale 2 offset '-00:30'"),
        json!({"Count": 1, "Results": [
            {"Tag": null, "Timestamp": "2024-01-01T02:00:00.0000000", "Values": [140.0, 6.0], "IsRollup": false}
        ]})
    );
}

#[test]
fn frames_have_an_array_with_a_number_for_each_position() {
    assert_eq!(
        only("from u.HeartRate group by 1h select max(), avg() as Mean"),
        json!({"Count": 3, "Results": [
            {"From": "2024-01-01T00:00:00.0000000Z", "To": "2024-01-01T01:00:00.0000000Z", "Key": null,
             "Count": [2.0, 1.0], "Max": [62.0, 1.0], "Mean": [61.0, 1.0]},
            {"From": "2024-01-01T02:00:00.0000000Z", "To": "2024-01-01T03:00:00.0000000Z", "Key": null,
             "Count": [1.0, 1.0], "Max": [70.0, 3.0], "Mean": [70.0, 3.0]}
        ]})
    );
    let keys = |inside: &str| -> Vec<Value> {
        only(inside)["Results"].as_array().unwrap().iter().map(|row| row["Key"].clone()).collect()
    };
    assert_eq!(
        keys("from u.HeartRate group by '1 day', Tag select max()"),
        [json!("watches/a"), json!("watches/b"), Value::Null]
    );
    assert_eq!(
        keys("from u.HeartRate load Tag as w group by '1 day', w.Make select max()"),
        [json!("A"), Value::Null]
    );
}

#[test]
fn an_entry_at_the_end_of_the_range_has_its_own_row() {
    let found = only("from u.HeartRate between '2024-01-01' and '2024-01-01T00:01' select max()");
    let rows: Vec<&Value> = found["Results"].as_array().unwrap().iter().map(|row| &row["Max"]).collect();
    assert_eq!(rows, [&json!([60.0, 1.0]), &json!([62.0])]);
}

#[test]
fn frames_without_entries_are_filled() {
    let max = |kind: &str| -> Vec<Value> {
        let found = only(&format!("from u.HeartRate group by 1h with interpolation({kind}) select max()"));
        found["Results"].as_array().unwrap().iter().map(|row| row["Max"].clone()).collect()
    };
    let between = |value: Value| vec![json!([62.0, 1.0]), value, json!([70.0, 3.0])];
    assert_eq!(max("linear"), between(json!([66.0, 2.0])));
    assert_eq!(max("nearest"), between(json!([62.0, 1.0])));
    assert_eq!(max("last"), between(json!([62.0, 1.0])));
    assert_eq!(max("next"), between(json!([70.0, 3.0])));
}

#[test]
fn a_result_with_other_members_has_the_series_under_a_name() {
    let found = users().fields("from Users as u load u.Friend as f select u.Name, timeseries(from f.HeartRate select max()), timeseries(from u.HeartRate select count()) as C");
    assert_eq!(found[0]["__timeSeriesQueryFunction0"]["Results"][0]["Max"], json!([80.0]));
    assert_eq!(found[0]["C"]["Count"], json!(3));
    assert_eq!(found[1]["__timeSeriesQueryFunction0"], json!({"Count": 0, "Results": []}));
}

#[test]
fn declared_functions_take_documents_and_values() {
    let found = users().fields(
        "declare timeseries f(user, low, from) { from user.HeartRate between from and '2025' where Value > low and user.Age > 25 select count() }
         from Users as u select f(u, 61, '2024-01-01T00:00') as x",
    );
    assert_eq!(found[0]["x"]["Results"][0]["Count"], json!([2.0, 1.0]));
    assert_eq!(found[1]["x"], json!({"Count": 0, "Results": []}));
}

#[test]
fn names_of_values_come_where_they_are_requested() {
    let mut names = ValueNames::default();
    names.add("users", "heartrate", vec!["Beats".to_owned()]);
    let request = |text: &str| {
        let value_names = Some(names.clone());
        users().request(&QueryRequest { value_names, ..QueryRequest::new(text) }).unwrap()
    };
    let answer = request("from Users as u select timeseries(from u.HeartRate) as H, u.Name");
    assert_eq!(answer.time_series_fields, Some(vec!["H".to_owned()]));
    let fields = fields_of(&answer.results[0]);
    assert_eq!(fields["H"]["@metadata"], json!({"@timeseries-named-values": ["Beats"]}));
    let answer = request("from Users as u select timeseries(from u.Steps)");
    assert_eq!(answer.time_series_fields, Some(Vec::new()));
}

#[test]
fn what_cannot_be_meant_is_refused_with_its_place() {
    for (inside, part) in [
        ("from u.HeartRate between '2024-01-01T00:00:00Z' and '2025'", "is not a date"),
        ("from u.HeartRate between 3 and '2025'", "not a number"),
        ("from u.HeartRate select slope()", "needs a 'group by'"),
        ("from u.HeartRate select percentile(0)", "greater than 0"),
        ("from u.HeartRate group by '1 week'", "not a length of time"),
        ("from u.HeartRate group by 0h", "longer than 0"),
        ("from u.HeartRate where Value > 'a'", "have no order"),
        ("from u.HeartRate offset '25:00'", "not an offset"),
        ("from u.HeartRate scale 'a'", "takes a number"),
        ("from v.HeartRate", "is not known"),
    ] {
        let error = error(inside);
        assert!(matches!(error, QueryError::Invalid { .. }), "{inside}: {error}");
        assert!(error.to_string().contains(part), "{inside}: {error}");
    }
    for inside in [
        "select max()",
        "from u.HeartRate where Foo = 1",
        "from u.HeartRate where u.Age = 1",
        "from u.HeartRate group by Tag",
        "from u.HeartRate select max",
        "from u.HeartRate select max() limit 1",
        "from u.HeartRate offset '01:00' scale 2",
        "from u.HeartRate where Values[32] = 1",
        "from u.HeartRate group by 1h with interpolation(cubic)",
    ] {
        let error = error(inside);
        assert!(matches!(error, QueryError::Parse(_)), "{inside}: {error}");
    }
    let text = "from Users group by Name select timeseries(from HeartRate)";
    let error = users().query(text).expect_err(text);
    assert!(matches!(error, QueryError::Unsupported(_) | QueryError::Invalid { .. }), "{text}: {error}");
}

/// Observed: rows are compared as a whole, without their ids, and the first of equal ones is given.
#[test]
fn distinct_leaves_out_equal_rows() {
    let mut memory = users();
    memory
        .put("Users", "users/3", &json!({"Name": "Bob", "Age": 25}))
        .put_series("users/3", "HeartRate", vec![entry(5, &[80.0], None)])
        .put("Users", "users/4", &json!({"Name": "Bob"}))
        .put("Users", "users/5", &json!({"Name": "Eve"}));
    let counts = |text: &str| {
        let answer = memory.query(text).unwrap();
        let count = |fields: Value| fields.pointer("/T/Count").unwrap_or(&fields["Count"]).clone();
        let found: Vec<Value> = answer.results.iter().map(|item| count(fields_of(item))).collect();
        (json!(found), answer.total, answer.skipped)
    };
    for select in ["timeseries(from HeartRate)", "timeseries(from HeartRate) as T", "f(u)"] {
        let function = "declare timeseries f(u) { from u.HeartRate }";
        let text = format!("{function} from Users as u order by id() select distinct {select}");
        assert_eq!(counts(&text), (json!([3, 1, 0]), 5, 2), "{text}");
    }
    let by_name = "from Users order by id() select distinct Name, timeseries(from HeartRate) as T";
    assert_eq!(counts(by_name), (json!([3, 1, 0, 0]), 5, 1));
    let page = "from Users order by id() select distinct timeseries(from HeartRate) as T limit 1, 1";
    assert_eq!(counts(page), (json!([1]), 5, 0));
    let page = "from Users order by id() select distinct timeseries(from HeartRate) as T limit 2, 5";
    assert_eq!(counts(page), (json!([0]), 5, 2));
}

#[test]
fn rows_are_bounded() {
    let mut memory = users();
    let far = (START + 400 * 86_400_000, vec![1.0], None);
    memory.put_series("users/1", "Far", vec![entry(0, &[1.0], None), far]);
    let error = memory
        .query("from Users as u select timeseries(from u.Far group by 1ms with interpolation(linear) select max())")
        .unwrap_err();
    assert!(error.to_string().contains("more than 2000000 rows"), "{error}");
}

#[test]
fn queries_print_as_they_are_read() {
    for inside in [
        "from 'u'.'Heart Rate' between '2024' and $to load Tag as 'w' where (Value > 3 or not (Tag in ('a', null))) and w.'A b' = true group by '2 h', w.'Make' with interpolation(next) select max(), percentile(9.5) as 'P' scale 2 offset '01:00'",
        "from 'u'.'H' last '2 h' where Values[3] between 1 and 2.5 and Timestamp >= '2024' group by $frame, Tag",
        "from $name first '1 month'",
    ] {
        let text = format!("from 'Users' as 'u' select timeseries({inside})");
        assert_eq!(parse(&text).unwrap().to_string(), text);
    }
    let text = "declare timeseries f(u, a) {from 'u'.'H' between a and '2024' where u.'Age' > a}\nfrom 'Users' as 'u' select f(u, 3) as 'x' include timeseries('H', last(2)), timeseries(Friend, 'H', '2024', null), timeseries(last(1, 'h'))";
    assert_eq!(parse(text).unwrap().to_string(), text);
}
