//! Texts and values that are nested as deep as their size allows: each ends with a value or an error, on a
//! thread with half the stack of the engine's threads. A stack overflow would end the test's process.

use rookery_script::{
    Limits, MapScript, NoHost, PatchScript, ProjectionScript, ProjectionText, ReduceScript,
};

use crate::memory::patch;

const LEVELS: usize = 1_000_000;

/// Enough for most kinds of nesting: a level takes more than a hundred bytes of stack.
const ENOUGH: usize = 100_000;

/// Half of what tokio's and the engine's own threads have.
const STACK: usize = 1024 * 1024;

/// Runs `work` on a thread with a small stack.
fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap();
        thread.join().unwrap()
    })
}

/// `open` often, then `inner`, then `close` as often.
fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}

fn csharp_field(value: &str) -> String {
    format!("from o in docs.Orders select new {{ A = {value} }}")
}

/// C# in which each repetition is inside the one before.
const CSHARP_NESTED: [(&str, &str, &str); 16] = [
    ("!", "o.A", ""),
    ("- ", "o.A", ""),
    ("!(", "o.A", ")"),
    ("(", "o.A", ")"),
    ("(int)", "o.A", ""),
    ("(int?)", "o.A", ""),
    ("(decimal)(", "o.A", ")"),
    ("new { B = ", "o.A", "}"),
    ("new[] { ", "o.A", "}"),
    ("o.A[", "o.A", "]"),
    ("o.A ? ", "o.A", " : 1"),
    ("o.A ? 1 : ", "o.A", ""),
    ("o.L.Select(x => ", "o.A", ")"),
    ("LoadDocument<User>(", "o.A", ")"),
    ("Id(", "o", ")"),
    ("AsJson(", "o", ")"),
];

#[test]
fn deep_csharp_is_refused_with_its_place() {
    on_small_stack(|| {
        for (open, inner, close) in CSHARP_NESTED {
            // A cast and a bracket, or a sign and a bracket, are one level.
            let fine = csharp_field(&nested(open, inner, close, 64));
            let made = MapScript::new(&fine, &[], None);
            assert!(made.is_ok(), "{open}: {}", made.unwrap_err());
            let levels = if open.len() == 1 { LEVELS } else { ENOUGH };
            let text = csharp_field(&nested(open, inner, close, levels));
            let error = MapScript::new(&text, &[], None).unwrap_err().to_string();
            assert!(error.contains("is nested deeper than 100 levels (line 1, column "), "{open}: {error}");
            drop(MapScript::new(&csharp_field(&open.repeat(20_000)), &[], None));
            let key = nested(open, inner, close, 20_000);
            let reduce = format!("from r in results group r by {key} into g select new {{ g.Key }}");
            let error = ReduceScript::new(&reduce, &[]).unwrap_err().to_string();
            assert!(error.contains("is nested deeper than 100 levels"), "{open}: {error}");
        }
        for (start, repeated, end) in [
            ("from o in docs.Orders select new { A = o.A", ".ToString()", "}"),
            ("from o in docs.Orders select new { A = o.A", ".Count", "}"),
            ("from o in docs.Orders select new { A = o.A", " ?? o.B", "}"),
            ("from o in docs.Orders ", "where o.A ", "select new { o.A }"),
            ("from o in docs.Orders ", "from l in o.L ", "select new { o.A }"),
            ("docs.Orders", ".Where(o => o.A)", ".Select(o => new { o.A })"),
        ] {
            let text = |times: usize| [start, &repeated.repeat(times), end].concat();
            if !repeated.starts_with("from") {
                assert!(MapScript::new(&text(50), &[], None).is_ok(), "{repeated}");
            }
            let error = MapScript::new(&text(20_000), &[], None).unwrap_err().to_string();
            assert!(error.contains("is nested deeper than 100 levels"), "{repeated}: {error}");
        }
    });
}

