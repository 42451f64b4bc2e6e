//! Automatic indexes of groups: named, widened, and answering what grouping all documents would.

use std::time::Duration;

use proptest::prelude::*;
use rookery_engine::{Database, IndexPriority, QueryAnswer, QueryOptions, QueryRequest, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine};
use crate::query_fixture::{index_names, read, streamed};

fn query_results(shop: &Database, text: &str) -> QueryAnswer {
    let wait = Some(Duration::from_secs(60));
    let answer =
        shop.query(&QueryRequest::new(text), &QueryOptions { wait, ..QueryOptions::default() }).unwrap();
    assert!(!answer.is_stale, "{text}");
    answer
}

fn fields(item: &ResultItem) -> Value {
    let ResultItem::Projection { fields, .. } = item else { panic!("{item:?}") };
    let mut fields = fields.clone();
    fields.remove("@metadata");
    Value::Object(fields)
}

const QUESTIONS: [&str; 16] = [
    "group by City order by City select City, count()",
    "group by City order by City select key() as K, count() as N, sum(Amount) as S",
    "group by City, Kind order by City, Kind select key() as K, count() as N",
    "group by Kind, City order by City, Kind select key() as K, sum(Amount) as S",
    "group by Lines[].P order by Lines[].P select Lines[].P as P, count() as N, sum(Lines[].Q) as Q",
    "group by array(Tags) order by count() as long desc, sum(Amount) as long select key() as T, count() as N, sum(Amount) as S",
    "group by Kind where count() > 2 order by Kind select Kind, count()",
    "group by City where exact(City = 'Rome') select City, sum(Amount) as S",
    "group by City where City = 'rome' order by City select City, count()",
    "group by City where search(City, 'lyon') or City > 'R' select City, sum(Amount) as S",
    "group by City, Kind where search(City, 'rome') and Kind in (1, 2) select key() as K",
    "group by City, Kind where exists(City) and exact(City != 'Rome') order by count() as long, City, Kind select key() as K, count() as N",
    "group by array(Tags) where Tags = 'T1' select key() as T, count() as N",
    "group by Tags where count() >= 2 order by sum(Amount) as long desc select sum(Amount) as A",
    "group by Kind where Kind = null or Kind > 2 order by Kind as long desc select Kind, count()",
    "group by City filter City != 'Lyon' select City, sum(Amount) as S",
];

fn save(shop: &Database, id: u8, seed: u32) {
    let city = ["Rome", "rome", "Lyon", "Lyon Rome"][(seed % 4) as usize];
    let mut body = json!({
        "City": city, "Amount": seed % 50, "Lines": [],
        "Tags": (0..seed % 4).map(|n| format!("t{n}")).collect::<Vec<_>>(),
        "@metadata": {"@collection": "Items"},
    });
    if seed % 5 != 1 {
        body["Kind"] = json!(seed % 5);
    }
    for line in 0..seed % 3 {
        body["Lines"]
            .as_array_mut()
            .unwrap()
            .push(json!({"P": format!("p{}", (seed + line) % 4), "Q": line}));
    }
    put(shop, &format!("items/{id}"), &body);
}

fn check(shop: &Database) {
    for question in QUESTIONS {
        let text = format!("from Items {question}");
        let answer = query_results(shop, &text);
        assert!(answer.index_name.contains("ReducedBy"), "{}", answer.index_name);
        let mut found: Vec<Value> = answer.results.iter().map(fields).collect();
        let mut wanted: Vec<Value> = read(shop, &text).results.iter().map(fields).collect();
        // What ties may come in any order.
        found.sort_by_key(Value::to_string);
        wanted.sort_by_key(Value::to_string);
        // Next to a filter the total is what the index found.
        let total = if text.contains(" filter ") { answer.total } else { found.len() as u64 };
        assert_eq!((&found, answer.total), (&wanted, total), "{text}");
        let (start, all) = streamed(shop, &text);
        assert_eq!((start.index_name, start.total), (answer.index_name, answer.total), "{text}");
        let mut all: Vec<Value> = all.iter().map(fields).collect();
        all.sort_by_key(Value::to_string);
        assert_eq!(all, wanted, "{text}, streamed");
    }
}

