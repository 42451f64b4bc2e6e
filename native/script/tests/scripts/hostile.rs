//! Hostile scripts: limits and isolation.

use std::time::{Duration, Instant};

use rookery_script::ScriptError;

use crate::memory::{left_by, patch, said_by};

#[test]
fn endless_work_is_cut_off() {
    for script in [
        "while (true) {}",
        "for (;;) { try { while (true) {} } catch (e) {} finally { continue } }",
        "const f = () => f(); try { f() } catch (e) { while (true) {} }",
        "/(a+)+$/.test('a'.repeat(40) + 'b')",
        "const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }) }) }; for (const x of it) {}",
    ] {
        let start = Instant::now();
        let error = patch(script).unwrap_err();
        assert!(matches!(error, ScriptError::Limit { .. }), "{script}: {error:?}");
        assert!(start.elapsed() < Duration::from_secs(20), "{script}: {:?}", start.elapsed());
    }
}

#[test]
fn endless_arrays_are_refused_before_the_engine_walks_them() {
    for method in [
        "indexOf(1)",
        "forEach(x => x)",
        "join()",
        "fill(1)",
        "concat(1)",
        "reduce((a, b) => a, 0)",
        "flat()",
        "sort()",
    ] {
        let error = patch(&format!("const a = []; a.length = 4294967295; a.{method}")).unwrap_err();
        assert!(error.to_string().contains("too long"), "{method}: {error}");
    }
    let error = patch("Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)").unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[test]
fn memory_and_stack_have_an_end() {
    for script in [
        "const a = []; for (;;) a.push({})",
        "let s = 'x'; for (;;) s += s + 'y'",
        "'x'.repeat(2 ** 29).split('')",
        "new Uint8Array(2 ** 30)",
    ] {
        let error = patch(script).unwrap_err();
        assert!(
            matches!(error, ScriptError::Limit { .. } | ScriptError::Failed { .. }),
            "{script}: {error:?}"
        );
    }
    let error = patch("const f = () => f() + 1; f()").unwrap_err();
    assert!(matches!(error, ScriptError::Failed { .. }), "{error:?}");
    let error = patch("let a = {}; for (let i = 0; i < 100000; i++) a = { a }; this.A = a").unwrap_err();
    assert!(error.to_string().contains("nested"), "{error}");
    let error =
        patch("let a = 'x'.repeat(1000); for (let i = 0; i < 40; i++) a = [a, a]; this.A = a").unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
    // The engine is as good as before.
    assert_eq!(said_by("output(1)"), ["1"]);
}

#[test]
fn there_is_no_way_to_make_code_of_text_and_nothing_of_the_machine() {
    for script in [
        "eval('1')",
        "Function('return 1')",
        "new Function('return 1')",
        "(() => {}).constructor('return 1')()",
        "(async () => {}).constructor('return 1')",
        "(function*(){}).constructor('return 1')",
        "[].map.constructor('return 1')()",
    ] {
        let error = patch(script).unwrap_err();
        assert!(error.to_string().contains("switched off"), "{script}: {error}");
    }
    assert_eq!(
        said_by(
            "output([typeof require, typeof process, typeof fetch, typeof setTimeout, typeof Atomics, typeof SharedArrayBuffer, typeof performance, typeof std, typeof os].join())"
        ),
        ["undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined,undefined"]
    );
}

#[test]
fn clock_and_chance_are_honest() {
    let before =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as f64;
    let said = said_by(
        "output(Date.now()); output(new Date().getTime()); const r = new Set(); for (let i = 0; i < 100; i++) r.add(Math.random()); output(r.size)",
    );
    assert!((said[0].parse::<f64>().unwrap() - before).abs() < 60_000.0);
    assert!((said[1].parse::<f64>().unwrap() - before).abs() < 60_000.0);
    assert_eq!(said[2], "100");
}

#[test]
fn one_run_leaves_nothing_for_the_next() {
    for script in
        ["globalThis.leak = 1", "Array.prototype.leak = 1", "Object.prototype.leak = 1", "load.leak = 1"]
    {
        assert!(patch(script).is_err(), "{script}");
    }
    // What can be changed for one text is not changed for another.
    left_by("Math.max = () => 7");
    assert_eq!(said_by("output(Math.max(1, 2))"), ["2"]);
    assert_eq!(
        said_by("const o = {}; o.toString = () => 'own'; o.constructor = 5; output(o + o.constructor)"),
        ["own5"]
    );
}

#[test]
fn a_text_that_closes_its_frame_gains_nothing() {
    let error = patch("}}); output(1); (function(){ return function(){{").unwrap_err();
    assert!(
        matches!(error, ScriptError::Syntax { .. } | ScriptError::Failed { .. } | ScriptError::Definition(_)),
        "{error:?}"
    );
}
