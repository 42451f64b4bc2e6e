//! Index definitions: what maps and reduces give, in JavaScript and in C#.

use rookery_script::{
    AdditionalSource, Entry, Limits, MapScript, Mapped, NoHost, ReduceScript, Reference, ScriptError,
};

use crate::memory::Memory;

const ORDER: &str = r#"{"Total":10,"Tags":["a","b"],"Ref":"users/1","Name":"x","Lines":[{"P":2,"Q":"p"},{"P":5,"Q":"q"}],"Loc":{"Lat":10.5,"Lng":20},"@metadata":{"@collection":"Orders","@id":"orders/1"}}"#;

pub fn map(text: &str) -> Result<Mapped, ScriptError> {
    map_with(text, &[], None)
}

pub fn map_with(
    text: &str,
    sources: &[AdditionalSource],
    reduce: Option<&str>,
) -> Result<Mapped, ScriptError> {
    let mut host = Memory::with(&[
        ("users/1", r#"{"Name":"u","Parent":"users/2","@metadata":{"@id":"users/1"}}"#),
        ("users/2", r#"{"Name":"v","@metadata":{"@id":"users/2"}}"#),
    ]);
    MapScript::new(text, sources, reduce)?.map(&mut host, "orders", ORDER.as_bytes(), Limits::default())
}

fn source(text: &str) -> AdditionalSource {
    AdditionalSource { name: "source".to_owned(), text: text.to_owned() }
}

fn bodies(text: &str) -> Vec<String> {
    map(text).unwrap().entries.into_iter().map(|entry| String::from_utf8(entry.body).unwrap()).collect()
}

#[test]
fn maps_give_one_entry_several_or_none() {
    assert_eq!(
        bodies("map('Orders', o => ({ T: o.Total, S: o.Tags, N: o.Nope, D: o.Loc.Lat, X: o.Nope.Y }))"),
        [r#"{"T":10,"S":["a","b"],"N":null,"D":10.5,"X":null}"#]
    );
    assert_eq!(
        bodies("map('Orders', function (o) { return o.Tags.map(t => ({ T: t })) })"),
        [r#"{"T":"a"}"#, r#"{"T":"b"}"#]
    );
    assert_eq!(bodies("map('Orders', o => { if (o.Total > 5) return null; return { T: 1 } })"), [""; 0]);
    assert_eq!(bodies("map('Orders', o => o.Nope.map(x => ({ A: x })))"), [""; 0]);
    assert_eq!(bodies("map('@all_docs', o => ({ I: id(o) }))"), [r#"{"I":"orders/1"}"#]);
    assert_eq!(bodies("map('Users', o => ({ A: 1 }))"), [""; 0]);
    assert_eq!(
        bodies("map('Orders', o => ({ A: 1 })); map('Orders', o => ({ A: 2 }))"),
        [r#"{"A":1}"#, r#"{"A":2}"#]
    );
    let error = map("map('Orders', o => o.Total)").unwrap_err();
    assert!(error.to_string().contains("must be an object"), "{error}");
}

#[test]
fn loaded_documents_are_reported_once_if_requested() {
    let mapped = map(
        "map('Orders', o => {
            let u = load(o.Ref, 'Users'); let again = load('users/1', 'Users'); let gone = load('users/9', 'Users');
            return { N: u.Name, P: load(u.Parent, 'Users').Name, G: gone === null, T: noTracking.load('users/2', 'Users').Name } })",
    )
    .unwrap();
    assert_eq!(mapped.entries[0].body, br#"{"N":"u","P":"v","G":true,"T":"v"}"#);
    let reference = |id: &str| Reference { id: id.to_owned(), collection: "Users".to_owned() };
    assert_eq!(mapped.references, [reference("users/1"), reference("users/9"), reference("users/2")]);
    let untracked = map("map('Orders', o => ({ T: noTracking.load('users/2', 'Users').Name }))").unwrap();
    assert_eq!(untracked.references, []);
    let hierarchy = map("map('Orders', o => ({ All: recurse(load(o.Ref, 'Users'), u => load(u.Parent, 'Users')).map(u => u.Name) }))").unwrap();
    assert_eq!(hierarchy.entries[0].body, br#"{"All":["u","v"]}"#);
}

#[test]
fn made_fields_and_boosts_come_beside_the_entry() {
    let mapped = map("map('Orders', o => boost({ _: o.Tags.map(t => createField('F_' + t, o.Total, { indexing: 'Exact', storage: true })), P: createSpatialField(o.Loc.Lat, o.Loc.Lng), W: [createSpatialField('POINT (1 2)')], No: createSpatialField(o.Nope.Lat, 1), T: 1 }, 2.5))").unwrap();
    let Entry { body, created, spatial, boost, key, .. } = &mapped.entries[0];
    assert_eq!(
        std::str::from_utf8(body).unwrap(),
        r#"{"F_a":10,"F_b":10,"P":"POINT (20 10.5)","W":["POINT (1 2)"],"No":null,"T":1}"#
    );
    assert_eq!(created.len(), 2);
    assert_eq!(
        (created[0].0.as_str(), created[0].1.as_slice()),
        ("F_a", br#"{"indexing":"Exact","storage":true}"#.as_slice())
    );
    assert_eq!(
        (spatial.clone(), *boost, key),
        (vec!["P".to_owned(), "W".to_owned(), "No".to_owned()], Some(2.5), &None)
    );
}

#[test]
fn entries_of_one_key_become_one() {
    let text = "groupBy(x => ({ R: x.R, M: x.M })).aggregate(g => ({ R: g.key.R, M: g.key.M, C: g.values.reduce((n, x) => n + x.C, 0) }))";
    let mapped =
        map_with("map('Orders', o => o.Tags.map(t => ({ R: o.Ref, C: 1 })))", &[], Some(text)).unwrap();
    assert_eq!(mapped.entries.len(), 2);
    let key = mapped.entries[0].key.clone().unwrap();
    assert_eq!(key, br#"{"R":"users/1","M":null}"#);
    let values: Vec<&[u8]> = mapped.entries.iter().map(|entry| entry.body.as_slice()).collect();
    let reduced = ReduceScript::new(text, &[]).unwrap().reduce(&key, &values, Limits::default()).unwrap();
    assert_eq!(reduced[0].body, br#"{"R":"users/1","M":null,"C":2}"#);
    let again = ReduceScript::new(text, &[]).unwrap();
    let again = again.reduce(&key, &[&reduced[0].body, &reduced[0].body], Limits::default()).unwrap();
    assert_eq!(again[0].body, br#"{"R":"users/1","M":null,"C":4}"#);
}

#[test]
fn additional_sources_are_shared_and_errors_have_the_line() {
    let sources = [source("function double(x) { return x * 2 }")];
    let mapped = map_with("map('Orders', o => ({ T: double(o.Total) }))", &sources, None).unwrap();
    assert_eq!(mapped.entries[0].body, br#"{"T":20}"#);
    let error = map("map('Orders', o => {\n  throw new Error('x') })").unwrap_err();
    assert_eq!(error.position().unwrap().line, 2, "{error}");
    let error = MapScript::new("map('Orders', o => ({ T: 1 }", &[], None).unwrap_err();
    assert!(matches!(error, ScriptError::Syntax { .. }), "{error:?}");
    assert!(MapScript::new("1 + 1", &[], None).unwrap_err().to_string().contains("no map"));
    assert!(
        MapScript::new("map(['Orders'], o => 1)", &[], None)
            .unwrap_err()
            .to_string()
            .contains("collection must be a text")
    );
    assert!(ReduceScript::new("1", &[]).unwrap_err().to_string().contains("no reduce"));
    assert!(map("map('Orders', o => ({ T: put('a', {}) }))").is_err());
    assert!(matches!(map("map('Orders', o => { while (true) {} })"), Err(ScriptError::Limit { .. })));
    // The next document is mapped all the same.
    assert_eq!(bodies("map('Orders', o => ({ T: 1 }))"), [r#"{"T":1}"#]);
}

#[test]
fn simple_csharp_is_carried_out() {
    assert_eq!(
        bodies(
            "from o in docs.Orders select new { o.Total, City = o.To.City, Twice = o.Total * 2m + 1, Id = o.Id, N = o.Lines.Sum(l => l.P), F = o.Lines.Select(l => l.Q), A = o.Name ?? \"none\", B = o.Total > 5 ? (string)o.Name : null }"
        ),
        [r#"{"Total":10,"City":null,"Twice":21,"Id":"orders/1","N":7,"F":["p","q"],"A":"x","B":"x"}"#]
    );
    assert_eq!(
        bodies(
            "from o in docs.Orders from l in o.Lines where l.P > 2 let p = l.P * 10 select new { l.Q, p }"
        ),
        [r#"{"Q":"q","p":50}"#]
    );
    assert_eq!(
        bodies(
            "docs.Orders.Where(o => o.Total == 10).SelectMany(o => o.Lines, (o, l) => new { o.Name, l.Q })"
        )
        .len(),
        2
    );
    let mapped = map("docs.Orders.Select(o => new { U = LoadDocument<User>(o.Ref, \"Users\").Name, L = CreateSpatialField(o.Loc.Lat, o.Loc.Lng) }.Boost(3))").unwrap();
    assert_eq!(mapped.entries[0].body, br#"{"U":"u","L":"POINT (20 10.5)"}"#);
    assert_eq!((mapped.references.len(), mapped.entries[0].boost), (1, Some(3.0)));
    let reduce = "from r in results group r by r.Q into g select new { Q = g.Key, N = g.Sum(x => x.N) }";
    let mapped =
        map_with("from o in docs.Orders from l in o.Lines select new { l.Q, N = l.P }", &[], Some(reduce))
            .unwrap();
    assert_eq!(mapped.entries[1].key.as_deref(), Some(b"\"q\"".as_slice()));
    let reduced = ReduceScript::new(reduce, &[]).unwrap();
    let reduced = reduced
        .reduce(b"\"q\"", &[&mapped.entries[1].body, &mapped.entries[1].body], Limits::default())
        .unwrap();
    assert_eq!(reduced[0].body, br#"{"Q":"q","N":10}"#);
}

#[test]
fn short_ways_give_what_the_script_gives() {
    let documents = [
        r#"{"A":{"B":"x","C":[1,"y"]},"L":[{"Q":2},{"Q":3.5},{}],"N":7,"@metadata":{"@collection":"Orders"}}"#,
        r#"{"A":null,"L":[],"N":1.5,"A":{"B":"later"}}"#,
        r#"{"A":"text","L":null,"N":"\u00e9"}"#,
        r#"{"A":[{"B":1}],"N":{"deep":true}}"#,
        r#"{"L":[{"Q":2,"P":3,"M":[{"R":1.5,"S":1},{"S":2},7]},"text",null,[{"Q":1}],{"Q":{"Q":1},"M":[]}]}"#,
        r#"{"L":{"Q":1},"N":[]}"#,
        r#"{"L":[{"Q":"a\"b\u00e9"},{"Q":null},null,{"Q":[1,true,"x",null]}],"T":["a",1.5,null,"é"],"A":{"C":[{"D":1}]}}"#,
        r#"{"L":[{"Q":1,"Q":2},{"Q":{"Q":3}}],"T":[[1],{"a":1}],"A":{"C":[]}}"#,
        r#"{"L":"text","T":[],"A":{"C":[{"D":[]},{"D":["x"]},{"E":1}]}}"#,
        r#"{"L":[],"T":["a","b"],"A":{"C":null,"B":["t"]}}"#,
        r#"{"A":{"B":1e3,"C":-0.5},"N":12345678901234567890}"#,
        "{}",
    ];
    for text in [
        "map('Orders', o => ({ B: o.A.B, N: o.N, All: o.A }))",
        "map('Orders', o => ({ Sum: o.L.reduce((n, l) => n + l.Q, 0), N: [o.N, `${o.A.B}`] }))",
        "map('Orders', o => o.L.map(l => ({ Q: l.Q, None: l.X, N: o.N })))",
        "map('Orders', o => ({ Keys: o.L.map(l => Object.keys(l)), Has: o.L.some((l, i) => l.Q > i) }))",
        "map('Orders', o => ({ Deep: o.L.map(l => l.M.every(m => m.R > 1 && m.R < l.Q)) }))",
        "from o in docs.Orders select new { Sum = o.L.Sum(l => l.Q), Any = o.L.Any(l => l.P > 1) }",
        "from o in docs.Orders from l in o.L select new { l.Q, o.N }",
        "from o in docs.Orders select new { o.A.B, o.N, Missing = o.X.Y.Z }",
        "docs.Orders.Select(o => new { o.N, Twice = o.N * 2 })",
        "map('Orders', o => ({ Q: o.L.map(l => l.Q), N: o.N, R: o.T }))",
        "map('Orders', o => ({ D: o.A.C.map(c => c.D), B: o.A.B, S: o.L.map(l => l.Q.Q) }))",
        "from o in docs.Orders select new { Q = o.L.Select(l => l.Q), T = o.T, B = o.A.B }",
        "docs.Orders.Select(o => new { Q = o.L.Select(x => x.Q).ToArray(), D = o.A.C.Select(c => c.D).ToList() })",
    ] {
        let map = MapScript::new(text, &[], None).unwrap();
        // Additional sources may change anything: the script runs with the whole document.
        let other = match MapScript::is_csharp(text) {
            true => "public static class Other { public const int One = 1; }",
            false => "const other = 1;",
        };
        let requested = MapScript::new(text, &[source(other)], None).unwrap();
        for document in documents {
            let whole = requested.map(&mut NoHost, "Orders", document.as_bytes(), Limits::default());
            assert_eq!(requested.simple_entry(document.as_bytes()), None);
            assert_eq!(requested.used_members_of(document.as_bytes()), None);
            if let Some(plain) = map.simple_entry(document.as_bytes()) {
                assert_eq!(whole.as_ref().unwrap().entries, [plain], "{text} of {document}");
            }
            let needed = map.used_members_of(document.as_bytes()).unwrap();
            let short = map.map(&mut NoHost, "Orders", &needed, Limits::default());
            assert_eq!(format!("{short:?}"), format!("{whole:?}"), "{text} of {document}");
        }
    }
}
