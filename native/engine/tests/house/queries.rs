//! The query core over a real database, flushed or not.

use rookery_engine::{QueryRequest, ResultItem};
use serde_json::json;

use crate::fixture::{delete, house, put, user};

#[test]
fn a_collection_query_sees_exactly_the_current_documents() {
    let house = house();
    for n in 0..20 {
        put(&house.shop, &format!("users/{n}"), &user(&format!("n{n:02}")));
    }
    house.shop.flush_and_sync().unwrap();
    put(&house.shop, "users/5", &user("changed"));
    delete(&house.shop, "users/6");
    put(&house.shop, "orders/1", &json!({"@metadata": {"@collection": "Orders"}}));

    let all = house.shop.query(&QueryRequest::new("from Users")).unwrap();
    assert_eq!((all.total, all.results.len()), (19, 19));
    assert_eq!(all.index_name, "collection/Users");
    let some = house.shop.query(&QueryRequest::new("from Users where Name = 'changed'")).unwrap();
    let ids: Vec<_> = some.results.iter().map(ResultItem::id).collect();
    assert_eq!(ids, ["users/5"]);
    let everything = house.shop.query(&QueryRequest::new("from @all_docs")).unwrap();
    assert_eq!(everything.total, 20);
}
