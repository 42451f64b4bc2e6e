//! Patches: arguments, operations and results, mostly as observed on a real server.

use rookery_script::{Action, Position, ScriptError};

use crate::memory::{Memory, left_by, patch, patch_document, patch_with, said_by};

fn value_of(script: &str) -> String {
    let left: serde_json::Value = serde_json::from_str(&left_by(&format!("this.X = {script}"))).unwrap();
    left["X"].to_string()
}

#[test]
fn the_document_is_this_and_keeps_what_is_not_touched() {
    assert_eq!(
        left_by("this.Age++; this.Lines.push({P: 7}); delete this.Name;"),
        r#"{"Age":2,"Lines":[{"P":2,"Q":3},{"P":5},{"P":7}],"@metadata":{"@collection":"Users"}}"#
    );
}

#[test]
fn numbers_keep_their_spelling_until_somebody_calculates_with_them() {
    let document = r#"{"D":1.50,"Big":12345678901234567890,"L":[1.50,2,{"E":1e3}]}"#;
    let left = |script| {
        String::from_utf8(patch_document(script, document, "", &mut Memory::default()).unwrap().document)
            .unwrap()
    };
    assert_eq!(left(""), document);
    assert_eq!(
        left("this.L.shift(); this.S = this.D + 1"),
        r#"{"D":1.50,"Big":12345678901234567890,"L":[2,{"E":1e3}],"S":2.5}"#
    );
}

#[test]
fn values_without_json_become_what_a_real_server_makes_of_them() {
    for (script, value) in [
        ("NaN", "\"NaN\""),
        ("-Infinity", "\"-Infinity\""),
        ("undefined", "null"),
        ("function(){}", "null"),
        ("[undefined, 1, () => 2]", "[null,1,null]"),
        ("new Date(0)", "\"1970-01-01T00:00:00.0000000Z\""),
        ("new Map([[1,2]])", "{}"),
        ("10/2", "5"),
        ("1/3", "0.3333333333333333"),
        ("'\\ud800x\\u0001\"'", "\"�x\\u0001\\\"\""),
        ("({a: {b: undefined}})", "{\"a\":{\"b\":null}}"),
    ] {
        assert_eq!(value_of(script), value, "{script}");
    }
    assert_eq!(
        left_by("this.Y = this; delete this.Lines"),
        r#"{"Name":"a","Age":1,"@metadata":{"@collection":"Users"},"Y":null}"#
    );
    for script in ["this.X = Symbol('a')", "this.X = 10n"] {
        assert!(matches!(patch(script), Err(ScriptError::Failed { .. })), "{script}");
    }
}

#[test]
fn members_that_are_not_there_are_no_error_when_read() {
    assert_eq!(
        said_by("output(this.Nope.Deep.Deeper); output(this.Nope[0].x); output(this.Nope.map(x => 1))"),
        ["undefined"; 3]
    );
    assert_eq!(left_by("let z = this.Orders.map(l => l.P); load('users/9').Name"), left_by(""));
    let error = patch("this.A.B = 1").unwrap_err();
    assert_eq!(error.position(), Some(Position { line: 1, column: 1 }));
}

