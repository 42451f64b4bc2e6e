//! Indexes somebody wrote, over a real database: maps, fan-out, loads, options, errors.

use std::time::Duration;

use rookery_engine::{
    Database, IndexStatus, QueryError, QueryOptions, QueryRequest, ResultItem, StaticIndex,
};
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine, user};
use crate::query_fixture::{ids, make, query_results};

fn refused(shop: &Database, index: Value) -> String {
    shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap_err().to_string()
}

fn order(shop: &Database, id: &str, body: Value) {
    let mut body = body;
    body["@metadata"] = json!({ "@collection": "Orders" });
    put(shop, &format!("orders/{id}"), &body);
}

fn company(shop: &Database, id: &str, name: &str) {
    put(shop, &format!("companies/{id}"), &json!({"Name": name, "@metadata": {"@collection": "Companies"}}));
}

#[test]
fn fields_of_a_map_are_found_sorted_and_paged() {
    let test = test_engine();
    let shop = &test.shop;
    for n in 0..9 {
        order(
            shop,
            &n.to_string(),
            json!({"Total": n, "Name": format!("n{}", n % 3), "To": {"City": "Bonn"}}),
        );
    }
    make(
        shop,
        json!({"Name": "Orders/ByHalf", "Maps": [
            "map('Orders', o => ({ Half: o.Total / 2, Name: o.Name, City: o.To.City, None: o.Missing }))"
        ]}),
    );
    let answer = query_results(
        shop,
        "from index 'Orders/ByHalf' where Half >= 2 and Name = 'N1' order by Half as double desc",
    );
    assert_eq!((ids(&answer), answer.total), (vec!["orders/7", "orders/4"], 2));
    assert_eq!(answer.index_name, "Orders/ByHalf");
    let answer =
        query_results(shop, "from index 'orders/byhalf' where City = 'bonn' and None = null limit 1, 2");
    assert_eq!((ids(&answer), answer.total), (vec!["orders/1", "orders/2"], 9));
    assert_eq!(ids(&query_results(shop, "from index 'Orders/ByHalf' where id() = 'ORDERS/3'")), ["orders/3"]);
    delete(shop, "orders/4");
    order(shop, "7", json!({"Total": 0, "Name": "n1"}));
    assert_eq!(query_results(shop, "from index 'Orders/ByHalf' where Half >= 2 and Name = 'N1'").total, 0);
}

#[test]
fn unknown_indexes_and_fields_are_named() {
    let test = test_engine();
    let shop = &test.shop;
    order(shop, "1", json!({"A": 1}));
    make(shop, json!({"Name": "I", "Maps": ["map('Orders', o => ({ A: o.A }))"]}));
    query_results(shop, "from index 'I'");
    let error =
        shop.query(&QueryRequest::new("from index 'I' where B = 1"), &QueryOptions::default()).unwrap_err();
    assert!(
        matches!(&error, QueryError::NotIndexed { field, index } if field == "B" && index == "I"),
        "{error}"
    );
    let error = shop.query(&QueryRequest::new("from index 'J'"), &QueryOptions::default()).unwrap_err();
    assert!(matches!(&error, QueryError::NoSuchIndex { index } if index == "J"), "{error}");
}

#[test]
fn several_maps_and_several_entries_give_each_document_once() {
    let test = test_engine();
    let shop = &test.shop;
    order(shop, "1", json!({"Tags": ["a", "b"]}));
    order(shop, "2", json!({"Tags": ["a", "c", "d"]}));
    company(shop, "1", "a");
    make(
        shop,
        json!({
            "Name": "Tags",
            "Maps": [
                "map('Orders', o => o.Tags.map(t => ({ Tag: t })))",
                "map('Companies', c => ({ Tag: c.Name }))",
            ],
            "Fields": {"Tag": {"Storage": "Yes"}},
        }),
    );
    let all = query_results(shop, "from index 'Tags'");
    assert_eq!((ids(&all), all.total, all.skipped), (vec!["orders/1", "orders/2", "companies/1"], 6, 3));
    let page = query_results(shop, "from index 'Tags' limit 1, 1");
    assert_eq!((ids(&page), page.total, page.skipped), (vec!["orders/2"], 6, 1));
    assert_eq!(
        ids(&query_results(shop, "from index 'Tags' where Tag = 'A'")),
        ["orders/1", "orders/2", "companies/1"]
    );
    // What the index keeps is given entry by entry.
    let tags = query_results(shop, "from index 'Tags' order by Tag select Tag");
    let tags: Vec<&str> = tags
        .results
        .iter()
        .map(|item| match item {
            ResultItem::Projection { fields, .. } => fields["Tag"].as_str().unwrap(),
            ResultItem::Document(document) => panic!("{}", document.id),
        })
        .collect();
    assert_eq!(tags, ["a", "a", "a", "b", "c", "d"]);
}

