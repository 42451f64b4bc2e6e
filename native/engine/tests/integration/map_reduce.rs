//! Indexes with a reduce, over a real database: results follow documents, what they load, and restarts.

use std::time::Duration;

use rookery_engine::{Database, QueryAnswer, QueryOptions, QueryRequest, ResultItem, StaticIndex};
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine};
use crate::query_fixture::{make, query_results_within};

/// The answer once the index has seen everything.
fn query_results(shop: &Database, text: &str) -> QueryAnswer {
    query_results_within(Duration::from_secs(60), shop, text)
}

fn bodies(answer: &QueryAnswer) -> Vec<Value> {
    let body = |item: &ResultItem| match item {
        ResultItem::Projection { fields, .. } => {
            let mut fields = fields.clone();
            assert_eq!(fields.remove("@metadata").unwrap()["@change-vector"], Value::Null);
            Value::Object(fields)
        }
        ResultItem::Document(document) => panic!("{} is a document", document.id),
    };
    answer.results.iter().map(body).collect()
}

fn order(shop: &Database, id: &str, company: &str, total: i64) {
    let metadata = json!({ "@collection": "Orders" });
    put(
        shop,
        &format!("orders/{id}"),
        &json!({"Company": company, "Total": total, "Lines": [{"P": "tea", "Q": total}, {"P": company, "Q": 1}],
                "@metadata": metadata}),
    );
}

fn by_company() -> Value {
    json!({
        "Name": "Orders/ByCompany",
        "Maps": ["map('Orders', o => ({ Company: o.Company, Count: 1, Total: o.Total }))"],
        "Reduce": "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, \
                   Count: g.values.reduce((n, x) => n + x.Count, 0), Total: g.values.reduce((n, x) => n + x.Total, 0) }))",
    })
}

#[test]
fn results_are_found_sorted_paged_and_projected() {
    let test = test_engine();
    let shop = &test.shop;
    for n in 1..=9 {
        order(shop, &n.to_string(), ["a", "b", "c"][n % 3], i64::try_from(n).unwrap());
    }
    make(shop, by_company());
    let all = query_results(shop, "from index 'Orders/ByCompany' order by Company");
    assert_eq!(
        bodies(&all),
        [
            json!({"Company": "a", "Count": 3, "Total": 18}),
            json!({"Company": "b", "Count": 3, "Total": 12}),
            json!({"Company": "c", "Count": 3, "Total": 15}),
        ]
    );
    assert_eq!((all.total, all.index_name.as_str()), (3, "Orders/ByCompany"));
    let page = query_results(
        shop,
        "from index 'Orders/ByCompany' where Total > 12 order by Total as long desc limit 1, 1",
    );
    assert_eq!((bodies(&page), page.total), (vec![json!({"Company": "c", "Count": 3, "Total": 15})], 2));
    let chosen = query_results(
        shop,
        "from index 'Orders/ByCompany' as x where Company = 'B' select { T: x.Total * 2, I: id(x) }",
    );
    assert_eq!(bodies(&chosen)[0]["T"], 24);
    let distinct = query_results(shop, "from index 'Orders/ByCompany' select distinct Count");
    assert_eq!((bodies(&distinct), distinct.skipped), (vec![json!({"Count": 3})], 2));
    let error = shop
        .query(&QueryRequest::new("from index 'Orders/ByCompany' where id() = 'x'"), &QueryOptions::default())
        .unwrap_err();
    assert!(error.to_string().contains("'id()' is not indexed in 'Orders/ByCompany'"), "{error}");
}

#[test]
fn results_follow_changes_deletes_and_restarts() {
    let test = test_engine();
    let shop = &test.shop;
    for n in 1..=4 {
        order(shop, &n.to_string(), if n < 4 { "a" } else { "b" }, n);
    }
    make(shop, by_company());
    assert_eq!(query_results(shop, "from index 'Orders/ByCompany'").total, 2);
    // One member goes over to another group, one goes, a group loses its last.
    order(shop, "1", "b", 10);
    delete(shop, "orders/2");
    let now = query_results(shop, "from index 'Orders/ByCompany' order by Company");
    assert_eq!(
        bodies(&now),
        [json!({"Company": "a", "Count": 1, "Total": 3}), json!({"Company": "b", "Count": 2, "Total": 14})]
    );
    delete(shop, "orders/3");
    let test = test.closed_and_reopened();
    let shop = &test.shop;
    order(shop, "5", "c", 1);
    let now = query_results(shop, "from index 'Orders/ByCompany' order by Company");
    assert_eq!(
        bodies(&now),
        [json!({"Company": "b", "Count": 2, "Total": 14}), json!({"Company": "c", "Count": 1, "Total": 1})]
    );
    let stats = shop.index_stats().unwrap();
    assert_eq!((stats[0].entries, stats[0].definition.name()), (2, "Orders/ByCompany"));
}

