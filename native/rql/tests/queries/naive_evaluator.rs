//! Random documents and queries, compared with a naive evaluator.

use std::cmp::Ordering;

use crate::memory::Memory;
use proptest::prelude::*;
use rookery_rql::ResultItem;
use serde_json::{Map, Value, json};

/// A condition the evaluator understands, and its text.
#[derive(Debug, Clone)]
enum Cond {
    True,
    Compare(&'static str, &'static str, Literal),
    Between(&'static str, Literal, Literal),
    In(&'static str, Vec<Literal>, bool),
    Affix(&'static str, String, bool),
    Exists(&'static str),
    Not(Box<Cond>),
    Join(Vec<Cond>, bool),
    Exact(Box<Cond>),
}

#[derive(Debug, Clone)]
enum Literal {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
}

impl Literal {
    fn text(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(value) => value.to_string(),
            Self::Number(value) => value.to_string(),
            Self::Text(value) => format!("'{value}'"),
        }
    }
}

fn join(values: &[Literal]) -> String {
    values.iter().map(Literal::text).collect::<Vec<_>>().join(", ")
}

impl Cond {
    fn text(&self) -> String {
        match self {
            Self::True => "true".into(),
            Self::Compare(field, sign, value) => format!("{field} {sign} {}", value.text()),
            Self::Between(field, low, high) => format!("{field} between {} and {}", low.text(), high.text()),
            Self::In(field, values, all) => {
                format!("{field} {}in ({})", if *all { "all " } else { "" }, join(values))
            }
            Self::Affix(field, text, true) => format!("startsWith({field}, '{text}')"),
            Self::Affix(field, text, false) => format!("endsWith({field}, '{text}')"),
            Self::Exists(field) => format!("exists({field})"),
            Self::Not(inside) => format!("not ({})", inside.text()),
            Self::Join(sides, and) => {
                let sides: Vec<String> = sides.iter().map(|side| format!("({})", side.text())).collect();
                sides.join(if *and { " and " } else { " or " })
            }
            Self::Exact(inside) => format!("exact({})", inside.text()),
        }
    }

    fn holds(&self, body: &Value, exact: bool) -> bool {
        match self {
            Self::True => true,
            Self::Compare(field, sign, literal) => {
                let any = |wanted: &dyn Fn(Ordering) -> bool| {
                    leaves(body, field).iter().any(|leaf| compare(leaf, literal, exact).is_some_and(wanted))
                };
                match *sign {
                    "=" => any(&Ordering::is_eq),
                    "!=" => !any(&Ordering::is_eq),
                    "<" => any(&Ordering::is_lt),
                    "<=" => any(&Ordering::is_le),
                    ">" => any(&Ordering::is_gt),
                    _ => any(&Ordering::is_ge),
                }
            }
            Self::Between(field, low, high) => leaves(body, field).iter().any(|leaf| {
                compare(leaf, low, exact).is_some_and(Ordering::is_ge)
                    && compare(leaf, high, exact).is_some_and(Ordering::is_le)
            }),
            Self::In(field, values, all) => {
                let leaves = leaves(body, field);
                let has = |value: &Literal| {
                    leaves.iter().any(|leaf| compare(leaf, value, exact) == Some(Ordering::Equal))
                };
                if *all { values.iter().all(has) } else { values.iter().any(has) }
            }
            Self::Affix(field, affix, start) => leaves(body, field).iter().any(|leaf| {
                let Some(text) = text_of(leaf) else { return false };
                let (text, affix) =
                    if exact { (text, affix.clone()) } else { (text.to_lowercase(), affix.to_lowercase()) };
                !affix.is_empty() && if *start { text.starts_with(&affix) } else { text.ends_with(&affix) }
            }),
            Self::Exists(field) => !leaves(body, field).is_empty(),
            Self::Not(inside) => !inside.holds(body, exact),
            Self::Join(sides, true) => sides.iter().all(|side| side.holds(body, exact)),
            Self::Join(sides, false) => sides.iter().any(|side| side.holds(body, exact)),
            Self::Exact(inside) => inside.holds(body, true),
        }
    }
}

/// Every scalar and object at a dotted path, arrays taken apart.
fn leaves(body: &Value, field: &str) -> Vec<Value> {
    let mut here = flatten(body);
    for name in field.split('.') {
        here = here
            .iter()
            .filter_map(|value| value.get(name.trim_end_matches("[]")))
            .flat_map(flatten)
            .collect();
    }
    here
}

fn flatten(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(flatten).collect(),
        other => vec![other.clone()],
    }
}

fn text_of(leaf: &Value) -> Option<String> {
    match leaf {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.as_f64()?.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

fn compare(leaf: &Value, literal: &Literal, exact: bool) -> Option<Ordering> {
    match literal {
        Literal::Null => leaf.is_null().then_some(Ordering::Equal),
        Literal::Number(wanted) => leaf.as_f64()?.partial_cmp(wanted),
        Literal::Bool(wanted) => compare(leaf, &Literal::Text(wanted.to_string()), exact),
        Literal::Text(wanted) if exact => Some(text_of(leaf)?.cmp(wanted)),
        Literal::Text(wanted) => Some(text_of(leaf)?.to_lowercase().cmp(&wanted.to_lowercase())),
    }
}

/// A sort key and its comparison.
fn order(
    left: &Value,
    right: &Value,
    (field, kind, descending): &(&'static str, &'static str, bool),
) -> Ordering {
    let key = |body: &Value| {
        let keys = leaves(body, field).into_iter().map(|leaf| match (&leaf, *kind) {
            (Value::Null, _) => (1, 0.0, String::new()),
            (Value::Number(number), " as double") => {
                (2, number.as_f64().expect("a double holds it"), String::new())
            }
            (Value::Number(number), " as long") => {
                (2, number.as_f64().expect("a double holds it").trunc(), String::new())
            }
            (_, " as double" | " as long") => (0, 0.0, String::new()),
            (Value::Object(_), _) => (5, 0.0, String::new()),
            _ => (3, 0.0, text_of(&leaf).expect("a scalar has a text").to_lowercase()),
        });
        let by = |a: &(i32, f64, String), b: &(i32, f64, String)| a.partial_cmp(b).expect("no NaN");
        if *descending { keys.max_by(by) } else { keys.min_by(by) }.unwrap_or((0, 0.0, String::new()))
    };
    let order = key(left).partial_cmp(&key(right)).expect("no NaN");
    if *descending { order.reverse() } else { order }
}

const FIELDS: [&str; 7] = ["A", "B", "C", "O.A", "L[].A", "L.B", "T[]"];

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "a", "A", "ab", "Ab", "b", "ba", "1", "10", "2.5", "é", "É", "true"])
        .prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![-3.0, -1.5, 0.0, 1.0, 1.5, 2.0, 2.5, 10.0])
}