#[test]
fn arguments_come_as_args_and_as_parameters() {
    let patched = patch_with(
        "this.N = args.n + $m; output(args.o); output($nope)",
        r#"{"n":1.5,"m":2,"o":{"a":[1]}}"#,
        &mut Memory::default(),
    );
    let patched = patched.unwrap();
    assert!(String::from_utf8(patched.document).unwrap().ends_with("\"N\":3.5}"));
    assert_eq!(patched.actions.output, [r#"{"a":[1]}"#, "undefined"]);
}

#[test]
fn output_shows_values_as_a_real_server_does() {
    assert_eq!(
        said_by(
            "output('x'); output({a: 1}); output(null); output([1, 2]); output(1.5); output(undefined); output(true); console.log('hi'); output(this)"
        ),
        [
            "x",
            "{\"a\":1}",
            "null",
            "[1,2]",
            "1.5",
            "undefined",
            "True",
            "hi",
            r#"{"Name":"a","Age":1,"Lines":[{"P":2,"Q":3},{"P":5}],"@metadata":{"@collection":"Users"}}"#
        ]
    );
}

#[test]
fn documents_are_loaded_saved_and_removed_through_the_host() {
    let mut memory = Memory::with(&[(
        "users/5",
        r#"{"Name":"e","B":1.50,"@metadata":{"@id":"users/5","@collection":"Users"}}"#,
    )]);
    let script = "
        var x = load('users/5'); x.N = 1; output(id(x)); output(put('users/7', x));
        output(load('nope')); output(load(['users/5', 'nope'])); output(load(null));
        output(del('users/5')); output(del('users/5'));
        output(id(this)); output(id({})); output(getMetadata(this)['@change-vector']); output(lastModified(this));
        output(incrementCounter(this, 'c', 3)); output(incrementCounter(id(this), 'c')); output(counter(this, 'c')); output(counter(this, 'no'));
        output(deleteCounter(this, 'c'));";
    let patched = patch_with(script, "", &mut memory).unwrap();
    assert_eq!(
        patched.actions.output,
        [
            "users/5",
            "users/7",
            "undefined",
            r#"[{"Name":"e","B":1.5,"@metadata":{"@id":"users/5","@collection":"Users"}},null]"#,
            "null",
            "True",
            "False",
            "users/1",
            "null",
            "A:1-x",
            "1767225600000",
            "True",
            "True",
            "4",
            "null",
            "True"
        ]
    );
    assert_eq!(
        memory.documents["users/7"],
        r#"{"Name":"e","B":1.50,"@metadata":{"@collection":"Users"},"N":1}"#
    );
    assert_eq!(patched.actions.list[0], Action::Load { id: "users/5".into(), exists: true });
    assert!(matches!(&patched.actions.list[1], Action::Put { id, .. } if id == "users/7"));
    assert!(patched.actions.list.contains(&Action::IncrementCounter {
        name: "c".into(),
        old: Some(3),
        by: 1,
        new: 4
    }));
}

#[test]
fn invalid_calls_are_reported_with_the_line() {
    for (script, part) in [
        ("load()", "load(id)"),
        ("load(5)", "load(id)"),
        ("put('a')", "put(id"),
        ("put('a', 5)", "must be an object"),
        ("del()", "del(id"),
        ("del(5)", "del(id"),
        ("id()", "id(document)"),
        ("incrementCounter(this, 'c', 1.5)", "whole number"),
    ] {
        let error = patch(&format!("let a = 1;\n  {script}")).unwrap_err();
        assert!(error.to_string().contains(part), "{script}: {error}");
        assert_eq!(error.position().unwrap().line, 2, "{script}: {error}");
    }
}

#[test]
fn errors_carry_the_authors_line_and_column() {
    let error = patch("let a = this.Name.x.y;\nlet b = a.b.c;\nthrow new Error('hoi')").unwrap_err();
    assert_eq!(error.position(), Some(Position { line: 3, column: 11 }));
    assert_eq!(error.to_string(), "Error: hoi (line 3, column 11: throw new Error('hoi'))");
    let error = patch("var a = 1;\nfoo bar").unwrap_err();
    assert!(
        matches!(error, ScriptError::Syntax { position: Some(Position { line: 2, .. }), .. }),
        "{error:?}"
    );
    let error = patch("x = 5").unwrap_err();
    assert!(matches!(&error, ScriptError::Failed { message, .. } if message.contains('x')), "{error:?}");
    assert_eq!(patch("throw 'plain'").unwrap_err().to_string(), "plain");
    assert_eq!(patch("throw {a: 1}").unwrap_err().to_string(), r#"{"a":1}"#);
    let error = patch("function f() {\n  return nope.x + nope;\n}\nf()").unwrap_err();
    assert_eq!(error.position().unwrap().line, 2);
}

#[test]
fn what_the_host_could_not_do_is_not_hidden_by_a_catch() {
    let mut broken = Memory { broken: true, ..Memory::default() };
    let error = patch_with("try { load('a') } catch (e) {}", "", &mut broken).unwrap_err();
    assert!(matches!(error, ScriptError::Host(_)));
    assert_eq!(error.to_string(), "the disk is gone");
}

#[test]
fn modern_syntax_is_read() {
    left_by(
        "const {Name, ...rest} = this; for (const i of [1, 2]) { output(i) } let a = rest?.b ?? 3; 1_000; 'abc'.at(-1); [[1]].flat(); /(?<x>a)/.exec('a').groups.x; label: for (;;) { break label } class A { #p = 1; get p() { return this.#p } }; this.P = new A().p",
    );
}
