//! Indexes over counters and time series against a computation from scratch: random changes of counters, series and
//! documents, flushes, crashes and reopenings in between.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, Expected, Points, QueryOptions, QueryRequest,
    ResultItem, TimeRange, TimeSeriesUpdate,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, bytes, delete_command, test_engine};
use crate::query_fixture::make;

const NAMES: [&str; 3] = ["Likes", "views", "a|b"];

#[derive(Debug, Clone)]
enum Change {
    User { id: u8, city: u8 },
    NoUser(u8),
    Increment { id: u8, name: u8, by: i64 },
    NoCounter { id: u8, name: u8 },
    Append { id: u8, name: u8, from: u16, count: u16 },
    NoEntries { id: u8, name: u8, from: u16, to: u16 },
}

#[derive(Debug, Clone)]
enum Step {
    Changes(Vec<Change>),
    Check,
    Flush,
    Close,
    Crash,
    Reset(u8),
}

fn change() -> impl Strategy<Value = Change> {
    let (id, name, time) = (0..5_u8, 0..3_u8, 0..2_000_u16);
    prop_oneof![
        3 => (id.clone(), 0..3_u8).prop_map(|(id, city)| Change::User { id, city }),
        1 => id.clone().prop_map(Change::NoUser),
        4 => (id.clone(), name.clone(), -5..50_i64)
            .prop_map(|(id, name, by)| Change::Increment { id, name, by }),
        2 => (id.clone(), name.clone()).prop_map(|(id, name)| Change::NoCounter { id, name }),
        4 => (id.clone(), name.clone(), time.clone(), prop_oneof![1..4_u16, 200..900_u16])
            .prop_map(|(id, name, from, count)| Change::Append { id, name, from, count }),
        2 => (id, name, time.clone(), time)
            .prop_map(|(id, name, from, to)| Change::NoEntries { id, name, from, to: from.saturating_add(to) }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => proptest::collection::vec(change(), 1..6).prop_map(Step::Changes),
        4 => Just(Step::Check),
        1 => Just(Step::Flush),
        1 => Just(Step::Close),
        1 => Just(Step::Crash),
        1 => (0..5_u8).prop_map(Step::Reset),
    ]
}

#[derive(Debug, Default)]
struct Model {
    users: BTreeMap<u8, u8>,
    counters: BTreeMap<(u8, u8), i64>,
    series: BTreeMap<(u8, u8), BTreeMap<u16, i64>>,
}

/// Entries of an index as JSON, each with how often it is there.
type Found = BTreeMap<String, u64>;

const INDEXES: [&str; 5] = ["Counters", "Likes", "CounterSums", "Entries", "SeriesSums"];

fn make_indexes(shop: &Database) {
    let sum = "groupBy(x => x.Key).aggregate(g => ({ Key: g.key, N: g.values.reduce((n, x) => n + x.N, 0), \
               Sum: g.values.reduce((n, x) => n + x.Sum, 0) }))";
    make(
        shop,
        json!({"Name": "Counters", "Maps": ["counters.map('Users', c => ({ D: c.DocumentId, N: c.Name, V: c.Value }))"]}),
    );
    make(
        shop,
        json!({"Name": "Likes", "Maps": ["counters.map('users', 'LIKES', c => ({
            D: c.DocumentId, V: c.Value, City: load(c.DocumentId, 'Users').City }))"]}),
    );
    make(
        shop,
        json!({"Name": "CounterSums", "Reduce": sum,
            "Maps": ["counters.map(c => ({ Key: c.Name.toLowerCase(), N: 1, Sum: c.Value }))"]}),
    );
    make(
        shop,
        json!({"Name": "Entries", "Maps": ["timeSeries.map('Users', ts => ts.Entries.map(e => ({
            D: ts.DocumentId, N: ts.Name, At: e.Timestamp.getTime(), V: e.Value })))"]}),
    );
    make(
        shop,
        json!({"Name": "SeriesSums", "Reduce": sum, "Maps": ["timeSeries.map('Users', 'Likes', ts => {
            const city = load(ts.DocumentId, 'Users').City;
            return ts.Entries.map(e => ({ Key: city, N: 1, Sum: e.Value })); })"]}),
    );
}

/// Not linear, so that entries take space and a series has several segments.
fn value_at(time: u16) -> i64 {
    ((f64::from(time) * 12.9898).sin() * 1e9).round() as i64
}

fn document(id: u8) -> String {
    format!("users/{id}")
}

fn name(number: u8) -> &'static str {
    NAMES[usize::from(number)]
}