fn literal() -> impl Strategy<Value = Literal> {
    prop_oneof![
        1 => Just(Literal::Null),
        1 => any::<bool>().prop_map(Literal::Bool),
        4 => number().prop_map(Literal::Number),
        4 => text().prop_map(Literal::Text),
    ]
}

fn comparable() -> impl Strategy<Value = Literal> {
    prop_oneof![number().prop_map(Literal::Number), text().prop_map(Literal::Text)]
}

fn pair() -> impl Strategy<Value = (Literal, Literal)> {
    prop_oneof![
        (number(), number()).prop_map(|(low, high)| (Literal::Number(low), Literal::Number(high))),
        (text(), text()).prop_map(|(low, high)| (Literal::Text(low), Literal::Text(high))),
    ]
}

fn condition() -> impl Strategy<Value = Cond> {
    let field = || prop::sample::select(FIELDS.to_vec());
    let leaf = prop_oneof![
        1 => Just(Cond::True),
        6 => (field(), prop::sample::select(vec!["=", "!="]), literal()).prop_map(|(f, s, v)| Cond::Compare(f, s, v)),
        6 => (field(), prop::sample::select(vec!["<", "<=", ">", ">="]), comparable()).prop_map(|(f, s, v)| Cond::Compare(f, s, v)),
        2 => (field(), pair()).prop_map(|(f, (low, high))| Cond::Between(f, low, high)),
        3 => (field(), prop::collection::vec(literal(), 1..4), any::<bool>()).prop_map(|(f, v, all)| Cond::In(f, v, all)),
        3 => (field(), text(), any::<bool>()).prop_map(|(f, t, start)| Cond::Affix(f, t, start)),
        2 => field().prop_map(Cond::Exists),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|c| Cond::Not(Box::new(c))),
            (prop::collection::vec(inner.clone(), 2..4), any::<bool>())
                .prop_map(|(sides, and)| Cond::Join(sides, and)),
            inner.prop_map(|c| Cond::Exact(Box::new(c))),
        ]
    })
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        // Whole numbers come in both kinds.
        4 => (number(), any::<bool>()).prop_map(|(n, whole)| if whole { json!(n.trunc() as i64) } else { json!(n) }),
        4 => text().prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => scalar(),
        2 => prop::collection::vec(scalar(), 0..3).prop_map(Value::from),
        1 => Just(json!({})),
        1 => Just(json!([["a", 1], [null], []])),
    ]
}

