//! Order, page, projection, distinct, includes and totals, as a RavenDB 7.1.5 server gives them.

use crate::memory::{Memory, items};
use rookery_rql::{QueryRequest, ResultItem};
use serde_json::json;

fn order(memory: &Memory, clause: &str) -> String {
    memory.ids(&format!("from {clause}")).join(" ")
}

#[test]
fn without_as_values_are_ordered_as_text_missing_then_null_first() {
    let memory = items();
    // An object comes last here; the server puts it among the texts.
    assert_eq!(order(&memory, "Items order by Name"), "i/5 i/4 i/8 i/1 i/7 i/3 i/2 i/6 i/9");
    assert_eq!(order(&memory, "Items order by Name desc"), "i/9 i/6 i/2 i/3 i/1 i/7 i/8 i/4 i/5");
    assert_eq!(order(&memory, "Items order by N"), "i/5 i/4 i/7 i/9 i/1 i/2 i/3 i/6 i/8");
    assert_eq!(order(&memory, "Items order by N desc"), "i/8 i/6 i/3 i/2 i/9 i/1 i/7 i/4 i/5");
    assert_eq!(order(&memory, "Items order by T as string"), "i/4 i/7 i/8 i/3 i/9 i/1 i/2 i/5 i/6");
    assert_eq!(order(&memory, "Items order by B"), "i/3 i/1 i/2 i/4 i/5 i/8 i/9 i/7 i/6");
    assert_eq!(order(&memory, "Items order by Missing"), "i/3 i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9");
}

#[test]
fn numbers_are_ordered_numerically_on_request() {
    let memory = items();
    // The server leaves out i/6 and i/8, whose N is text; here they come first.
    assert_eq!(order(&memory, "Items order by N as double"), "i/5 i/6 i/8 i/4 i/7 i/9 i/2 i/3 i/1");
    assert_eq!(order(&memory, "Items order by N as double desc"), "i/1 i/3 i/2 i/9 i/7 i/4 i/5 i/6 i/8");
    assert_eq!(order(&memory, "Items order by Lines[].Q as long desc limit 1"), "i/3");
}

#[test]
fn digits_in_text_are_ordered_numerically_on_request() {
    let memory = items();
    assert_eq!(order(&memory, "Items order by T as alphaNumeric"), "i/4 i/7 i/3 i/9 i/2 i/8 i/5 i/1 i/6");
    assert_eq!(
        order(&memory, "Items order by T as alphanumeric desc"),
        "i/6 i/1 i/5 i/2 i/8 i/3 i/9 i/7 i/4"
    );
}

#[test]
fn later_keys_decide_between_equal_ones() {
    let memory = items();
    assert_eq!(order(&memory, "Items order by Missing desc, T, id() desc limit 5"), "i/4 i/7 i/8 i/9 i/3");
    assert_eq!(
        order(&memory, "Items as i order by i.T, i.N as long desc"),
        "i/4 i/7 i/8 i/3 i/9 i/1 i/2 i/5 i/6"
    );
    assert_eq!(order(&memory, "Items order by id() desc limit 2"), "i/9 i/8");
}

#[test]
fn a_limited_order_is_the_beginning_of_the_whole_order() {
    let memory = items();
    for clause in ["Name", "Name desc", "T as alphaNumeric, id() desc", "N as double desc", "B desc"] {
        let whole = memory.ids(&format!("from Items order by {clause}"));
        for skip in 0..10 {
            for take in 0..10 {
                let page = memory.ids(&format!("from Items order by {clause} limit {skip}, {take}"));
                let expected: Vec<String> = whole.iter().skip(skip).take(take).cloned().collect();
                assert_eq!(page, expected, "{clause} limit {skip}, {take}");
            }
        }
    }
}

