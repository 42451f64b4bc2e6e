//! An index with a reduce against working everything out from nothing: random saves, deletes and batches of
//! orders and of the companies their maps load, flushes, crashes and reopenings in between.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use rookery_engine::{Command, Database, Expected, QueryOptions, QueryRequest, ResultItem, StaticIndex};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, bytes, delete_command, test_engine};

#[derive(Debug, Clone)]
enum Change {
    Order { id: u8, company: u8, lines: Vec<(u8, i64)> },
    Company { id: u8, region: u8 },
    NoOrder(u8),
    NoCompany(u8),
}

#[derive(Debug, Clone)]
enum Step {
    Changes(Vec<Change>),
    Check,
    Flush,
    Close,
    Crash,
    Reset,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (0..12_u8, 0..4_u8, proptest::collection::vec((0..3_u8, -5..50_i64), 0..4))
            .prop_map(|(id, company, lines)| Change::Order { id, company, lines }),
        2 => (0..4_u8, 0..3_u8).prop_map(|(id, region)| Change::Company { id, region }),
        2 => (0..12_u8).prop_map(Change::NoOrder),
        1 => (0..4_u8).prop_map(Change::NoCompany),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => proptest::collection::vec(change(), 1..6).prop_map(Step::Changes),
        3 => Just(Step::Check),
        1 => Just(Step::Flush),
        1 => Just(Step::Close),
        1 => Just(Step::Crash),
        1 => Just(Step::Reset),
    ]
}

#[derive(Debug, Default)]
struct Model {
    orders: BTreeMap<u8, (u8, Vec<(u8, i64)>)>,
    companies: BTreeMap<u8, u8>,
}

/// By region and product: how many lines, their sum, and the orders they are from.
type Results = BTreeMap<(Option<String>, String), (i64, i64, Vec<String>)>;

impl Model {
    fn results(&self) -> Results {
        let mut results = Results::new();
        for (id, (company, lines)) in &self.orders {
            let region = self.companies.get(company).map(|region| format!("r{region}"));
            for (product, quantity) in lines {
                let one = results.entry((region.clone(), format!("p{product}"))).or_default();
                one.0 += 1;
                one.1 += quantity;
                one.2.push(format!("orders/{id}"));
            }
        }
        results.values_mut().for_each(|(_, _, orders)| orders.sort());
        results
    }
}

fn index() -> StaticIndex {
    serde_json::from_value(json!({
        "Name": "Sales",
        "Maps": ["map('Orders', o => {
            const company = load(o.Company, 'Companies');
            return o.Lines.map(l => ({
                Region: company === null ? null : company.Region, Product: l.P, Count: 1, Sum: l.Q, Orders: [id(o)] }));
        })"],
        "Reduce": "groupBy(x => ({ Region: x.Region, Product: x.Product })).aggregate(g => ({
            Region: g.key.Region, Product: g.key.Product,
            Count: g.values.reduce((n, x) => n + x.Count, 0), Sum: g.values.reduce((n, x) => n + x.Sum, 0),
            Orders: g.values.reduce((all, x) => all.concat(x.Orders), []).sort() }))",
    }))
    .unwrap()
}

fn command(change: &Change, model: &mut Model) -> Command {
    let save = |id: String, body: Value| Command::Put { id, body: bytes(&body), expected: Expected::Any };
    match change {
        Change::Order { id, company, lines } => {
            model.orders.insert(*id, (*company, lines.clone()));
            let lines: Vec<Value> = lines
                .iter()
                .map(|(product, quantity)| json!({"P": format!("p{product}"), "Q": quantity}))
                .collect();
            let body = json!({"Company": format!("companies/{company}"), "Lines": lines,
                "@metadata": {"@collection": "Orders"}});
            save(format!("orders/{id}"), body)
        }
        Change::Company { id, region } => {
            model.companies.insert(*id, *region);
            let body = json!({"Region": format!("r{region}"), "@metadata": {"@collection": "Companies"}});
            save(format!("companies/{id}"), body)
        }
        Change::NoOrder(id) => {
            model.orders.remove(id);
            delete_command(&format!("orders/{id}"))
        }
        Change::NoCompany(id) => {
            model.companies.remove(id);
            delete_command(&format!("companies/{id}"))
        }
    }
}

fn check(shop: &Database, model: &Model) {
    let request = QueryRequest::new("from index 'Sales' order by Region, Product");
    let answer = shop
        .query(&request, &QueryOptions { wait: Some(Duration::from_secs(60)), ..QueryOptions::default() })
        .unwrap();
    assert!(!answer.is_stale);
    assert_eq!(answer.total, answer.results.len() as u64);
    let mut found = Results::new();
    for item in &answer.results {
        let ResultItem::Projection { fields, .. } = item else { panic!("{item:?}") };
        let text = |name: &str| fields[name].as_str().map(str::to_owned);
        let orders = fields["Orders"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned());
        let key = (text("Region"), text("Product").unwrap());
        let one = (fields["Count"].as_i64().unwrap(), fields["Sum"].as_i64().unwrap(), orders.collect());
        assert!(found.insert(key, one).is_none(), "a key has two results: {item:?}");
    }
    assert_eq!(found, model.results());
    assert_eq!(shop.index_stats().unwrap()[0].errors, []);
}

fn apply(step: &Step, test: TestEngine, model: &mut Model) -> TestEngine {
    match step {
        Step::Changes(changes) => {
            let commands = changes.iter().map(|change| command(change, model)).collect();
            test.shop.execute(commands).unwrap();
        }
        Step::Check => check(&test.shop, model),
        Step::Flush => test.shop.flush_and_sync().unwrap(),
        Step::Close => return test.closed_and_reopened(),
        Step::Crash => return test.dropped_and_reopened(),
        Step::Reset => assert!(test.shop.reset_index("Sales").unwrap()),
    }
    test
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 100, ..ProptestConfig::default() })]
    #[test]
    fn results_are_what_working_them_out_from_nothing_gives(
        before in proptest::collection::vec(change(), 0..10),
        steps in proptest::collection::vec(step(), 1..40),
    ) {
        let mut test = test_engine();
        let mut model = Model::default();
        test = apply(&Step::Changes(before), test, &mut model);
        test.shop.put_index(index()).unwrap();
        for step in &steps {
            test = apply(step, test, &mut model);
        }
        check(&test.shop, &model);
    }
}