fn object(depth: u32) -> BoxedStrategy<Value> {
    let members = prop::collection::vec((prop::sample::select(vec!["A", "B", "C", "T", "X"]), value()), 0..5);
    let plain = members.prop_map(|members| {
        Value::Object(
            members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>(),
        )
    });
    if depth == 0 {
        return plain.boxed();
    }
    (plain, prop::option::of(object(0)), prop::option::of(prop::collection::vec(object(0), 0..3)))
        .prop_map(|(mut body, nested, lines)| {
            if let Some(nested) = nested {
                body["O"] = nested;
            }
            if let Some(lines) = lines {
                body["L"] = Value::from(lines);
            }
            body
        })
        .boxed()
}

fn keys() -> impl Strategy<Value = Vec<(&'static str, &'static str, bool)>> {
    let kinds = prop::sample::select(vec!["", " as string", " as double", " as long"]);
    prop::collection::vec((prop::sample::select(FIELDS.to_vec()), kinds, any::<bool>()), 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_answer_is_that_of_the_plainest_evaluator(
        bodies in prop::collection::vec(object(1), 0..25),
        condition in prop::option::of(condition()),
        keys in keys(),
        page in prop::option::of((0_usize..6, 0_usize..8)),
        distinct in prop::option::of(prop::sample::select(FIELDS[..3].to_vec())),
    ) {
        let mut memory = Memory::default();
        for (number, body) in bodies.iter().enumerate() {
            memory.put("D", &format!("d/{number}"), body);
        }
        let mut query = "from D".to_owned();
        if let Some(condition) = &condition {
            query += &format!(" where {}", condition.text());
        }
        for (number, (field, kind, descending)) in keys.iter().enumerate() {
            let lead = if number == 0 { " order by " } else { ", " };
            query += &format!("{lead}{field}{kind}{}", if *descending { " desc" } else { "" });
        }
        if let Some(field) = distinct {
            query += &format!(" select distinct {field}");
        }
        if let Some((skip, take)) = page {
            query += &format!(" limit {skip}, {take}");
        }

        let mut rows: Vec<(usize, &Value)> = bodies.iter().enumerate().collect();
        rows.retain(|(_, body)| condition.as_ref().is_none_or(|condition| condition.holds(body, false)));
        let total = rows.len();
        rows.sort_by(|(_, left), (_, right)| {
            keys.iter().map(|key| order(left, right, key)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        let (skip, take) = page.unwrap_or((0, usize::MAX));
        // Rows that `distinct` leaves out count for the offset.
        let mut seen = Vec::new();
        let mut is_new = |body: &Value| distinct.is_none_or(|field| {
            let value = body.get(field).cloned().unwrap_or(Value::Null).to_string();
            !seen.contains(&value) && { seen.push(value); true }
        });
        let new: Vec<bool> = rows.iter().map(|(_, body)| is_new(body)).collect();
        let after = rows.iter().zip(new).skip(skip).filter(|(_, new)| *new);
        let expected: Vec<String> = after.take(take).map(|((number, _), _)| format!("d/{number}")).collect();

        let answer = memory.query(&query).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let found: Vec<&str> = answer.results.iter().map(ResultItem::id).collect();
        prop_assert_eq!(found, expected, "{}", query);
        prop_assert_eq!(answer.total, total as u64, "{}", query);
    }
}
