//! Every built-in function ends, with any arguments.

use std::time::{Duration, Instant};

use rookery_script::{HostError, Limits, Names, NoHost, PatchInput, PatchScript, ScriptError, ScriptHost};

use crate::memory::{left_by, patch, said_by};

/// Calls beyond this much processor time are printed, for tuning of the bounds.
const LONG: Duration = Duration::from_millis(500);

/// The most processor time of a single call. A call without a bound runs for hours (most arguments have a length of 2^53), one
/// with a bound for about a second in a debug build, and for a multiple of it on a machine under load.
const LONGEST: Duration = Duration::from_secs(60);

/// Runs every 199th call, or every nth with `ROOKERY_NATIVES_SHARE=n`; 1 runs all of them.
const SHARE: usize = 199;

/// Goes from one call to the next; the host notes which one is in progress.
const CALLS: &str = "
    for (let call = args.from; call < args.to; call += args.step) {
        const given = call % GIVEN.length, rest = (call - given) / GIVEN.length;
        const receiver = rest % RECEIVERS.length, f = REACHED[(rest - receiver) / RECEIVERS.length];
        load(`${call}`);
        try { Reflect.apply(f[1], RECEIVERS[receiver](), GIVEN[given]()); } catch {}
        try { Reflect.construct(f[1], GIVEN[given]()); } catch {}
    }
    load(`${args.to}`);";

/// Processor time of this thread; wall time where it is not available.
fn used(start: Instant) -> Duration {
    let own = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = own.and_then(|text| text.split(' ').next().and_then(|first| first.parse().ok()));
    used.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

struct Calls {
    start: Instant,
    current: usize,
    since: Duration,
    /// The longest, and its number.
    longest: (Duration, usize),
}

impl Calls {
    fn end(&mut self) -> Duration {
        let now = used(self.start);
        let took = now.saturating_sub(self.since);
        self.longest = self.longest.max((took, self.current));
        self.since = now;
        took
    }
}

impl ScriptHost for Calls {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        self.end();
        self.current = id.parse()?;
        Ok(None)
    }
}

#[test]
fn every_reachable_function_ends_whatever_it_is_given() {
    let functions = [include_str!("natives.js").to_owned()];
    let counted = "this.Names = REACHED.map(one => one[0]); this.Calls = REACHED.length * RECEIVERS.length * GIVEN.length;
                   this.Given = GIVEN.length; this.Receivers = RECEIVERS.length;";
    let run = |text: &str, arguments: &str, host: &mut Calls, limits| {
        let script = PatchScript::of_query(text, &functions, &Names::default());
        let script = script.unwrap_or_else(|error| panic!("before call {}: {error}", host.current));
        let arguments = arguments.as_bytes();
        script.run(host, PatchInput { id: "x/1", document: b"{}", arguments, debug: false, limits })
    };
    let start = Instant::now();
    let mut calls = Calls { start, current: 0, since: used(start), longest: (Duration::ZERO, 0) };
    let counts = run(counted, "", &mut calls, Limits { time: Duration::from_secs(20) }).unwrap().document;
    let counts: serde_json::Value = serde_json::from_slice(&counts).unwrap();
    let names = counts["Names"].as_array().unwrap();
    assert!(names.len() > 300, "only {} functions were found", names.len());
    let all = counts["Calls"].as_u64().unwrap() as usize;
    let step = std::env::var("ROOKERY_NATIVES_SHARE").map_or(SHARE, |share| share.parse().unwrap());
    let describe = |call: usize, given: usize, receivers: usize| {
        let function = &names[call / given / receivers];
        format!("{function} with receiver {} and arguments {}", call / given % receivers, call % given)
    };
    let (given, receivers) =
        (counts["Given"].as_u64().unwrap() as usize, counts["Receivers"].as_u64().unwrap() as usize);
    let (mut from, mut cut) = (0, 0);
    while from < all {
        (calls.current, calls.since) = (from, used(start));
        let arguments = format!("{{\"from\":{from},\"to\":{all},\"step\":{step}}}");
        let outcome = run(CALLS, &arguments, &mut calls, Limits { time: Duration::from_millis(100) });
        let (last, call) = (calls.end(), calls.current);
        match outcome {
            Ok(_) => from = all,
            Err(ScriptError::Limit { .. } | ScriptError::Failed { .. }) => {
                // The run was over in the middle of a call: it has a run of its own, unless this was it.
                let alone = calls.current == from || last > Duration::from_millis(60);
                cut += usize::from(alone);
                from = if alone { calls.current + step } else { calls.current };
            }
            Err(error) => panic!("{}: {error}", describe(calls.current, given, receivers)),
        }
        if last > LONG {
            println!("{last:?}: {}", describe(call.min(all - 1), given, receivers));
        }
    }
    let (longest, call) = calls.longest;
    let which = describe(call.min(all - 1), given, receivers);
    println!(
        "{} functions, {} calls, {cut} cut off, {:?}; the longest took {longest:?}: {which}",
        names.len(),
        all / step,
        start.elapsed()
    );
    assert!(longest < LONGEST, "{longest:?}: {which}");
}

