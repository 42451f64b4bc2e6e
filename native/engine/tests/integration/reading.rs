//! Pages, orders and prefixes: the same from memory, from the data file, and from a mixture of both.

use rookery_cancel::CancelToken;
use rookery_engine::{EngineError, PrefixQuery};
use serde_json::json;

use crate::fixture::{TestEngine, delete, get, ids, put, test_engine, user};

/// Twelve users, two products; half of it flushed, some changed and one deleted since.
fn mixed() -> TestEngine {
    let test = test_engine();
    for number in 1..=8 {
        put(&test.shop, &format!("users/{number}"), &user(&format!("u{number}")));
    }
    put(&test.shop, "products/1", &json!({"@metadata": {"@collection": "Products"}}));
    test.shop.flush_and_sync().unwrap();
    for number in 9..=12 {
        put(&test.shop, &format!("users/{number}"), &user(&format!("u{number}")));
    }
    put(&test.shop, "users/2", &user("changed"));
    delete(&test.shop, "users/3");
    put(&test.shop, "products/2", &json!({"@metadata": {"@collection": "Products"}}));
    test
}

fn same_everywhere(check: impl Fn(&TestEngine)) {
    let test = mixed();
    check(&test);
    test.shop.flush_and_sync().unwrap();
    check(&test);
    check(&test.closed_and_reopened());
    check(&mixed().dropped_and_reopened());
}

#[test]
fn newest_first_in_pages() {
    same_everywhere(|test| {
        let all = test.shop.newest(0, 100).unwrap();
        assert_eq!(
            ids(&all),
            [
                "products/2",
                "users/2",
                "users/12",
                "users/11",
                "users/10",
                "users/9",
                "products/1",
                "users/8",
                "users/7",
                "users/6",
                "users/5",
                "users/4",
                "users/1"
            ]
        );
        for start in 0..15 {
            let page = test.shop.newest(start, 4).unwrap();
            let rest: Vec<_> = all.iter().skip(start as usize).take(4).cloned().collect();
            assert_eq!(page, rest, "from {start}");
        }
        assert!(test.shop.newest(0, 0).unwrap().is_empty());
        assert!(test.shop.newest(u64::MAX, 5).unwrap().is_empty());
    });
}

#[test]
fn a_page_of_a_cancelled_request_is_refused() {
    let test = mixed();
    let cancel = CancelToken::new();
    let _entered = cancel.enter();
    assert_eq!(test.shop.newest(2, 1).unwrap().len(), 1);
    cancel.cancel();
    for page in
        [test.shop.newest(2, 1), test.shop.collection_newest("Users", 0, 5), test.shop.from_etag(0, 0, 5)]
    {
        assert!(matches!(page, Err(EngineError::Cancelled)), "{page:?}");
    }
}

#[test]
fn by_etag_oldest_first() {
    same_everywhere(|test| {
        let all = test.shop.from_etag(0, 0, 100).unwrap();
        let mut newest = test.shop.newest(0, 100).unwrap();
        newest.reverse();
        assert_eq!(all, newest);
        let from = all[4].etag;
        assert_eq!(test.shop.from_etag(from, 0, 3).unwrap(), all[4..7]);
        assert_eq!(test.shop.from_etag(from + 1, 1, 3).unwrap(), all[6..9]);
        assert!(test.shop.from_etag(i64::MAX, 0, 3).unwrap().is_empty());
    });
}

#[test]
fn by_collection_newest_first() {
    same_everywhere(|test| {
        assert_eq!(
            ids(&test.shop.collection_newest("products", 0, 10).unwrap()),
            ["products/2", "products/1"]
        );
        assert_eq!(
            ids(&test.shop.collection_newest("Users", 1, 4).unwrap()),
            ["users/12", "users/11", "users/10", "users/9"]
        );
        assert!(test.shop.collection_newest("Nothing", 0, 10).unwrap().is_empty());
        let collections = test.shop.collections().unwrap();
        let counts: Vec<_> =
            collections.iter().map(|c| (c.name.as_str(), c.documents, c.tombstones)).collect();
        assert_eq!(counts, [("Products", 2, 0), ("Users", 11, 1)]);
        assert!(collections.iter().all(|collection| collection.documents_size > 0));
    });
}

#[test]
fn by_prefix_in_id_order_with_patterns_and_pages() {
    same_everywhere(|test| {
        let find = |query: PrefixQuery| {
            let found = test.shop.by_prefix(&PrefixQuery { take: query.take.max(1), ..query }).unwrap();
            found.into_iter().map(|document| document.id).collect::<Vec<_>>()
        };
        let users = PrefixQuery { starts_with: "USERS/".into(), take: 100, ..PrefixQuery::default() };
        let all = [
            "users/1", "users/10", "users/11", "users/12", "users/2", "users/4", "users/5", "users/6",
            "users/7", "users/8", "users/9",
        ];
        assert_eq!(find(users.clone()), all);
        assert_eq!(find(PrefixQuery { start: 2, take: 3, ..users.clone() }), all[2..5]);
        assert_eq!(
            find(PrefixQuery { matches: Some("1?|9".into()), ..users.clone() }),
            ["users/10", "users/11", "users/12", "users/9"]
        );
        assert_eq!(
            find(PrefixQuery { exclude: Some("1*".into()), take: 2, ..users.clone() }),
            ["users/2", "users/4"]
        );
        assert_eq!(
            find(PrefixQuery { start_after: Some("Users/7".into()), ..users.clone() }),
            ["users/8", "users/9"]
        );
        // The one to start after need not exist.
        assert_eq!(find(PrefixQuery { start_after: Some("users/3".into()), take: 1, ..users }), ["users/4"]);
        assert_eq!(find(PrefixQuery { take: 2, ..PrefixQuery::default() }), ["products/1", "products/2"]);
        assert!(find(PrefixQuery { starts_with: "v".into(), take: 5, ..PrefixQuery::default() }).is_empty());
    });
}

#[test]
fn documents_are_found_whatever_the_case_and_show_their_id_as_last_written() {
    same_everywhere(|test| {
        assert_eq!(get(&test.shop, "USERS/2")["Name"], "changed");
        assert_eq!(get(&test.shop, "USERS/2")["@metadata"]["@id"], "users/2");
        assert!(get(&test.shop, "users/3").is_null());
        assert!(get(&test.shop, "nothing").is_null());
        let many = test.shop.get_many(&["users/1", "users/3", "products/1"]).unwrap();
        assert_eq!(many.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
    });
}

#[test]
fn the_wire_form_carries_the_engines_metadata() {
    let test = test_engine();
    let saved = put(&test.shop, "users/1", &user("Ann"));
    let wire = get(&test.shop, "users/1");
    assert_eq!(wire["@metadata"]["@change-vector"], saved.change_vector);
    assert_eq!(saved.change_vector, format!("A:1-{}", test.shop.id()));
    assert_eq!(test.shop.id().len(), 22);
    assert_eq!(wire["@metadata"]["@last-modified"].as_str().unwrap().len(), 28);
    assert_eq!(wire["@metadata"]["@collection"], "Users");
}