#[test]
fn several_maps_and_several_results_of_a_document_come_together() {
    let test = test_engine();
    let shop = &test.shop;
    order(shop, "1", "x", 2);
    order(shop, "2", "y", 3);
    put(shop, "stock/1", &json!({"Product": "tea", "Amount": 100, "@metadata": {"@collection": "Stock"}}));
    make(
        shop,
        json!({
            "Name": "Products",
            "Maps": [
                "map('Orders', o => o.Lines.map(l => ({ P: l.P, Sold: l.Q, Stock: 0 })))",
                "map('Stock', s => ({ P: s.Product, Sold: 0, Stock: s.Amount }))",
            ],
            "Reduce": "groupBy(x => ({ P: x.P })).aggregate(g => ({ P: g.key.P, \
                       Sold: g.values.reduce((n, x) => n + x.Sold, 0), Stock: g.values.reduce((n, x) => n + x.Stock, 0) }))",
        }),
    );
    assert_eq!(
        bodies(&query_results(shop, "from index 'Products' order by Sold as long desc, P")),
        [
            json!({"P": "tea", "Sold": 5, "Stock": 100}),
            json!({"P": "x", "Sold": 1, "Stock": 0}),
            json!({"P": "y", "Sold": 1, "Stock": 0}),
        ]
    );
}