/// Every definition keeps its global objects, and the memory limit is for all definitions of a thread.
#[test]
fn what_a_script_keeps_does_not_use_up_the_memory_of_others() {
    let keep = "const text = 'x'.repeat(120_000_000); Error.prepareStackTrace = () => text; this.X = 1";
    left_by(keep);
    left_by("this.X = 'y'.repeat(120_000_000).length");
    // Many texts leave no memory for the error itself.
    for _ in 0..3 {
        let error = patch("const all = []; for (;;) all.push('x'.repeat(4000))").unwrap_err().to_string();
        assert!(error.contains("needs more memory than it may have"), "{error}");
        left_by(keep);
    }
    let error = patch("throw null").unwrap_err().to_string();
    assert!(error.contains("The script threw null"), "{error}");
}

#[test]
fn known_endless_calls_end() {
    for script in [
        "let c = 0; Array.prototype.reverse.call({ get length() { return c++ ? 2**53-1 : 0 } })",
        "for (const name of ['indexOf', 'fill', 'splice', 'copyWithin', 'shift', 'sort', 'join']) { let c = 0; try { Array.prototype[name].call({ get length() { return c++ ? 2**53-1 : 0 } }) } catch {} }",
        "Array.prototype.values.call({ length: 2**53-1 }).drop(2**52).next()",
        "Array.prototype.values.call({ length: 2**53-1 }).includes(1)",
        "new Set(Array.prototype.values.call({ length: 2**53-1 }))",
        "new Set().union({ size: 1, has: () => true, keys: () => Array.prototype.values.call({ length: 2**53-1 }) })",
        "[1].flatMap(() => { const a = []; a.length = 4294967295; return a })",
        "[].concat({ length: 2**53-1, [Symbol.isConcatSpreadable]: true })",
        "JSON.stringify({}, Object.assign([], { length: 4294967295 }))",
        "('a'.repeat(5000000) + 'b').indexOf('a'.repeat(2000000) + 'c')",
        "'x'.repeat(10000000).split(/y/)",
        "'\\u0315\\u0300'.repeat(1000000).normalize('NFD')",
        "new RegExp('[^a]'.repeat(1000000), 'iu')",
        "String.raw({ raw: { length: 2**53-1 } })",
        "Array.from({ length: 2**53-1 })",
        "const a = ['x'.repeat(50000000), 'x'.repeat(50000000)]; Array(50000).fill(0).map((_, i) => a[i % 2]).sort()",
    ] {
        let start = Instant::now();
        let outcome = patch(script);
        println!("{:?}: {script}: {:?}", start.elapsed(), outcome.as_ref().err().map(ToString::to_string));
        assert!(start.elapsed() < Duration::from_secs(20), "{script}: {:?}", start.elapsed());
    }
}

