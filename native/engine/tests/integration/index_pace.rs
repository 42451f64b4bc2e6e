//! How often an index writes a batch.

use std::time::Instant;

use crate::fixture::{put, test_engine, user};
use crate::query_fixture::query_results;

#[test]
fn changes_in_quick_succession_share_batches() {
    let test = test_engine();
    let shop = &test.shop;
    let text = "from Users where Name = 'Ann'";
    put(shop, "users/0", &user("Ann"));
    let index = query_results(shop, text).index_name;
    let batches = || {
        let (found, _) = shop.index_performance(std::slice::from_ref(&index), 0);
        found[0].batches.len()
    };
    let (started, before) = (Instant::now(), batches());
    for number in 1..=100 {
        put(shop, &format!("users/{number}"), &user("Ann"));
    }
    let made = batches() - before;
    let most = usize::try_from(started.elapsed().as_millis() / 50).unwrap() + 2;
    assert!(made <= most, "{made} batches in {:?}", started.elapsed());
    assert_eq!(query_results(shop, text).total, 101);
}
