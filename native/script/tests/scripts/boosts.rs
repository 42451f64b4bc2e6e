//! Boosts of entries and of their fields, in JavaScript and in C#.

use rookery_script::{Limits, ReduceScript};

use crate::indexes::{map, map_with};

/// The body of the only entry, the boosts of its fields and whether it is ranked.
fn boosts(text: &str) -> (String, Vec<(String, f64)>, bool) {
    let entry = map(text).unwrap().entries.remove(0);
    let mut fields: Vec<String> = entry.boosts.iter().map(|(name, _)| name.clone()).collect();
    fields.dedup();
    let of = |name: String| entry.boost_of(&name).map(|boost| (name, boost)).unwrap();
    let boosts = fields.into_iter().map(of).collect();
    (String::from_utf8(entry.body).unwrap(), boosts, entry.ranked)
}

#[test]
fn boosts_of_fields_come_beside_their_values() {
    for (fields, body, expected, ranked) in [
        ("{ T: boost(o.Total, 2), R: o.Ref }", r#"{"T":10,"R":"users/1"}"#, vec![("T", 2.0)], true),
        ("{ T: { $value: o.Total, $boost: 5 } }", r#"{"T":10}"#, vec![("T", 5.0)], false),
        ("{ T: { $value: o.Total, $boost: '5' } }", r#"{"T":{"$value":10,"$boost":"5"}}"#, vec![], false),
        ("{ T: boost(o.Tags, 3) }", r#"{"T":["a","b"]}"#, vec![("T", 9.0)], true),
        ("{ T: o.Tags.map(t => boost(t, 3)) }", r#"{"T":["a","b"]}"#, vec![("T", 9.0)], true),
        ("{ T: boost(createField('F', o.Name, {}), 3) }", r#"{"F":"x"}"#, vec![("F", 3.0)], true),
        (
            "{ T: boost(boost(o.Name, 2), 3), Z: boost(null, 0) }",
            r#"{"T":"x","Z":null}"#,
            vec![("T", 6.0), ("Z", 0.0)],
            true,
        ),
        (
            "{ T: boost(createSpatialField(o.Loc.Lat, o.Loc.Lng), 3) }",
            r#"{"T":"POINT (20 10.5)"}"#,
            vec![("T", 3.0)],
            true,
        ),
    ] {
        let expected: Vec<(String, f64)> =
            expected.into_iter().map(|(name, boost)| (name.to_owned(), boost)).collect();
        let found = boosts(&format!("map('Orders', o => ({fields}))"));
        assert_eq!(found, (body.to_owned(), expected, ranked), "{fields}");
    }
    for (fields, body, expected) in [
        ("T = o.Total.Boost(2)", r#"{"T":10}"#, 2.0),
        ("T = ((string)o.Name).Boost(5f)", r#"{"T":"x"}"#, 5.0),
        (r#"T = (o.Name + " " + o.Ref).Boost(o.Total)"#, r#"{"T":"x users/1"}"#, 10.0),
        (r#"T = o.Name.Boost("3")"#, r#"{"T":"x"}"#, 3.0),
        ("T = o.Total > 5 ? o.Name.Boost(-1) : o.Name", r#"{"T":"x"}"#, -1.0),
        ("T = o.Tags.Select(t => t.Boost(3))", r#"{"T":["a","b"]}"#, 9.0),
        ("T = new { A = o.Name }.Boost(3)", r#"{"T":{"A":"x"}}"#, 3.0),
    ] {
        let found = boosts(&format!("from o in docs.Orders select new {{ {fields} }}"));
        assert_eq!(found, (body.to_owned(), vec![("T".to_owned(), expected)], true), "{fields}");
    }
}

#[test]
fn boosts_without_a_factor_or_with_a_reduce_are_refused() {
    for (text, part) in [
        ("map('Orders', o => ({ T: boost(o.Total, '2') }))", "the factor must be a number"),
        (
            "map('Orders', o => ({ T: createField('F', boost(o.Total, 2), {}) }))",
            "the value of 'F' is boosted",
        ),
        ("from o in docs.Orders select new { T = o.Total.Boost(o.Nope) }", "the factor is null"),
        ("from o in docs.Orders select new { T = o.Total.Boost(o.Name) }", "'x' is not a number"),
        ("from o in docs.Orders select new { T = o.Total.Boost() }", "Boost needs one argument"),
    ] {
        let error = map(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let reduce = "groupBy(x => x.R).aggregate(g => ({ R: boost(g.key, 3), N: g.values.length }))";
    let refused = map_with("map('Orders', o => ({ R: boost(o.Ref, 2) }))", &[], Some(reduce));
    assert!(refused.unwrap_err().to_string().contains("a map of an index with a reduce cannot boost"));
    let mapped = map_with("map('Orders', o => ({ R: o.Ref }))", &[], Some(reduce)).unwrap();
    let bodies = [mapped.entries[0].body.as_slice()];
    let key = mapped.entries[0].key.clone().unwrap();
    let reduced = ReduceScript::new(reduce, &[]).unwrap().reduce(&key, &bodies, Limits::default()).unwrap();
    assert_eq!(
        (reduced[0].body.as_slice(), reduced[0].boost_of("R")),
        (br#"{"R":"users/1","N":1}"#.as_slice(), Some(3.0))
    );
    let csharp = "from r in results group r by r.R into g select new { R = g.Key.Boost(3) }";
    let error = ReduceScript::new(csharp, &[]).unwrap_err().to_string();
    assert!(error.contains("Boost in a reduce is not translated"), "{error}");
}

#[test]
fn boosts_of_entries_are_numbers_of_any_size() {
    for (factor, expected) in
        [("1", None), ("0", Some(0.0)), ("-3", Some(0.0)), ("NaN", Some(0.0)), ("4", Some(4.0))]
    {
        let entry =
            map(&format!("map('Orders', o => boost({{ T: 1 }}, {factor}))")).unwrap().entries.remove(0);
        assert_eq!((entry.boost, entry.ranked), (expected, true), "{factor}");
    }
}
