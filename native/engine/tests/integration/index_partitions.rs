//! The initial build of an index by several threads: the result equals that of one thread.

use std::num::NonZero;
use std::time::Duration;

use rookery_engine::{Database, QueryAnswer, ResultItem, Tuning};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, put, put_command, quiet, test_engine_with};
use crate::query_fixture::{make, query_results_within};

/// Enough for a first batch and several threads after it.
const DOCUMENTS: usize = 10_000;

fn query_results(shop: &Database, text: &str) -> QueryAnswer {
    query_results_within(Duration::from_secs(120), shop, text)
}

fn body(number: usize) -> Value {
    let mut body = json!({
        "Number": number,
        "Company": format!("Company {}", number % 7),
        "@metadata": {"@collection": if number % 5 == 4 { "Others" } else { "Orders" }},
    });
    // Fields come up in one thread's documents first and in another's later.
    body[format!("Field{}", number / 500)] = json!(number);
    body
}

fn filled() -> TestEngine {
    let test = test_engine_with(Tuning { index_threads: NonZero::new(3), ..quiet() });
    let numbers: Vec<usize> = (0..DOCUMENTS).collect();
    for part in numbers.chunks(1_000) {
        let commands = part.iter().map(|number| put_command(&format!("docs/{number}"), &body(*number)));
        test.shop.execute(commands.collect()).unwrap();
    }
    test
}

/// Whether some batch of the index was worked on by several threads.
fn in_bands(shop: &Database, name: &str) -> bool {
    let (found, _) = shop.index_performance(&[name.to_owned()], 0);
    let steps = |name: &str| {
        let maps = found[0].batches.iter().flat_map(|batch| &batch.details.steps);
        maps.flat_map(|step| &step.steps).any(|step| step.name == name)
    };
    steps("Index/Write")
}

fn wanted(number: &usize) -> bool {
    number % 5 != 4
}

#[test]
fn every_document_is_in_once_and_in_order() {
    let test = filled();
    let shop = &test.shop;
    delete(shop, "docs/6001");
    make(
        shop,
        json!({"Name": "I", "Maps": ["map('Orders', o => {\n\
            if (o.Number % 3000 === 11) throw new Error('no');\n\
            const entry = { Number: o.Number, Company: o.Company };\n\
            for (const name of Object.keys(o)) if (name.startsWith('Field')) entry[name] = o[name];\n\
            return entry; })"]}),
    );
    let is_in = |number: &usize| wanted(number) && *number != 6_001 && number % 3_000 != 11;
    let all = query_results(shop, "from index 'I' limit 100000");
    let expected: Vec<String> = (0..DOCUMENTS).filter(is_in).map(|n| format!("docs/{n}")).collect();
    let found: Vec<&str> = all.results.iter().map(ResultItem::id).collect();
    assert!(found == expected, "{} of {}: {:?}", found.len(), expected.len(), &found[..20.min(found.len())]);
    assert_eq!(all.total, expected.len() as u64);
    // Each field has the numbers it was met with, whichever thread met it.
    for field in 0..DOCUMENTS / 500 {
        let text = format!("from index 'I' where Field{field} >= 0 limit 0");
        let is_of = |number: &usize| is_in(number) && number / 500 == field;
        assert_eq!(query_results(shop, &text).total, (0..DOCUMENTS).filter(is_of).count() as u64, "{text}");
    }
    let errors = (0..DOCUMENTS).filter(|number| wanted(number) && number % 3_000 == 11).count();
    let stats = shop.index_stats().unwrap();
    assert_eq!(
        (stats[0].map_errors, stats[0].map_attempts),
        (errors as u64, (expected.len() + errors) as u64)
    );
    assert!(in_bands(shop, "I"));
}

#[test]
fn what_comes_later_replaces_what_threads_made() {
    let test = filled();
    let shop = &test.shop;
    query_results(shop, "from Orders where Company = 'company 3' limit 0");
    let auto = "Auto/Orders/ByCompany";
    assert!(in_bands(shop, auto));
    for number in (0..DOCUMENTS).filter(wanted).step_by(97) {
        match number % 2 {
            0 => assert!(delete(shop, &format!("docs/{number}"))),
            _ => drop(put(
                shop,
                &format!("docs/{number}"),
                &json!({"Company": "Another", "@metadata": {"@collection": "Orders"}}),
            )),
        }
    }
    let check = |shop: &Database| {
        let count = |text: &str| query_results(shop, text).total;
        let sample: Vec<usize> = (0..DOCUMENTS).filter(wanted).step_by(97).collect();
        let changed = sample.iter().filter(|number| *number % 2 == 1).count() as u64;
        let left = (0..DOCUMENTS).filter(wanted).filter(|number| !sample.contains(number));
        let threes = left.filter(|number| number % 7 == 3).count() as u64;
        assert_eq!(count("from Orders where Company = 'another' limit 0"), changed);
        assert_eq!(count("from Orders where Company = 'company 3' limit 0"), threes);
    };
    check(shop);
    let test = test.closed_and_reopened();
    check(&test.shop);
}

#[test]
fn groups_have_all_their_members() {
    let test = filled();
    let shop = &test.shop;
    make(
        shop,
        json!({
            "Name": "Sums",
            "Maps": ["map('Orders', o => ({ Company: o.Company, Count: 1, Sum: o.Number }))"],
            "Reduce": "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, \
                       Count: g.values.reduce((n, x) => n + x.Count, 0), Sum: g.values.reduce((n, x) => n + x.Sum, 0) }))",
        }),
    );
    let written = query_results(shop, "from index 'Sums' order by Company");
    let grouped = query_results(
        shop,
        "from Orders group by Company order by Company select key() as Company, count() as Count, sum(Number) as Sum",
    );
    for (company, (written, grouped)) in written.results.iter().zip(&grouped.results).enumerate() {
        let numbers = || (0..DOCUMENTS).filter(wanted).filter(|number| number % 7 == company);
        for item in [written, grouped] {
            let ResultItem::Projection { fields, .. } = item else { panic!("no document") };
            assert_eq!(fields["Company"], format!("Company {company}"));
            assert_eq!(fields["Count"], numbers().count());
            assert_eq!(fields["Sum"], numbers().sum::<usize>());
        }
    }
    assert_eq!((written.results.len(), grouped.results.len()), (7, 7));
    assert!(in_bands(shop, "Sums"));
}