impl Model {
    fn command(&mut self, change: &Change) -> Option<Command> {
        match change {
            Change::User { id, city } => {
                self.users.insert(*id, *city);
                let body = json!({"City": format!("c{city}"), "@metadata": {"@collection": "Users"}});
                Some(Command::Put { id: document(*id), body: bytes(&body), expected: Expected::Any })
            }
            Change::NoUser(id) => {
                self.users.remove(id);
                self.counters.retain(|(of, _), _| of != id);
                self.series.retain(|(of, _), _| of != id);
                Some(delete_command(&document(*id)))
            }
            Change::Increment { id, .. }
            | Change::NoCounter { id, .. }
            | Change::Append { id, .. }
            | Change::NoEntries { id, .. }
                if !self.users.contains_key(id) =>
            {
                None
            }
            Change::Increment { id, name: of, by } => {
                *self.counters.entry((*id, *of)).or_default() += by;
                Some(counter(*id, *of, CounterAction::Increment(*by)))
            }
            Change::NoCounter { id, name: of } => {
                self.counters.remove(&(*id, *of));
                Some(counter(*id, *of, CounterAction::Delete))
            }
            Change::Append { id, name: of, from, count } => {
                let mut appends = Points::default();
                let series = self.series.entry((*id, *of)).or_default();
                for time in *from..from + count {
                    appends.push(i64::from(time), &[value_at(time) as f64], None);
                    series.insert(time, value_at(time));
                }
                Some(update(*id, TimeSeriesUpdate { name: name(*of).into(), appends, ..Default::default() }))
            }
            Change::NoEntries { id, name: of, from, to } => {
                if let Some(series) = self.series.get_mut(&(*id, *of)) {
                    series.retain(|time, _| time < from || time > to);
                    if series.is_empty() {
                        self.series.remove(&(*id, *of));
                    }
                }
                let deletes = vec![TimeRange { from: Some((*from).into()), to: Some((*to).into()) }];
                Some(update(*id, TimeSeriesUpdate { name: name(*of).into(), deletes, ..Default::default() }))
            }
        }
    }

    fn entries(&self, index: &str) -> Found {
        let city = |id: &u8| format!("c{}", self.users[id]);
        let mut found = Found::new();
        let mut sums: BTreeMap<String, (u64, i64)> = BTreeMap::new();
        for ((id, of), value) in &self.counters {
            match index {
                "Counters" => add(&mut found, &json!({"D": document(*id), "N": name(*of), "V": value})),
                "Likes" if *of == 0 => {
                    add(&mut found, &json!({"D": document(*id), "V": value, "City": city(id)}));
                }
                "CounterSums" => {
                    let sum = sums.entry(name(*of).to_lowercase()).or_default();
                    *sum = (sum.0 + 1, sum.1 + value);
                }
                _ => {}
            }
        }
        for ((id, of), entries) in &self.series {
            for (time, value) in entries {
                match index {
                    "Entries" => {
                        let n = name(*of).to_lowercase();
                        add(&mut found, &json!({"D": document(*id), "N": n, "At": time, "V": value}));
                    }
                    "SeriesSums" if *of == 0 => {
                        let sum = sums.entry(city(id)).or_default();
                        *sum = (sum.0 + 1, sum.1 + value);
                    }
                    _ => {}
                }
            }
        }
        for (key, (count, sum)) in sums {
            add(&mut found, &json!({"Key": key, "N": count, "Sum": sum}));
        }
        found
    }
}

fn add(found: &mut Found, entry: &Value) {
    *found.entry(entry.to_string()).or_default() += 1;
}

fn counter(id: u8, of: u8, action: CounterAction) -> Command {
    let operations = vec![CounterOperation { name: name(of).into(), action }];
    Command::Counters { id: document(id), operations }
}

fn update(id: u8, update: TimeSeriesUpdate) -> Command {
    Command::TimeSeries { id: document(id), update: Box::new(update) }
}

fn check(shop: &Database, model: &Model) {
    for index in INDEXES {
        let answer = shop
            .query(
                &QueryRequest::new(format!("from index '{index}'")),
                &QueryOptions { wait: Some(Duration::from_secs(60)), ..QueryOptions::default() },
            )
            .unwrap();
        assert!(!answer.is_stale, "{index}");
        assert_eq!(answer.total, answer.results.len() as u64, "{index}");
        let mut found = Found::new();
        for item in &answer.results {
            let ResultItem::Projection { fields, .. } = item else { panic!("{index}: {item:?}") };
            let mut fields = fields.clone();
            fields.remove("@metadata");
            add(&mut found, &Value::Object(fields));
        }
        let expected = model.entries(index);
        assert_eq!(found, expected, "{index}");
    }
    for stats in shop.index_stats().unwrap() {
        assert_eq!(stats.errors, [], "{}", stats.definition.name());
    }
}

fn apply(step: &Step, test: TestEngine, model: &mut Model) -> TestEngine {
    match step {
        Step::Changes(changes) => {
            let commands: Vec<_> = changes.iter().filter_map(|change| model.command(change)).collect();
            test.shop.execute(commands).unwrap();
        }
        Step::Check => check(&test.shop, model),
        Step::Flush => test.shop.flush_and_sync().unwrap(),
        Step::Close => return test.closed_and_reopened(),
        Step::Crash => return test.dropped_and_reopened(),
        Step::Reset(index) => assert!(test.shop.reset_index(INDEXES[usize::from(*index)]).unwrap()),
    }
    test
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 100, ..ProptestConfig::default() })]
    #[test]
    fn entries_are_what_a_computation_from_scratch_gives(
        before in proptest::collection::vec(change(), 0..15),
        steps in proptest::collection::vec(step(), 1..40),
    ) {
        let mut test = test_engine();
        let mut model = Model::default();
        test = apply(&Step::Changes(before), test, &mut model);
        make_indexes(&test.shop);
        for step in &steps {
            test = apply(step, test, &mut model);
        }
        check(&test.shop, &model);
    }
}