#[test]
fn pages_and_totals() {
    let memory = items();
    let seen = |clause: &str| {
        let answer = memory.query(&format!("from Items {clause}")).unwrap();
        (answer.total, answer.capped, answer.results.len())
    };
    assert_eq!(seen(""), (9, None, 9));
    assert_eq!(seen("limit 2"), (9, Some(2), 2));
    assert_eq!(seen("limit 1, 2"), (9, Some(2), 2));
    assert_eq!(seen("limit 0"), (9, Some(0), 0));
    assert_eq!(seen("limit 100, 5"), (9, Some(0), 0));
    assert_eq!(seen("limit 2 offset 3"), (9, Some(2), 2));
    assert_eq!(seen("offset 3"), (9, Some(6), 6));
    assert_eq!(seen("limit null"), (9, None, 9));
    assert_eq!(seen("where Name = 'apple' limit 1"), (2, Some(1), 1));
    assert_eq!(seen("where Name = 'apple' limit 1, 10"), (2, Some(1), 1));
    assert_eq!(seen("where Name = 'apple' order by N limit 0"), (2, Some(0), 0));
    assert_eq!(seen("limit 9223372036854775807, 9223372036854775807"), (9, Some(0), 0));
    assert_eq!(memory.query("from Nothing").unwrap().total, 0);
    assert_eq!(memory.query("from Nothing").unwrap().index_name, "collection/Nothing");
    assert_eq!(memory.query("from @all_docs").unwrap().index_name, "collection/@all_docs");
}

#[test]
fn a_limit_alone_reads_no_more_than_the_page() {
    let mut memory = Memory::default();
    for number in 0..5_000 {
        memory.put("Many", &format!("m/{number}"), &json!({"N": number}));
    }
    let answer = memory.query("from Many limit 10, 5 include timings()").unwrap();
    assert_eq!((answer.total, answer.scanned, answer.results.len()), (5_000, 15, 5));
    assert_eq!(memory.lent.load(std::sync::atomic::Ordering::Relaxed), 15);
    assert_eq!(answer.results[0].id(), "m/10");
}

#[test]
fn selected_fields_have_the_servers_names_and_nulls() {
    let memory = items();
    let first = |clause: &str| memory.fields(&format!("from Items {clause} limit 1"))[0].clone();
    assert_eq!(first("select Name, N as Num"), json!({"Name": "banana", "Num": 3}));
    assert_eq!(first("select id(), Missing"), json!({"id()": "i/3", "Missing": null}));
    assert_eq!(first("select id() as 'The Id'"), json!({"The Id": "i/3"}));
    assert_eq!(first("select Lines[].P, Lines.Q as Qs"), json!({"Lines[].P": ["A", "b"], "Qs": [1, 5]}));
    assert_eq!(first("select Nest.A.B"), json!({"Nest.A.B": null}));
    assert_eq!(first("select Tags[]"), json!({"Tags[]": ["x", "Y"]}));
    assert_eq!(
        first("select @metadata.@collection, '@metadata'.'@id' as i"),
        json!({"@metadata.@collection": "Items", "i": "i/3"})
    );
    assert_eq!(
        first("select 'lit' as X, 5 as Y, null as Z, 'A'"),
        json!({"X": "lit", "Y": 5, "Z": null, "A": "A"})
    );
    assert_eq!(first("as i select i.Name, i.Missing, id(i) as I"), json!({"Name": "banana", "I": "i/3"}));
    assert_eq!(
        first("select @metadata.@nested-object-types as __PROJECTED_NESTED_OBJECT_TYPES__"),
        json!({"__PROJECTED_NESTED_OBJECT_TYPES__": null})
    );
}

#[test]
fn projected_results_say_so_in_their_metadata() {
    let answer = items().query("from Items select Name limit 1").unwrap();
    let ResultItem::Projection { fields, id } = &answer.results[0] else { panic!("not projected") };
    assert_eq!(id, "i/3");
    assert_eq!(
        fields["@metadata"],
        json!({"@projection": true, "@change-vector": "A:1-test", "@id": "i/3", "@last-modified": "2024-01-01T00:00:01.0000000Z"})
    );
    assert_eq!(fields.keys().next_back().unwrap(), "@metadata");
}

