//! `facet(id('facets/…'))`: what a RavenDB 7.1.5 gave for the same set-ups, and what it refused.

use std::time::Duration;

use rookery_engine::{Database, QueryOptions, QueryRequest, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{put, test_engine};
use crate::query_fixture::{make, query_results};

fn items(shop: &Database) {
    for no in 1..=12 {
        let city = ["Rome", "Lyon", "Bern"][no % 3];
        put(
            shop,
            &format!("items/{no}"),
            &json!({"No": no, "City": city, "@metadata": {"@collection": "Items"}}),
        );
    }
    make(shop, json!({"Name": "All", "Maps": ["map('Items', i => ({ No: i.No, City: i.City }))"]}));
}

fn set_up(shop: &Database, setup: Value) {
    let mut setup = setup;
    setup["@metadata"] = json!({"@collection": "FacetSetups"});
    put(shop, "facets/1", &setup);
}

fn facets(shop: &Database, text: &str) -> Value {
    let facet = |item: &ResultItem| match item {
        ResultItem::Projection { fields, .. } => {
            let values: Vec<Value> = fields["Values"].as_array().unwrap().to_vec();
            json!([fields["Name"], values, fields["RemainingHits"], fields["RemainingTerms"]])
        }
        ResultItem::Document(document) => panic!("{} is a document", document.id),
    };
    query_results(shop, text).results.iter().map(facet).collect()
}

#[test]
fn a_document_sets_facets_up() {
    let test = test_engine();
    let shop = &test.shop;
    items(shop);
    set_up(
        shop,
        json!({
            "Facets": [
                {"FieldName": "City"},
                {
                    "FieldName": "City", "DisplayFieldName": "Places",
                    "Options": {"TermSortMode": "ValueDesc", "Start": 1, "PageSize": 1, "IncludeRemainingTerms": true},
                    "Aggregations": {"Sum": [{"Name": "No", "DisplayName": "Nos"}], "Max": "No"},
                },
                {"Aggregations": {"Min": [{"Name": "No"}]}},
            ],
            "RangeFacets": [
                {"Ranges": ["No < 5", "No >= 5 and No < 0"], "Aggregations": {"Average": [{"Name": "No"}]}},
                {"Ranges": ["No between 1 and 5"], "DisplayFieldName": "Between"},
            ],
        }),
    );
    let count = |range: &str, count: u64| json!({"Name": null, "Count": count, "Range": range});
    let wanted = json!([
        ["City", [count("bern", 4), count("lyon", 4), count("rome", 4)], 0, []],
        [
            "Places",
            [
                {"Name": "Nos", "Sum": 22, "Count": 4, "Range": "lyon"},
                {"Name": "No", "Max": 10, "Count": 4, "Range": "lyon"},
            ],
            4,
            ["bern"],
        ],
        ["@AllResults", [{"Name": "No", "Min": 1, "Count": 12, "Range": "@AllResults"}], 0, []],
        [
            "No",
            [
                {"Name": "No", "Average": 2.5, "Count": 4, "Range": "No < 5"},
                {"Name": "No", "Count": 0, "Range": "No >= 5 and No < 0"},
            ],
            0,
            [],
        ],
        ["Between", [count("No between 1 and 5", 5)], 0, []],
    ]);
    assert_eq!(facets(shop, "from index 'All' select facet(id('facets/1'))"), wanted);
    let both = facets(shop, "from index 'All' where No > 11 select facet(City), facet(id('FACETS/1'))");
    assert_eq!(both[0], json!(["City", [count("rome", 1)], 0, []]));
    assert_eq!(both.as_array().unwrap().len(), 6);
}

#[test]
fn invalid_facet_setups_are_reported() {
    let test = test_engine();
    let shop = &test.shop;
    items(shop);
    let failure = |query: &str, parameters: Value| {
        let mut request = QueryRequest::new(query);
        request.parameters = parameters.as_object().unwrap().clone();
        let longest = Some(Duration::from_secs(20));
        shop.query(&request, &QueryOptions { wait: longest, ..QueryOptions::default() })
            .unwrap_err()
            .to_string()
    };
    let setup = "from index 'All' select facet(id('facets/1'))";
    assert_eq!(failure(setup, json!({})), "Document 'facets/1' does not exist.");
    for (wrong, part) in [
        (json!({"Facets": "City"}), "Facets that are not an array of objects"),
        (json!({"Facets": ["City"]}), "Facets that are not an array of objects"),
        (
            json!({"Facets": [{"FieldName": "City", "Aggregations": {"Sum": ["No"]}}]}),
            "not an object with a Name",
        ),
        (json!({"Facets": [{"FieldName": "City", "Aggregations": {"Odd": "No"}}]}), "the aggregation 'Odd'"),
        (
            json!({"Facets": [{"FieldName": "City", "Options": {"TermSortMode": "Odd"}}]}),
            "'Odd' is not a TermSortMode",
        ),
        (json!({"Facets": [{"FieldName": "Nope"}]}), "'Nope' is not indexed in 'All'"),
        (json!({"RangeFacets": [{}]}), "without Ranges"),
        (
            json!({"RangeFacets": [{"Ranges": ["No = 5 or"]}]}),
            "the range 'No = 5 or', which is not a condition",
        ),
        (json!({"RangeFacets": [{"Ranges": ["No < 5 order by No"]}]}), "which is not a condition"),
        (json!({"RangeFacets": [{"Ranges": ["No = 5"]}]}), "A range of a facet is made of"),
        (json!({"RangeFacets": [{"Ranges": ["No < 5", "City > 'a'"]}]}), "not of 'No' and of 'City'"),
    ] {
        set_up(shop, wrong.clone());
        let reported = failure(setup, json!({}));
        assert!(reported.contains(part), "{wrong}: {reported}");
    }
    set_up(shop, json!({"Facets": [{"FieldName": "City"}]}));
    for (query, part) in [
        ("from Items select facet(id('facets/1'))", "setup documents need an index"),
        ("from index 'All' select facet(id('facets/1'), sum(No))", "takes no other argument"),
        ("from index 'All' select facet(id('facets/1'), $o)", "takes no other argument"),
        ("from index 'All' select facet(id($o))", "A parameter must be the setup itself"),
        ("from index 'All' select facet(No < 5, $o)", "Options are not supported in range facets."),
    ] {
        let reported = failure(query, json!({"o": "facets/1"}));
        assert!(reported.contains(part), "{query}: {reported}");
    }
    let mut request = QueryRequest::new("from index 'All' select facet(id($o))");
    request.parameters.insert("o".to_owned(), json!({"Facets": [{"FieldName": "City"}]}));
    assert_eq!(shop.query(&request, &QueryOptions::default()).unwrap().results.len(), 1);
}
