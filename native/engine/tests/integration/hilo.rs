//! Id ranges: nobody's overlaps anybody else's.

use rookery_engine::HiloRequest;
use time::OffsetDateTime;

use crate::fixture::{get, test_engine};

fn request(last_batch_size: i64, last_range_at: OffsetDateTime, last_max: i64) -> HiloRequest {
    HiloRequest {
        tag: "users".into(),
        last_batch_size,
        last_range_at: Some(last_range_at),
        separator: '/',
        last_max,
    }
}

#[test]
fn ranges_are_consecutive_and_double_on_fast_requests() {
    let test = test_engine();
    let first = test.shop.hilo_next(&request(0, OffsetDateTime::UNIX_EPOCH, 0)).unwrap();
    assert_eq!((first.prefix.as_str(), first.low, first.high, first.last_size), ("users/", 1, 32, 32));
    assert_eq!(first.server_tag, "A");
    let second = test.shop.hilo_next(&request(32, first.last_range_at, 32)).unwrap();
    assert_eq!((second.low, second.high, second.last_size), (33, 96, 64));
    let document = get(&test.shop, "Raven/Hilo/users");
    assert_eq!((&document["Max"], &document["@metadata"]["@collection"]), (&96.into(), &"@hilo".into()));
}

#[test]
fn an_unused_end_is_taken_back_only_while_it_is_the_last() {
    let test = test_engine();
    let first = test.shop.hilo_next(&request(0, OffsetDateTime::UNIX_EPOCH, 0)).unwrap();
    test.shop.hilo_return("users", first.high, 3).unwrap();
    let again = test.shop.hilo_next(&request(0, OffsetDateTime::UNIX_EPOCH, 0)).unwrap();
    assert_eq!((again.low, again.high), (4, 35));
    test.shop.hilo_return("users", first.high, 1).unwrap();
    test.shop.hilo_return("nothing", 5, 1).unwrap();
    assert_eq!(get(&test.shop, "Raven/Hilo/users")["Max"], 35);
}

#[test]
fn concurrent_clients_get_distinct_ranges() {
    let test = test_engine();
    let threads: Vec<_> = (0..6)
        .map(|_| {
            let shop = test.shop.clone();
            std::thread::spawn(move || {
                let range = |_| shop.hilo_next(&request(0, OffsetDateTime::UNIX_EPOCH, 0)).unwrap();
                (0..10).map(range).map(|range| (range.low, range.high)).collect::<Vec<_>>()
            })
        })
        .collect();
    let mut ranges: Vec<_> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    ranges.sort_unstable();
    assert_eq!(ranges, (0..60).map(|n| (n * 32 + 1, n * 32 + 32)).collect::<Vec<_>>());
}