#[test]
fn entries_follow_the_documents_they_load() {
    let test = test_engine();
    let shop = &test.shop;
    company(shop, "1", "One");
    order(shop, "1", json!({"Company": "companies/1"}));
    order(shop, "2", json!({"Company": "companies/2"}));
    make(
        shop,
        json!({"Name": "ByCompany", "Maps": ["map('Orders', o => {
            const c = load(o.Company, 'Companies');
            if (c === null) return null;
            return { Company: c.Name };
        })"]}),
    );
    assert_eq!(ids(&query_results(shop, "from index 'ByCompany'")), ["orders/1"]);
    company(shop, "1", "Uno");
    assert_eq!(query_results(shop, "from index 'ByCompany' where Company = 'one'").total, 0);
    assert_eq!(ids(&query_results(shop, "from index 'ByCompany' where Company = 'uno'")), ["orders/1"]);
    // A document that had no entry gets one when what it loads comes.
    company(shop, "2", "Two");
    assert_eq!(ids(&query_results(shop, "from index 'ByCompany' where Company = 'two'")), ["orders/2"]);
    delete(shop, "companies/1");
    assert_eq!(ids(&query_results(shop, "from index 'ByCompany'")), ["orders/2"]);
    let test = test.closed_and_reopened();
    company(&test.shop, "2", "Zwei");
    assert_eq!(
        ids(&query_results(&test.shop, "from index 'ByCompany' where Company = 'zwei'")),
        ["orders/2"]
    );
}

#[test]
fn errors_of_a_map_are_kept_with_document_and_line_and_stop_nothing() {
    let test = test_engine();
    let shop = &test.shop;
    // With more failures, the index would be put into the state `Error`.
    for n in 1..=25 {
        order(shop, &n.to_string(), json!({"Total": n}));
    }
    make(
        shop,
        json!({"Name": "Bad", "Maps": [
            "map('Orders', o => {\n  if (o.Total === 2) throw new Error('boo');\n  if (o.Total === 3) while (true) {}\n  \
             if (o.Total === 4) for (const all = [];;) all.push('x'.repeat(1e6) + all.length);\n  return { T: o.Total }; })"
        ]}),
    );
    let answer = query_results(shop, "from index 'Bad' where T < 7");
    assert_eq!(ids(&answer), ["orders/1", "orders/5", "orders/6"]);
    let test = test.closed_and_reopened();
    let stats = test.shop.index_stats().unwrap();
    let errors: Vec<(&str, &str)> =
        stats[0].errors.iter().map(|error| (error.document.as_str(), error.error.as_str())).collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(
        errors[0].0 == "orders/2" && errors[0].1.contains("boo") && errors[0].1.contains("line 2"),
        "{errors:?}"
    );
    assert!(errors[1].0 == "orders/3" && errors[1].1.contains("line 3"), "{errors:?}");
    assert!(errors[2].0 == "orders/4" && errors[2].1.contains("memory"), "{errors:?}");
    test.shop.clear_index_errors(None).unwrap();
    assert!(test.shop.index_stats().unwrap()[0].errors.is_empty());
    order(&test.shop, "2", json!({"Total": 9}));
    assert_eq!(query_results(&test.shop, "from index 'Bad'").total, 23);
}

#[test]
fn archived_documents_are_indexed_where_the_definition_says_so() {
    let test = test_engine();
    let shop = &test.shop;
    order(shop, "1", json!({"A": 1}));
    shop.set_data_archival(rookery_engine::DataArchival::default()).unwrap();
    let due = json!({"@collection": "Orders", "@archive-at": "2001-01-01T00:00:00Z"});
    put(shop, "orders/2", &json!({"A": 2, "@metadata": due}));
    // The sweep that the settings begin may have been there first.
    shop.archive_now().unwrap();
    let flags = shop.get("orders/2").unwrap().unwrap().flags;
    assert!(flags.contains(rookery_engine::DocumentFlags::ARCHIVED));
    assert_eq!(ids(&query_results(shop, "from Orders where A > 0")), ["orders/1"]);
    for (name, wanted) in [
        ("ExcludeArchived", vec!["orders/1"]),
        ("IncludeArchived", vec!["orders/1", "orders/2"]),
        ("ArchivedOnly", vec!["orders/2"]),
    ] {
        make(
            shop,
            json!({"Name": name, "Maps": ["map('Orders', o => ({ A: o.A }))"], "ArchivedDataProcessingBehavior": name}),
        );
        assert_eq!(ids(&query_results(shop, &format!("from index '{name}'"))), wanted, "{name}");
    }
}

#[test]
fn a_changed_definition_is_reindexed_and_invalid_ones_are_rejected() {
    let test = test_engine();
    let shop = &test.shop;
    order(shop, "1", json!({"A": 1, "B": 2}));
    make(shop, json!({"Name": "I", "Maps": ["map('Orders', o => ({ X: o.A }))"], "Fields": null}));
    assert_eq!(query_results(shop, "from index 'I' where X = 1").total, 1);
    make(shop, json!({"Name": "I", "Maps": ["from o in docs.Orders select new { X = o.B }"]}));
    while shop.index_stats().unwrap().len() > 1 {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert_eq!(query_results(shop, "from index 'I' where X = 1").total, 0);
    assert_eq!(query_results(shop, "from index 'I' where X = 2").total, 1);
    for (index, part) in [
        (json!({"Name": "", "Maps": ["map('Orders', o => ({}))"]}), "name"),
        (json!({"Name": "Auto/X", "Maps": ["map('Orders', o => ({}))"]}), "Auto/"),
        (json!({"Name": "N", "Maps": []}), "map"),
        (json!({"Name": "N", "Maps": ["map('Orders', o => ({}"]}), "N"),
        (json!({"Name": "N", "Maps": ["map('Orders', o => ({}))"], "SourceType": "Counters"}), "Counters"),
    ] {
        let reported = refused(shop, index);
        assert!(reported.contains(part), "{reported}");
    }
    assert!(shop.delete_index("i").unwrap());
    assert!(shop.index_stats().unwrap().is_empty());
}

#[test]
fn a_map_that_does_not_stop_is_an_error_of_its_index_alone() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ann"));
    // Each comparison reads 8 MB, and the interrupt handler is polled after ten thousand of them.
    let stuck = "map('Users', u => { const a = 'x'.repeat(30000000), b = 'x'.repeat(30000000); while (a === b) {} return { Name: u.Name } })";
    make(shop, json!({"Name": "Good", "Maps": ["map('Users', u => ({ Name: u.Name + '' }))"]}));
    let definition = json!({"Name": "Stuck", "Maps": [stuck]});
    shop.put_index(serde_json::from_value::<StaticIndex>(definition).unwrap()).unwrap();
    let status = |name: &str| {
        let all = shop.index_stats().unwrap();
        all.into_iter().find(|index| index.definition.name() == name).map(|index| index.status)
    };
    let started = std::time::Instant::now();
    let sentence = loop {
        match status("Stuck").unwrap() {
            IndexStatus::Failed(sentence) => break sentence,
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
        // On a machine that is busy enough, the script's time limit ends it before the watching thread does.
        let waited = started.elapsed();
        assert!(waited < Duration::from_secs(180), "the script was not abandoned within {waited:?}");
    };
    println!("{sentence}");
    assert!(sentence.contains("did not stop") && sentence.contains("reset it"), "{sentence}");
    // Writes and other indexes continue.
    put(shop, "users/2", &user("Bob"));
    let found = shop
        .query(
            &QueryRequest::new("from index 'Good' where Name = 'Bob'"),
            &QueryOptions { wait: Some(Duration::from_secs(60)), listed: true, ..QueryOptions::default() },
        )
        .unwrap();
    assert_eq!((found.results.len(), found.is_stale), (1, false));
    // It can be deleted, and the database closed, while its script still runs.
    assert!(shop.delete_index("Stuck").unwrap());
    assert_eq!(status("Stuck"), None);
    test.closed_and_reopened();
}
