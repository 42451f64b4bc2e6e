//! Pages by the cached first rows of an order equal those of the scan, also after deletions.

use rookery_rql::QueryRequest;
use serde_json::json;

use crate::shop::{Shop, body_field, ids};

const ITEMS: u32 = 6_000;

#[test]
fn pages_equal_those_of_the_scan_before_and_after_deletions() {
    let mut shop = Shop::new(["N", "T", "S"].map(body_field).to_vec());
    for number in 0..ITEMS {
        let mixed = number.wrapping_mul(2_654_435_761) >> 8;
        let mut body = json!({ "N": f64::from(mixed % 900) / 4.0, "T": format!("t{}", mixed % 37) });
        if mixed.is_multiple_of(3) {
            body["S"] = json!(mixed % 11);
        }
        shop.put(&format!("items/{number}"), &body);
    }
    shop.commit();
    let queries = [
        "from Items order by N as double limit 20",
        "from Items order by N as double desc limit 20",
        "from Items order by T limit 7, 30",
        "from Items order by T desc limit 100",
        "from Items order by S as long desc limit 25",
        "from Items order by S as long limit 25",
        "from Items where T != 't5' order by N as double desc limit 20",
        // Few matches, which are all read.
        "from Items where T = 't5' order by N as double desc limit 20",
        // Matches that are all among the last rows of the order.
        "from Items where N > 100 order by N as double limit 20",
        "from Items where N > 10 limit 20",
    ];
    let check = |shop: &Shop| {
        for query in queries {
            let request = QueryRequest::new(query);
            // The second time from the cache.
            for _ in 0..2 {
                let (found, scanned) = (shop.found(&request).unwrap(), shop.scanned(&request).unwrap());
                assert_eq!(ids(&found.results), ids(&scanned.results), "{query}");
                assert_eq!(found.total, scanned.total, "{query}");
            }
        }
    };
    check(&shop);
    // The first rows of each order are deleted or change.
    let first: Vec<String> = queries
        .iter()
        .flat_map(|query| {
            let found = shop.found(&QueryRequest::new(*query)).unwrap();
            ids(&found.results).into_iter().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    for (number, id) in first.iter().enumerate() {
        match number % 2 {
            0 => shop.delete(id),
            _ => shop.put(id, &json!({ "N": 7, "T": "t5" })),
        }
    }
    shop.commit();
    check(&shop);
}