#[test]
fn indexes_of_groups_are_named_and_widened_as_on_a_server() {
    let test = test_engine();
    let shop = &test.shop;
    for id in 0..6 {
        save(shop, id, u32::from(id));
    }
    let name = |text: &str| query_results(shop, &format!("from Items {text}")).index_name;
    assert_eq!(name("group by City"), "Auto/ItemsReducedByCity");
    assert_eq!(name("group by City select key(), sum(Amount)"), "Auto/Items/ByAmountReducedByCity");
    assert_eq!(name("group by City select key(), count()"), "Auto/Items/ByAmountAndCountReducedByCity");
    assert_eq!(name("group by City select key(), sum(Amount)"), "Auto/Items/ByAmountAndCountReducedByCity");
    assert_eq!(name("group by Kind, City select key(), count()"), "Auto/Items/ByCountReducedByCityAndKind");
    assert_eq!(name("group by City, Kind select key(), count()"), "Auto/Items/ByCountReducedByCityAndKind");
    assert_eq!(
        name("group by City, Kind where exact(Kind = 'x') and search(City, 'rome')"),
        "Auto/Items/ByCountReducedByExact(Kind)AndSearch(City)"
    );
    assert_eq!(
        query_results(shop, "from @all_docs group by array(Tags) select count()").index_name,
        "Auto/AllDocs/ByCountReducedByArray(Tags)"
    );
    assert_eq!(
        index_names(shop),
        [
            "Auto/AllDocs/ByCountReducedByArray(Tags)",
            "Auto/Items/ByAmountAndCountReducedByCity",
            "Auto/Items/ByCountReducedByExact(Kind)AndSearch(City)",
        ]
    );
}

#[test]
fn they_are_there_and_followed_after_a_restart() {
    let test = test_engine();
    for id in 0..6 {
        save(&test.shop, id, u32::from(id));
    }
    let text = "from Items group by City where City = 'lyon' select count() as N";
    assert_eq!(fields(&query_results(&test.shop, text).results[0])["N"], 1);
    test.shop.set_index_priority(&["Auto/Items/ByCountReducedByCity"], IndexPriority::Low).unwrap();
    let attempts = |shop: &rookery_engine::Database| {
        let stats = shop.index_stats().unwrap().remove(0);
        (stats.map_attempts, stats.reduced.unwrap().0)
    };
    let before = attempts(&test.shop);
    let test = test.closed_and_reopened();
    assert_eq!(test.shop.index_stats().unwrap()[0].definition.admin_state().priority, IndexPriority::Low);
    assert_eq!(attempts(&test.shop), before);
    save(&test.shop, 9, 2);
    let answer = query_results(&test.shop, text);
    assert_eq!(answer.index_name, "Auto/Items/ByCountReducedByCity");
    assert_eq!(fields(&answer.results[0])["N"], 2);
    let stats = test.shop.index_stats().unwrap().remove(0);
    assert_eq!(stats.entries, 4);
    assert_eq!(attempts(&test.shop), (before.0 + 1, before.1 + 1), "files that were there are used");
}

#[test]
fn whole_groups_have_what_their_index_computes() {
    let test = test_engine();
    for id in 0..8 {
        save(&test.shop, id, u32::from(id) % 2);
    }
    let whole =
        |text: &str| -> Vec<Value> { query_results(&test.shop, text).results.iter().map(fields).collect() };
    let found = whole("from Items group by City, Kind order by City desc, Kind");
    assert_eq!(found, [json!({"City": "rome", "Kind": null}), json!({"City": "Rome", "Kind": 0})]);
    let text = "from Items group by City, Kind order by City desc, Kind";
    assert_eq!(found, read(&test.shop, text).results.iter().map(fields).collect::<Vec<_>>());
    whole("from Items group by City, Kind select key(), count(), sum(Amount)");
    let found = whole("from index 'Auto/Items/ByAmountAndCountReducedByCityAndKind' where Kind = 0");
    assert_eq!(found, [json!({"City": "Rome", "Kind": 0, "Count": 4, "Amount": 0})]);
}

#[test]
fn groups_whose_members_go_by_one_name_are_read_from_the_documents() {
    let test = test_engine();
    save(&test.shop, 1, 8);
    save(&test.shop, 2, 8);
    for text in [
        "from Items group by City, City select count() as N",
        "from Items group by Amount select sum(Amount) as N",
        "from Items group by City, Kind where exists(key()) select count() as N",
    ] {
        assert_eq!(query_results(&test.shop, text).index_name, "collection/Items", "{text}");
    }
    assert_eq!(index_names(&test.shop), [] as [&str; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, max_shrink_iters: 60, ..ProptestConfig::default() })]
    #[test]
    fn they_answer_what_grouping_all_documents_does(
        steps in proptest::collection::vec((0..14_u8, proptest::option::weighted(0.8, any::<u32>()), 0..20_u8), 1..30),
    ) {
        let test = test_engine();
        for (id, seed, ask) in steps {
            match seed {
                Some(seed) => save(&test.shop, id, seed),
                None => {
                    delete(&test.shop, &format!("items/{id}"));
                }
            }
            if ask == 0 {
                check(&test.shop);
            }
        }
        check(&test.shop);
    }
}