/// The sample's tree: hours of a task count for it and for all that it is part of.
#[test]
fn hours_rolled_up_a_chain_of_parents_follow_a_moved_node() {
    let test = test_engine();
    let shop = &test.shop;
    let node = |id: &str, parent: Option<&str>| {
        put(
            shop,
            &format!("nodes/{id}"),
            &json!({"Parent": parent.map(|id| format!("nodes/{id}")), "@metadata": {"@collection": "Nodes"}}),
        );
    };
    let hours = |id: &str, node: &str, hours: i64| {
        let body =
            json!({"Node": format!("nodes/{node}"), "Hours": hours, "@metadata": {"@collection": "Entries"}});
        put(shop, &format!("entries/{id}"), &body);
    };
    node("company", None);
    node("north", Some("company"));
    node("south", Some("company"));
    node("team", Some("north"));
    hours("1", "team", 5);
    hours("2", "team", 2);
    hours("3", "south", 1);
    make(
        shop,
        json!({
            "Name": "Hours",
            "Maps": ["map('Entries', e => {
                const found = [];
                let id = e.Node;
                while (id) {
                    found.push({ Node: id, Hours: e.Hours });
                    const node = load(id, 'Nodes');
                    id = node === null ? null : node.Parent;
                }
                return found;
            })"],
            "Reduce": "groupBy(x => x.Node).aggregate(g => ({ Node: g.key, Hours: g.values.reduce((n, x) => n + x.Hours, 0) }))",
        }),
    );
    let reported = |shop: &Database| {
        let answer = query_results(shop, "from index 'Hours' order by Node");
        bodies(&answer)
            .iter()
            .map(|one| format!("{} {}", one["Node"].as_str().unwrap(), one["Hours"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(reported(shop), ["nodes/company 8", "nodes/north 7", "nodes/south 1", "nodes/team 7"]);
    node("team", Some("south"));
    assert_eq!(reported(shop), ["nodes/company 8", "nodes/south 8", "nodes/team 7"]);
    // A node in the middle of the chain is moved, then deleted.
    node("south", None);
    assert_eq!(reported(shop), ["nodes/south 8", "nodes/team 7"]);
    delete(shop, "nodes/south");
    assert_eq!(reported(shop), ["nodes/south 8", "nodes/team 7"]);
    node("south", Some("north"));
    assert_eq!(reported(shop), ["nodes/company 8", "nodes/north 8", "nodes/south 8", "nodes/team 7"]);
}

#[test]
fn errors_of_a_reduce_are_kept_with_key_and_line_and_stop_nothing() {
    let test = test_engine();
    let shop = &test.shop;
    for (n, company) in ["a", "bad", "slow", "two", "none"].iter().enumerate() {
        order(shop, &n.to_string(), company, 1);
    }
    // With more failures, the index would be put into the state `Error`.
    for n in 10..40 {
        order(shop, &n.to_string(), &format!("company-{n}"), 1);
    }
    let mut index = by_company();
    index["Reduce"] = json!(
        "groupBy(x => x.Company).aggregate(g => {\n  if (g.key === 'bad') throw new Error('boo');\n  \
         if (g.key === 'slow') while (true) {}\n  if (g.key === 'two') return [{}, {}];\n  \
         if (g.key === 'none') return null;\n  return { Company: g.key, Count: g.values.length }; })"
    );
    make(shop, index);
    let text = "from index 'Orders/ByCompany' where Company = 'a'";
    assert_eq!(query_results(shop, "from index 'Orders/ByCompany'").total, 31);
    assert_eq!(bodies(&query_results(shop, text)), [json!({"Company": "a", "Count": 1})]);
    let stats = shop.index_stats().unwrap().remove(0);
    assert_eq!(stats.reduced, Some((35, 4)));
    let error = |key: &str| {
        let found = stats.errors.iter().find(|error| error.document == format!("Reduce key: \"{key}\""));
        let found = found.unwrap_or_else(|| panic!("{key}: {:?}", stats.errors));
        assert_eq!(found.action, "Reduce");
        found.error.clone()
    };
    assert!(error("bad").contains("boo") && error("bad").contains("line 2"), "{}", error("bad"));
    assert!(error("slow").contains("line 3"), "{}", error("slow"));
    assert!(error("two").contains("gave 2 objects"), "{}", error("two"));
    assert!(error("none").contains("gave nothing"), "{}", error("none"));
    // What is repaired is there again.
    order(shop, "1", "a", 1);
    assert_eq!(bodies(&query_results(shop, text)), [json!({"Company": "a", "Count": 2})]);
}

#[test]
fn simple_csharp_is_reduced() {
    let test = test_engine();
    let shop = &test.shop;
    for n in 1..=4 {
        order(shop, &n.to_string(), if n % 2 == 0 { "even" } else { "odd" }, n);
    }
    for (name, reduce) in [
        (
            "Query",
            "from r in results group r by new { r.Company, r.Half } into g select new { g.Key.Company, g.Key.Half, \
             Count = g.Sum(x => x.Count), Least = g.Min(x => x.Least), Most = g.Max(x => x.Most), First = g.First().First }",
        ),
        (
            "Chain",
            "results.GroupBy(r => new { r.Company, r.Half }).Select(g => new { Company = g.Key.Company, \
             Half = g.Key.Half, Count = g.Sum(x => x.Count), Least = g.Min(x => x.Least), Most = g.Max(x => x.Most), \
             First = g.First().First })",
        ),
    ] {
        make(
            shop,
            json!({
                "Name": name,
                "Maps": ["from o in docs.Orders select new { o.Company, Half = o.Total > 2, Count = 1, Least = o.Total, \
                          Most = o.Total, First = o.Company }"],
                "Reduce": reduce,
            }),
        );
        assert_eq!(
            bodies(&query_results(shop, &format!("from index '{name}' where Half = true order by Company"))),
            [
                json!({"Company": "even", "Half": true, "Count": 1, "Least": 4, "Most": 4, "First": "even"}),
                json!({"Company": "odd", "Half": true, "Count": 1, "Least": 3, "Most": 3, "First": "odd"}),
            ],
            "{name}"
        );
    }
    let index = json!({"Name": "X", "Maps": ["from o in docs.Orders select new { o.Company }"],
        "Reduce": "from r in results group r by r.Company into g select new { Company = g.Key, N = g.Frobnicate(0) }"});
    let error =
        shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap_err().to_string();
    assert!(error.contains("'Frobnicate' is not translated"), "{error}");
}

#[test]
fn results_are_no_documents_to_change_or_delete() {
    let test = test_engine();
    let shop = &test.shop;
    order(shop, "1", "a", 1);
    make(shop, by_company());
    query_results(shop, "from index 'Orders/ByCompany'");
    let refused = shop
        .delete_by_query(
            &QueryRequest::new("from index 'Orders/ByCompany'"),
            rookery_engine::ByQueryOptions::default(),
            &mut |_| true,
        )
        .unwrap_err();
    assert!(refused.to_string().contains("Cannot execute bulk operation on Map-Reduce indexes"), "{refused}");
    assert!(shop.get("orders/1").unwrap().is_some());
}

#[test]
fn a_group_of_many_members_is_worked_out_piece_by_piece() {
    let test = test_engine();
    let shop = &test.shop;
    let save = |numbers: std::ops::Range<i64>| {
        let commands = numbers.map(|n| rookery_engine::Command::Put {
            id: format!("orders/{n}"),
            body: crate::fixture::bytes(
                &json!({"Company": "a", "Total": n, "@metadata": {"@collection": "Orders"}}),
            ),
            expected: rookery_engine::Expected::Any,
        });
        shop.execute(commands.collect()).unwrap();
    };
    save(0..9_500);
    let mut index = by_company();
    // How many values it is given at the same time is kept, too.
    index["Reduce"] = json!(
        "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, Count: g.values.reduce((n, x) => n + x.Count, 0), \
         Total: g.values.reduce((n, x) => n + x.Total, 0), \
         Most: g.values.reduce((n, x) => Math.max(n, x.Most ?? 0), g.values.length) }))"
    );
    make(shop, index);
    // How many there are at the same time depends on where the members lie, but never are they all.
    let check = |count: i64, sum: i64| {
        let only = bodies(&query_results(shop, "from index 'Orders/ByCompany'")).remove(0);
        assert_eq!((&only["Count"], &only["Total"]), (&json!(count), &json!(sum)));
        let most = only["Most"].as_i64().unwrap();
        assert!((2..=4_096).contains(&most), "{most}");
    };
    check(9_500, (0..9_500).sum());
    delete(shop, "orders/5000");
    save(9_500..9_600);
    check(9_599, (0..9_600).sum::<i64>() - 5_000);
}