#[test]
fn bounded_functions_behave_as_before() {
    for (script, value) in [
        ("[3,1,2].sort()", "[1,2,3]"),
        ("[10,9,1].sort()", "[1,10,9]"),
        ("[10,9,1].sort((a, b) => a - b)", "[1,9,10]"),
        ("['b',undefined,'a'].sort()", "[\"a\",\"b\",null]"),
        ("[{toString: () => 'b'}, {toString: () => 'a'}].sort().map(String)", "[\"a\",\"b\"]"),
        ("[3,1,2].toSorted()", "[1,2,3]"),
        ("[1,[2,[3]]].flat()", "[1,2,[3]]"),
        ("[1,2].flatMap(x => [x, x * 2])", "[1,2,2,4]"),
        ("[1].concat(2, [3, 4], [[5]])", "[1,2,3,4,[5]]"),
        ("Array.prototype.map.call('abc', x => x + x)", "[\"aa\",\"bb\",\"cc\"]"),
        ("Array.prototype.slice.call({ 0: 'a', 1: 'b', length: 2 })", "[\"a\",\"b\"]"),
        (
            "(() => { const o = { 0: 1, 1: 2, length: 2 }; return Array.prototype.reverse.call(o) === o && o[0] })()",
            "2",
        ),
        ("(function () { return Array.prototype.join.call(arguments, '-') })(1, 2)", "\"1-2\""),
        ("[1,2,3].reverse()", "[3,2,1]"),
        ("[1,2,3].reduce((a, b) => a + b)", "6"),
        ("[1,2,3,4].splice(1, 2)", "[2,3]"),
        ("[...new Set([1,1,2])]", "[1,2]"),
        ("Array.from(new Map([[1, 2]]), ([k, v]) => k + v)", "[3]"),
        ("Array.from('ab')", "[\"a\",\"b\"]"),
        ("Array.from({ length: 2 }, (_, i) => i)", "[0,1]"),
        ("new AggregateError([1], 'm').errors.concat(new AggregateError([], 'm').message)", "[1,\"m\"]"),
        ("AggregateError([]) instanceof AggregateError && AggregateError([]) instanceof Error", "true"),
        ("Array(2000).fill(1).map((x, i, l) => x + i + l.length)[1999]", "4000"),
        ("Array(2000).fill('b').map((x, i) => x + i).sort().at(-1)", "\"b999\""),
        ("new Set([1]).add(2).size", "2"),
        ("new Set() instanceof Set && new Set().constructor === Set", "true"),
        ("(() => { class S extends Set {} return new S([1]) instanceof S })()", "true"),
        ("[...new Set([1,2]).union(new Set([3]))]", "[1,2,3]"),
        ("[1,2,3,4].values().drop(2).toArray()", "[3,4]"),
        ("[1,2,3,4].values().map(x => x * 2).filter(x => x > 2).take(2).toArray()", "[4,6]"),
        ("'a-b-c'.split('-')", "[\"a\",\"b\",\"c\"]"),
        ("'a1b2'.split(/\\d/)", "[\"a\",\"b\",\"\"]"),
        ("'abc'.split()", "[\"abc\"]"),
        ("'aaa'.replace('a', 'b') + 'aaa'.replaceAll('a', x => x + 1)", "\"baaa1a1a1\""),
        ("'aXbX'.replace(/x/gi, '-')", "\"a-b-\""),
        ("'abcabc'.indexOf('c', 3) + 'abcabc'.lastIndexOf('a')", "8"),
        ("'abc'.includes('bc') && !'abc'.includes('x')", "true"),
        ("'e\\u0301'.normalize()", "\"é\""),
        ("['b', 'a'].sort((x, y) => x.localeCompare(y))", "[\"a\",\"b\"]"),
        ("String.raw`a\\n${1}b`", "\"a\\\\n1b\""),
        ("new RegExp('a+', 'g').flags + RegExp('b').source", "\"gb\""),
        ("/a/ instanceof RegExp && /a/.constructor === RegExp && RegExp(/x/g).flags", "\"g\""),
        ("'2026-01'.match(/(\\d+)-(\\d+)/)[2]", "\"01\""),
        ("[...'a1b2'.matchAll(/\\d/g)].map(m => m[0])", "[\"1\",\"2\"]"),
        ("JSON.stringify({ a: 1, b: 2 }, ['a'])", "\"{\\\"a\\\":1}\""),
        (
            "[Array.prototype.map.name, Array.prototype.map.length, Set.length, 'x'.indexOf.length]",
            "[\"map\",1,0,1]",
        ),
        ("[,1].map(x => 2).length + [1,,2].indexOf(undefined)", "1"),
    ] {
        let left: serde_json::Value = serde_json::from_str(&left_by(&format!("this.X = {script}"))).unwrap();
        assert_eq!(left["X"].to_string(), value, "{script}");
    }
    assert_eq!(
        said_by("output([typeof Proxy, typeof Uint8Array, typeof ArrayBuffer].join())"),
        ["undefined,undefined,undefined"]
    );
}

/// QuickJS 0.16 frees an element a second time when its own `find` is interrupted between two elements: about every
/// second run of this script ended the process.
#[test]
fn a_search_that_is_interrupted_frees_each_element_once() {
    let limits = Limits { time: Duration::from_millis(10) };
    for method in ["find", "findIndex", "findLast", "findLastIndex"] {
        let text =
            format!("const list = Array(16).fill('x'.repeat(1_000_000)); for (;;) list.{method}(Math.abs)");
        let script = PatchScript::new(&text).unwrap();
        for _ in 0..6 {
            let input = PatchInput { id: "x/1", document: b"{}", arguments: b"", debug: false, limits };
            let ended = script.run(&mut NoHost, input);
            assert!(matches!(ended, Err(ScriptError::Limit { .. })), "{method}: {ended:?}");
        }
    }
    assert_eq!(said_by("output([1, 2, 3].find(n => n > 1))"), ["2"]);
}

#[test]
fn searches_find_what_built_in_ones_find() {
    let cases = [
        ("[5, 6, 7].find(n => n > 5)", "6"),
        ("[5, 6, 7].findLast(n => n > 5)", "7"),
        ("[5, 6, 7].findIndex(n => n > 5)", "1"),
        ("[5, 6, 7].findLastIndex(n => n < 7)", "1"),
        ("[5].find(n => n > 5) === undefined", "true"),
        ("[[5].findIndex(n => n > 5), [].findLastIndex(() => true)]", "[-1,-1]"),
        ("[1, , 3].findIndex(n => n === undefined)", "1"),
        (
            "[7].find(function (n, at, list) { return this.x === 1 && at === 0 && list.length === 1 }, { x: 1 })",
            "7",
        ),
        ("Array.prototype.findLast.call({ length: 2, 0: 'a', 1: 'b' }, () => true)", "\"b\""),
        ("Array.prototype.find.call('abc', letter => letter > 'a')", "\"b\""),
        ("[Array.prototype.find.name, Array.prototype.find.length]", "[\"find\",1]"),
    ];
    for (expression, expected) in cases {
        assert_eq!(said_by(&format!("output(JSON.stringify({expression}))")), [expected], "{expression}");
    }
    for wrong in ["[1].find(1)", "Array.prototype.find.call(null, () => true)"] {
        let caught =
            said_by(&format!("try {{ {wrong} }} catch (error) {{ output(error instanceof TypeError) }}"));
        assert_eq!(caught, ["True"], "{wrong}");
    }
}
