//! The data of the files: something of every kind that is stored.

use std::time::{Duration, Instant};

use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, DocumentsCompression, Expected, StaticIndex,
};
use serde_json::{Value, json};

/// What is in the data file when the files are kept.
pub fn flushed_part(shop: &Database) {
    let revisions = json!({ "Collections": { "Users": { "MinimumRevisionsToKeep": 5 } } });
    shop.set_revisions_configuration(serde_json::from_value(revisions).unwrap()).unwrap();
    shop.set_expiration(serde_json::from_value(json!({ "DeleteFrequencyInSec": 600 })).unwrap()).unwrap();
    for (name, age) in [("Ann", 30), ("Anna", 31), ("Anna", 32)] {
        put(shop, "users/1", user(name, age));
    }
    put(shop, "users/2", user("Ben", 52));
    put(shop, "Users/ünïcode", user("Zoë", 44));
    put(shop, "users/gone", user("Gone", 20));
    shop.execute(vec![Command::Delete { id: "users/gone".into(), expected: Expected::Any }]).unwrap();
    // No file of this test ever expires or leaves before it.
    put(
        shop,
        "sessions/1",
        json!({ "@metadata": { "@collection": "Sessions", "@expires": "2999-01-01T00:00:00.0000000Z" } }),
    );
    put(
        shop,
        "users/3",
        json!({ "@metadata": { "@collection": "Users", "@archive-at": "2999-01-01T00:00:00.0000000Z" } }),
    );
    put(shop, "large/1", json!({ "Text": "long ".repeat(20_000), "@metadata": { "@collection": "Large" } }));
    attach(shop, "users/1", "note.txt", b"a note");
    attach(shop, "users/2", "same.txt", b"a note");
    attach(shop, "users/2", "empty.bin", b"");
    attach(shop, "users/2", "pieces.bin", &(0..300_000u32).map(|byte| (byte / 64) as u8).collect::<Vec<_>>());
    count(shop, "users/1", "Likes", 5);
    count(shop, "users/1", "Dislikes", -3);
    shop.seed_identity("invoices|", 7, true).unwrap();
    index(
        shop,
        json!({
            "Name": "ByName",
            "Maps": ["map('Users', user => ({ Name: user.Name, Bio: user.Bio }))"],
            "Fields": { "Bio": { "Indexing": "Search" } },
        }),
    );
    index(
        shop,
        json!({
            "Name": "ByCity",
            "Maps": ["map('Orders', order => ({ City: order.ShipTo.City, Count: 1 }))"],
            "Reduce": "groupBy(x => x.City).aggregate(g => ({ City: g.key, Count: g.values.reduce((sum, x) => sum + x.Count, 0) }))",
        }),
    );
    compressed_orders(shop);
}

/// What only the journal has: one change of each kind.
pub fn journal_part(shop: &Database) {
    put(shop, "users/2", user("Benno", 53));
    put(shop, "users/4", user("Cleo", 61));
    shop.execute(vec![Command::Delete { id: "orders/5".into(), expected: Expected::Any }]).unwrap();
    attach(shop, "users/4", "late.txt", b"late");
    count(shop, "users/1", "Likes", 2);
    shop.next_identity("invoices|").unwrap();
}

/// Orders until their collection has a dictionary and an order is compressed with it.
fn compressed_orders(shop: &Database) {
    let settings =
        DocumentsCompression { collections: vec!["Orders".into()], ..DocumentsCompression::default() };
    shop.set_documents_compression(settings).unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    let mut next = 0;
    loop {
        let orders = (next..next + 50).map(|number| put_command(&format!("orders/{number}"), order(number)));
        shop.execute(orders.collect()).unwrap();
        next += 50;
        let used = shop.compression_dictionaries().unwrap().iter().any(|dictionary| dictionary.current);
        if used && next >= 300 {
            break;
        }
        assert!(Instant::now() < patience, "no dictionary after {next} orders");
        std::thread::sleep(Duration::from_millis(50));
    }
    for number in next..next + 20 {
        put(shop, &format!("orders/{number}"), order(number));
    }
}

fn user(name: &str, age: u32) -> Value {
    json!({ "Name": name, "Age": age, "Bio": format!("{name} likes indexes"), "@metadata": { "@collection": "Users" } })
}

fn order(number: u64) -> Value {
    let city = ["Münster", "Köln", "Berlin", "Aachen"][(number % 4) as usize];
    json!({
        "Company": format!("companies/{}-A", number * 7 % 91),
        "Freight": (number * 37 % 9000) as f64 / 100.0,
        "Lines": [
            { "Product": format!("products/{}-A", number * 31 % 77), "PricePerUnit": number % 50, "Quantity": 2 },
            { "Product": format!("products/{}-A", number * 17 % 77), "PricePerUnit": number % 40, "Quantity": 7 },
        ],
        "OrderedAt": format!("2026-{:02}-{:02}T00:00:00.0000000", number % 12 + 1, number % 28 + 1),
        "ShipTo": { "City": city, "Country": "Germany" },
        "@metadata": { "@collection": "Orders" },
    })
}

fn put_command(id: &str, body: Value) -> Command {
    Command::Put { id: id.into(), body: body.to_string().into(), expected: Expected::Any }
}

fn put(shop: &Database, id: &str, body: Value) {
    shop.execute(vec![put_command(id, body)]).unwrap();
}

fn attach(shop: &Database, id: &str, name: &str, content: &[u8]) {
    shop.execute(vec![Command::AttachmentPut {
        id: id.into(),
        name: name.into(),
        content_type: "text/plain".into(),
        content: content.to_vec().into(),
        expected: Expected::Any,
    }])
    .unwrap();
}

fn count(shop: &Database, id: &str, name: &str, delta: i64) {
    let operations = vec![CounterOperation { name: name.into(), action: CounterAction::Increment(delta) }];
    shop.execute(vec![Command::Counters { id: id.into(), operations }]).unwrap();
}

fn index(shop: &Database, definition: Value) {
    shop.put_index(serde_json::from_value::<StaticIndex>(definition).unwrap()).unwrap();
}
