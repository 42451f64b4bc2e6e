//! Subscribers hear of every change, in order.

use rookery_engine::ChangeKind;

use crate::fixture::{delete, delete_command, put, put_command, test_engine, user};

#[test]
fn changes_arrive_in_order_with_their_change_vectors() {
    let test = test_engine();
    put(&test.shop, "before", &user("x"));
    let changes = test.shop.subscribe_changes();
    let saved = put(&test.shop, "users/1", &user("Ann"));
    test.shop.execute(vec![put_command("users/2", &user("Ben")), delete_command("USERS/1")]).unwrap();
    delete(&test.shop, "nothing");
    put(&test.shop, "last", &user("x"));
    let heard: Vec<_> = (0..4).map(|_| changes.recv().unwrap()).collect();
    let short: Vec<_> = heard.iter().map(|change| (change.kind, change.id.as_str())).collect();
    assert_eq!(
        short,
        [
            (ChangeKind::Put, "users/1"),
            (ChangeKind::Put, "users/2"),
            (ChangeKind::Delete, "users/1"),
            (ChangeKind::Put, "last"),
        ]
    );
    assert_eq!(heard[0].change_vector, saved.change_vector);
    assert!(heard.iter().all(|change| change.collection == "Users"));
}

#[test]
fn closing_ends_the_subscription() {
    let test = test_engine();
    let changes = test.shop.subscribe_changes();
    test.engine.close().unwrap();
    assert!(changes.recv().is_err());
}
