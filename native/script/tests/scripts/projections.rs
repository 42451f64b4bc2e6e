//! Projections of queries by scripts.

use rookery_script::{Limits, NoHost, ProjectionScript, ProjectionText, ScriptError};

use crate::memory::{Memory, USER};

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn an_expression_sees_documents_parameters_and_declared_functions() {
    let script = ProjectionScript::new(
        ProjectionText::Object(" Name: this.Name, Id: id(o), Sum: total(o.Lines), P: $p0, Missing: u.Name.Deep, L: load('users/2').Name "),
        &strings(&["function total(lines) {\n  return lines.reduce((sum, line) => sum + line.P, 0);\n}"]),
        &strings(&["o", "u", "$p0"]),
    )
    .unwrap();
    let mut host = Memory::with(&[("users/2", r#"{"Name":"b"}"#)]);
    let made =
        script.run(&mut host, &[Some(USER.as_bytes()), None, Some(b"[1]")], Limits::default()).unwrap();
    assert_eq!(
        String::from_utf8(made).unwrap(),
        r#"{"Name":"a","Id":"users/1","Sum":7,"P":[1],"Missing":null,"L":"b"}"#
    );
}

#[test]
fn a_declared_function_can_make_the_result_and_hide_a_name_of_ours() {
    let functions = strings(&["function output(o) { var a = { N: o.Name }; return a; }"]);
    let script =
        ProjectionScript::new(ProjectionText::Expression("output(o)"), &functions, &strings(&["o"])).unwrap();
    let made = script.run(&mut NoHost, &[Some(USER.as_bytes())], Limits::default()).unwrap();
    assert_eq!(made, br#"{"N":"a"}"#);
}

#[test]
fn errors_are_the_authors() {
    let error = ProjectionScript::new(ProjectionText::Object(" A: o. "), &[], &strings(&["o"])).unwrap_err();
    assert!(matches!(error, ScriptError::Syntax { .. }), "{error:?}");
    let script =
        ProjectionScript::new(ProjectionText::Object("\n A: nope + 1 "), &[], &strings(&["o"])).unwrap();
    let error = script.run(&mut NoHost, &[None], Limits::default()).unwrap_err();
    assert_eq!(error.position().unwrap().line, 2, "{error}");
    let script = ProjectionScript::new(ProjectionText::Expression("{ A: put('a', {}) }"), &[], &[]).unwrap();
    assert!(
        script
            .run(&mut NoHost, &[], Limits::default())
            .unwrap_err()
            .to_string()
            .contains("put(id, document)")
    );
}