#[test]
fn long_flat_csharp_is_translated() {
    on_small_stack(|| {
        for operator in [" + ", " && ", " || ", " * "] {
            let sum = vec!["o.A"; 10_000].join(operator);
            let made = MapScript::new(&csharp_field(&sum), &[], None);
            assert!(made.is_ok(), "{operator}: {}", made.unwrap_err());
        }
        let path = csharp_field(&format!("o{}", ".A".repeat(10_000)));
        let map = MapScript::new(&path, &[], None).unwrap();
        let mapped = map.map(&mut NoHost, "Orders", br#"{"A":{"A":1}}"#, Limits::default()).unwrap();
        assert_eq!(mapped.entries[0].body, br#"{"A":null}"#);
        let lets: String = (0..1_000).map(|number| format!("let v{number} = o.A ")).collect();
        assert!(
            MapScript::new(&format!("from o in docs.Orders {lets}select new {{ A = v9 }}"), &[], None)
                .is_ok()
        );
    });
}

/// A map that only names fields is done without JavaScript, by a walk through the names.
#[test]
fn maps_of_deep_paths_and_documents_are_carried_out() {
    on_small_stack(|| {
        let deep = nested("{\"A\":", "1", "}", 100_000);
        for steps in [1, 90, 101, 5_000, 100_000] {
            let text = format!("map('Orders', o => ({{ F: o{}, G: o.B }}))", ".A".repeat(steps));
            let Ok(map) = MapScript::new(&text, &[], None) else { continue };
            for document in [&deep, "{\"A\":null,\"B\":1}", "{\"A\":{\"A\":null}}"] {
                drop(map.simple_entry(document.as_bytes()));
                drop(map.used_members_of(document.as_bytes()));
                drop(map.map(&mut NoHost, "Orders", document.as_bytes(), Limits::default()));
            }
        }
    });
}

/// JavaScript in which each repetition is inside the one before, or follows it in one chain.
const JAVASCRIPT: [&str; 62] = [
    "(",
    "[",
    "{a:",
    "x={a:",
    "!",
    "- ",
    "+ ",
    "~",
    "typeof ",
    "void ",
    "delete ",
    "new ",
    "new (",
    "a=>",
    "(a)=>{",
    "async a=>",
    "a?b:",
    "a?",
    "a=",
    "a+=",
    "a**",
    "a??",
    "a||",
    "a&&",
    "a+",
    "a,",
    "a;",
    "a.b.",
    "a.",
    "a?.",
    "a[",
    "a(",
    "a`${",
    "`${",
    "f(...",
    "[...",
    "({...",
    "{",
    "if(1)",
    "if(1){}else ",
    "for(;;)",
    "for(a of ",
    "while(1)",
    "do ",
    "try{",
    "switch(1){case 1:",
    "function(){",
    "function a(){",
    "(function(){",
    "class A{a=",
    "class extends ",
    "class A{[",
    "(a=",
    "([a]=",
    "[a,[",
    "{a:[",
    "({a:{",
    "/(",
    "/(?:",
    "/[",
    "//\n",
    "\"a\"+",
];

#[test]
fn deep_javascript_is_an_error_and_no_crash() {
    on_small_stack(|| {
        for open in JAVASCRIPT {
            drop(PatchScript::new(&format!("x = {}", open.repeat(20_000))));
            for text in [open.repeat(2_000), nested(open, "1", ")", 2_000)] {
                drop(PatchScript::new(&text));
                drop(MapScript::new(&format!("map('O', o => ({{ A: {text}"), &[], None));
                drop(ProjectionScript::new(ProjectionText::Object(&text), std::slice::from_ref(&text), &[]));
            }
        }
        let by_engine = "than the JavaScript engine can read";
        for (open, inner, close, limit) in [
            ("(", "1", ")", "than 100 levels (line 1, column 110)"),
            ("[", "1", "]", "than 100 levels (line 1, column 110)"),
            ("{a:", "1", "}", "than 100 levels (line 1, column 310)"),
            ("!", "1", "", by_engine),
        ] {
            let error = PatchScript::new(&format!("this.x = {}", nested(open, inner, close, LEVELS)))
                .unwrap_err()
                .to_string();
            assert_eq!(error, format!("The script is nested deeper {limit}"), "{open}");
            let fine = format!("this.x = {}", nested(open, inner, close, 50));
            assert!(PatchScript::new(&fine).is_ok(), "{open}");
        }
        // QuickJS names another fault here; what counts is the refusal.
        assert!(PatchScript::new(&format!("this.x = {}1", "() => ".repeat(LEVELS))).is_err());
        let labels: String = (0..20_000).map(|number| format!("l{number}:")).collect();
        drop(PatchScript::new(&labels));
        assert!(patch("output(1)").is_ok(), "the engine still works");
    });
}

/// Long chains that were allowed stay allowed.
#[test]
fn long_flat_javascript_is_read() {
    on_small_stack(|| {
        for (start, repeated, end) in [
            ("this.x = 1", " + 1", ""),
            ("this.x = 1", " || 0", ""),
            ("this.x = 1", " && 1", ""),
            ("this.x = this", ".a", ""),
            ("this.x = [1", ", 1", "]"),
            ("", "this.x = 1;", ""),
        ] {
            let text = [start, &repeated.repeat(10_000), end].concat();
            let read = PatchScript::new(&text);
            assert!(read.is_ok(), "{repeated}: {}", read.unwrap_err());
        }
    });
}

#[test]
fn deep_values_are_an_error_and_no_crash() {
    let deep = "let a = {}; for (let i = 0; i < 200000; i++) a = { a };";
    let list = "let a = []; for (let i = 0; i < 200000; i++) a = [a];";
    let proxies = "let p = {}; for (let i = 0; i < 50000; i++) p = new Proxy(p, {});";
    let functions = "let f = function () {}; for (let i = 0; i < 50000; i++) f = new Proxy(f, {});";
    on_small_stack(|| {
        for (start, rest) in [
            (deep, "this.A = a"),
            (deep, "this['@metadata'] = { a }"),
            (deep, "output(a)"),
            (deep, "put('x/1', a)"),
            (deep, "put('x/1', { '@metadata': a })"),
            (deep, "throw a"),
            (deep, "throw { toString() { return a } }"),
            (deep, "JSON.stringify(a)"),
            (deep, "a = null"),
            (deep, "const b = { ...a }; const c = Object.assign({}, a)"),
            (list, "this.A = a"),
            (list, "String(a)"),
            (list, "a.flat(Infinity)"),
            (list, "a.join()"),
            (list, "new Map([a])"),
            (list, "output(a + '')"),
            ("", "JSON.parse('['.repeat(1000000))"),
            ("", "JSON.parse('{\"a\":'.repeat(1000000))"),
            ("", "JSON.parse('['.repeat(100000) + ']'.repeat(100000), (k, v) => v)"),
            ("", "new RegExp('('.repeat(1000000))"),
            ("", "new RegExp('(?:'.repeat(100000) + ')'.repeat(100000))"),
            ("", "new RegExp('(?='.repeat(100000) + ')'.repeat(100000))"),
            ("", "new RegExp('['.repeat(100000) + ']'.repeat(100000), 'v')"),
            ("", "new RegExp('a|'.repeat(5000)).test('b')"),
            ("", "new RegExp('a?'.repeat(20000) + 'b').test('a'.repeat(20000))"),
            ("", "/(?:(a)|b)*$/.test('ab'.repeat(1000000))"),
            ("", "'a'.repeat(1000000).replace(/(a)+?$/, '')"),
            (
                "",
                "let s = ''; for (let i = 0; i < 300000; i++) s = 'a' + s; s.length + s.charAt(5) + s.at(-1)",
            ),
            ("", "let s = ''; for (let i = 0; i < 300000; i++) s = s + 'b' + i; JSON.stringify(s)"),
            (
                "",
                "let o = null; for (let i = 0; i < 300000; i++) o = Object.create(o); o.nothing; o instanceof Date",
            ),
            ("", "let f = () => 1; for (let i = 0; i < 5000; i++) f = f.bind(null); f()"),
            ("", "let f = () => 1; for (let i = 0; i < 5000; i++) f = f.bind(null); ({}) instanceof f"),
            ("", "let f = () => 1; for (let i = 0; i < 300000; i++) { const g = f; f = () => g; } f = null"),
            ("", "const f = function* (n) { if (n > 0) yield* f(n - 1) }; [...f(1000000)]"),
            ("", "const o = { get a() { return this.a } }; o.a"),
            ("", "const o = { toString() { return `${o}` } }; `${o}`"),
            ("", "const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)"),
            ("", "const o = { get a() { return { get a() { return o.a } } } }; this.A = o"),
            ("", "class C { constructor() { return new C() } } new C()"),
            ("", "const f = (...a) => f(...a, 1); f()"),
            ("", "[1, 2].sort(function f() { return [1, 2].sort(f) })"),
            ("", "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.a"),
            ("", "let p = Promise.resolve(); for (let i = 0; i < 100000; i++) p = p.then(() => p)"),
            (proxies, "p.a"),
            (proxies, "p.a = 1"),
            (proxies, "'a' in p"),
            (proxies, "Object.getPrototypeOf(p)"),
            (proxies, "Object.setPrototypeOf(p, null)"),
            (proxies, "Object.isExtensible(p)"),
            (proxies, "Object.preventExtensions(p)"),
            (proxies, "Object.keys(p)"),
            (proxies, "Array.isArray(p)"),
            (proxies, "this.A = p"),
            (proxies, "Object.defineProperty(p, 'a', { value: 1 })"),
            (proxies, "delete p.a"),
            (functions, "f()"),
            (functions, "new f()"),
            (functions, "Reflect.construct(Object, [], f)"),
            (functions, "Reflect.construct(function () {}, [], f)"),
            (functions, "Reflect.construct(Array, [], f)"),
            (functions, "({}) instanceof f"),
            (functions, "class C extends f {} new C()"),
            (functions, "[].concat(f); Array.from.call(f, [])"),
        ] {
            drop(patch(&format!("{start} {rest}")));
        }
        for value in ["this.A = a", "this['@metadata'] = { a }", "put('x/1', { a })", "output(a)"] {
            let error = patch(&format!("{deep} {value}")).unwrap_err().to_string();
            assert!(error.contains("nested deeper than 100 levels"), "{value}: {error}");
        }
        assert!(patch("output(1)").is_ok(), "the engine still works");
    });
}

#[test]
fn deep_documents_are_an_error_of_the_script_and_no_crash() {
    on_small_stack(|| {
        let map = MapScript::new("map('O', o => ({ A: o.A, B: id(o) }))", &[], None).unwrap();
        let reduce =
            ReduceScript::new("groupBy(r => r.A).aggregate(g => ({ A: g.key, N: g.values }))", &[]).unwrap();
        for (open, close) in [("{\"A\":", "}"), ("[", "]")] {
            let document = format!("{{\"A\":{}}}", nested(open, "1", close, LEVELS));
            assert!(map.map(&mut NoHost, "O", document.as_bytes(), Limits::default()).is_err(), "{open}");
            assert!(reduce.reduce(document.as_bytes(), &[&document], Limits::default()).is_err(), "{open}");
        }
    });
}
