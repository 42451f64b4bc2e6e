//! `include timings()` reports what was executed.

use crate::memory::{Memory, items};
use rookery_rql::PlanNode;
use serde_json::json;

fn plan(memory: &Memory, text: &str) -> PlanNode {
    let answer =
        memory.query(&format!("{text} include timings()")).unwrap_or_else(|error| panic!("{text}: {error}"));
    answer.timings.and_then(|timings| timings.plan).unwrap_or_else(|| panic!("{text}: no plan"))
}

fn shape(node: &PlanNode) -> String {
    let children: Vec<String> = node.children.iter().map(shape).collect();
    let counts = format!("{} {}>{}", node.operation, node.entries_in, node.entries_out);
    if children.is_empty() { counts } else { format!("{counts} ({})", children.join("; ")) }
}

#[test]
fn a_plain_scan() {
    let node = plan(&items(), "from Items");
    assert_eq!(shape(&node), "CollectionScan 9>9");
    assert_eq!(node.estimate, Some(9));
    assert_eq!(node.parameters, [("Collection".to_owned(), "Items".to_owned())]);
}

#[test]
fn every_operator_counts_input_and_output() {
    let node = plan(
        &items(),
        "from Items where Name != null and (N > 2 or startsWith(T, 'a')) and not B = true order by Name select Name",
    );
    assert_eq!(
        shape(&node),
        "Projection 6>6 (SortingMatch 6>6 (Filter 9>6 (CollectionScan 9>9; BinaryMatch [And] 9>6 (\
         UnaryMatch [NotEquals] 9>8; BinaryMatch [Or] 8>6 (UnaryMatch [GreaterThan] 8>3; MultiTermMatch [StartsWith] 5>3); \
         UnaryMatch [Not] 6>6 (TermMatch 6>0)))))"
    );
}

#[test]
fn a_limited_sort_keeps_only_the_page() {
    let node = plan(&items(), "from Items order by N as double desc, Name limit 1, 2");
    assert_eq!(
        shape(&node),
        "CollectionScan 9>9"
            .to_owned()
            .replace("CollectionScan 9>9", "Limit 3>2 (SortingMultiMatch 9>3 (CollectionScan 9>9))")
    );
    let sort = &node.children[0];
    let parameter =
        |name: &str| sort.parameters.iter().find(|(key, _)| key == name).map(|(_, text)| text.as_str());
    assert_eq!(parameter("Comparer0_FieldName"), Some("N"));
    assert_eq!(parameter("Comparer0_Ascending"), Some("False"));
    assert_eq!(parameter("Comparer0_FieldType"), Some("Floating"));
    assert_eq!(parameter("Comparer1_FieldName"), Some("Name"));
    assert_eq!(parameter("Take"), Some("3"));
}

#[test]
fn a_scan_that_is_broken_off_says_so() {
    let node = plan(&items(), "from Items limit 2");
    assert_eq!(shape(&node), "Limit 2>2 (CollectionScan 2>2)");
    assert!(node.children[0].parameters.contains(&("StoppedEarly".to_owned(), "True".to_owned())));
}

#[test]
fn ids_are_looked_up_and_the_plan_says_so() {
    let node = plan(&items(), "from Items where id() in ('i/1', 'i/2', 'zz')");
    assert_eq!(shape(&node), "Filter 2>2 (DocumentLookup 2>2; MultiTermMatch [In] 2>2)");
    assert_eq!(node.children[0].estimate, Some(3));
}

#[test]
fn ids_with_a_prefix_are_walked_and_the_plan_says_so() {
    let node = plan(&items(), "from Items where startsWith(id(), 'i/') limit 2");
    assert_eq!(shape(&node), "Limit 2>2 (IdPrefixScan 2>2)");
    assert!(node.children[0].parameters.contains(&("Prefix".to_owned(), "i/".to_owned())));
}

#[test]
fn counts_hold_over_many_batches_and_times_add_up() {
    let mut memory = Memory::default();
    for number in 0..5_000 {
        memory.put("Many", &format!("m/{number}"), &json!({"N": number, "T": format!("t{}", number % 10)}));
    }
    let text = "from Many where N < 4000 and T = 't3' order by N as long desc limit 10 include timings()";
    let answer = memory.query(text).unwrap();
    assert_eq!((answer.total, answer.scanned), (400, 5_000));
    assert_eq!(answer.results[0].id(), "m/3993");
    let timings = answer.timings.unwrap();
    let node = timings.plan.clone().unwrap();
    assert_eq!(
        shape(&node),
        "Limit 10>10 (SortingMatch 400>10 (Filter 5000>400 (CollectionScan 5000>5000; \
         BinaryMatch [And] 5000>400 (UnaryMatch [LessThan] 5000>4000; TermMatch 4000>400))))"
    );
    assert_eq!(node.total_ms, own_times(&node));
    assert!(node.total_ms <= timings.duration.as_secs_f64() * 1_000.0);
    let query = &timings.children["Query"];
    let parts: std::time::Duration = query.children.values().map(|part| part.duration).sum();
    assert!(parts <= query.duration, "{parts:?} of {:?}", query.duration);
    assert!(timings.children.contains_key("Optimizer"));
}

/// Summed in the order the totals were, so that the floats are equal.
fn own_times(node: &PlanNode) -> f64 {
    node.own_ms + node.children.iter().map(own_times).sum::<f64>()
}

#[test]
fn the_wire_shape_is_ravendbs_with_additions() {
    let answer = items().query("from Items where N = 10 include timings()").unwrap();
    let wire = answer.timings.unwrap().to_json();
    let members =
        |value: &serde_json::Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(members(&wire), ["DurationInMs", "Timings", "QueryPlan"]);
    assert_eq!(members(&wire["Timings"]), ["Optimizer", "Query"]);
    assert_eq!(wire["Timings"]["Optimizer"]["Timings"]["Parse"]["Timings"], json!(null));
    let plan = &wire["QueryPlan"];
    assert_eq!(
        members(plan),
        ["Operation", "Parameters", "Children", "EntriesIn", "EntriesOut", "Estimate", "OwnMs", "TotalMs"]
    );
    assert_eq!(plan["Children"][1]["Parameters"], json!({"FieldName": "N", "Term": "10"}));
}

#[test]
fn distinct_counts_what_it_looked_at() {
    assert_eq!(
        shape(&plan(&items(), "from Items order by T select distinct T")),
        "Projection 8>8 (DeduplicationMatch 9>8 (SortingMatch 9>9 (CollectionScan 9>9)))"
    );
    assert_eq!(
        shape(&plan(&items(), "from Items where exists(Name) select distinct T limit 3")),
        "Projection 3>3 (Limit 3>3 (DeduplicationMatch 3>3 (Filter 9>8 (CollectionScan 9>9; MultiTermMatch [Exists] 9>8))))"
    );
}

#[test]
fn the_filter_names_the_fields_it_reads() {
    let node = plan(&items(), "from Items where Lines[].P = 'a' and id() != 'x' and @metadata.@flags = null");
    assert_eq!(node.parameters, [("Fields".to_owned(), "Lines.P, id(), @metadata.@flags".to_owned())]);
}

#[test]
fn timings_are_absent_unless_requested() {
    assert!(items().query("from Items where N = 10").unwrap().timings.is_none());
}