#[test]
fn star_and_alias_give_whole_documents() {
    let memory = items();
    for text in ["from Items select *", "from Items as i select i", "from Items as i select distinct i"] {
        let answer = memory.query(text).unwrap();
        assert_eq!(answer.results.len(), 9, "{text}");
        assert!(answer.results.iter().all(|result| matches!(result, ResultItem::Document(_))), "{text}");
    }
}

#[test]
fn distinct_gives_equal_results_once() {
    let memory = items();
    let values = |clause: &str| {
        let answer = memory.query(&format!("from Items {clause}")).unwrap();
        let texts: Vec<String> =
            answer.results.iter().map(|r| crate::memory::fields_of(r)["T"].to_string()).collect();
        (texts.join(" "), answer.total, answer.skipped)
    };
    let all = r#""a1" "a10" "a2" null "A3" "b1" "" "a02""#;
    assert_eq!(values("select distinct T"), (all.into(), 9, 1));
    assert_eq!(values("select distinct T limit 2"), (r#""a1" "a10""#.into(), 9, 0));
    assert_eq!(values("select distinct T limit 1, 2"), (r#""a10" "a2""#.into(), 9, 0));
    let sorted = r#"null "" "a02" "a1" "a10" "a2" "A3" "b1""#;
    assert_eq!(values("order by T select distinct T"), (sorted.into(), 9, 1));
    // The offset counts rows that are equal to earlier ones too; only those after it are reported.
    assert_eq!(values("order by T select distinct T limit 3, 2"), (r#""a1" "a10""#.into(), 9, 1));
    assert_eq!(values("order by T select distinct T limit 4, 2"), (r#""a10" "a2""#.into(), 9, 1));
    assert_eq!(values("order by T select distinct T limit 5, 2"), (r#""a10" "a2""#.into(), 9, 0));
    assert_eq!(values("order by T select distinct T limit 20, 2"), (String::new(), 9, 0));
}

#[test]
fn included_documents_come_along_once() {
    let mut memory = items();
    memory.put("Refs", "r/1", &json!({"Ref": ["i/1", "I/2", "i/1"], "Ob": {"Ref": "i/3"}})).put(
        "Refs",
        "r/2",
        &json!({"Ref": "nope", "Ob": {"Ref": "r/1"}, "N": 1}),
    );
    let seen = |clause: &str| {
        let answer = memory.query(&format!("from Refs {clause}")).unwrap();
        let ids: Vec<String> = answer.includes.iter().map(|document| document.id.clone()).collect();
        (ids.join(" "), answer.included_paths.join(" "))
    };
    assert_eq!(seen("include Ref"), ("i/1 i/2".into(), "Ref".into()));
    assert_eq!(seen("include Ref[]"), ("i/1 i/2".into(), "Ref[]".into()));
    assert_eq!(seen("include 'Ob.Ref', timings()"), ("i/3".into(), "Ob.Ref".into()));
    assert_eq!(seen("as r include r.Ob.Ref"), ("i/3".into(), "Ob.Ref".into()));
    // What is not selected leads nowhere.
    assert_eq!(seen("select N include Ob.Ref"), (String::new(), "Ob.Ref".into()));
    assert_eq!(seen("select Ob include Ob.Ref"), ("i/3 r/1".into(), "Ob.Ref".into()));
    assert_eq!(seen("include Missing"), (String::new(), "Missing".into()));
    assert_eq!(memory.query("from Refs include Ref").unwrap().missing_includes, ["nope"]);
}

#[test]
fn metadata_only_leaves_the_fields_out() {
    let mut memory = items();
    memory.put("Meta", "m/1", &json!({"A": 1, "@metadata": {"Mine": 1}}));
    let mut request = QueryRequest::new("from Meta");
    request.metadata_only = true;
    let answer = memory.request(&request).unwrap();
    let ResultItem::Document(document) = &answer.results[0] else { panic!("projected") };
    assert_eq!(document.body, br#"{"@metadata":{"Mine":1}}"#);
}
