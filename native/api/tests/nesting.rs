//! Texts nested as deep as a request allows, sent through every route that reads one: each is refused in
//! words, and the process continues. A stack overflow ends a process, so the requests are sent in a process of
//! their own; its threads have half the stack of the server's.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "api/sandbox.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod sandbox;

use std::process::Command;

use axum::http::Method;
use serde_json::{Value, json};

use sandbox::{Reply, Sandbox};

const LEVELS: usize = 1_000_000;

/// Half of what tokio gives its threads.
const STACK: usize = 1024 * 1024;

/// Set in the process that sends the requests.
const CHILD: &str = "ROOKERY_NESTING_CHILD";

#[test]
fn deep_texts_are_refused_and_the_process_lives() {
    if std::env::var_os(CHILD).is_some() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_stack_size(STACK)
            .enable_all()
            .build()
            .unwrap();
        // A task runs on a worker; `block_on` would run it on this thread.
        return runtime.block_on(runtime.spawn(send_everything())).unwrap();
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["deep_texts_are_refused_and_the_process_lives", "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = [child.stdout, child.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(child.status.success(), "the process ended with {}:\n{said}", child.status);
}

/// `open` often, then `inner`, then `close` as often.
fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}

fn deep_array() -> String {
    nested("[", "1", "]", LEVELS)
}

fn deep_object() -> String {
    nested("{\"a\":", "1", "}", LEVELS)
}

/// Sends a request that must be refused; gives the message.
async fn refused(sandbox: &Sandbox, method: &str, path: &str, body: String) -> String {
    let shown = format!("{method} {path} {}", body.chars().take(80).collect::<String>());
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let reply = sandbox.send(method, &sandbox.db(path), &[("Content-Type", "application/json")], body).await;
    let status = reply.status.as_u16();
    // Indexes, bulk inserts, scripts and queries that cannot be parsed are refused with a 500 on a real
    // server too.
    let (_, kind, message) = reply.failure();
    let refusal = kind.ends_with("CompilationException")
        || kind.ends_with("ParseException")
        || kind.ends_with("JavaScriptException")
        || path.starts_with("/bulk_insert");
    assert!((400..500).contains(&status) || refusal, "{shown}: {status} {kind}: {message}");
    assert!(!message.contains("failed inside"), "{shown}: {message}");
    message
}

fn names_limit(message: &str) -> bool {
    message.contains("nested deeper than 100 levels (line 1, column ")
}

async fn send_everything() {
    let sandbox = Sandbox::new().await;
    documents(&sandbox).await;
    queries(&sandbox).await;
    scripts(&sandbox).await;
    indexes(&sandbox).await;
    configurations(&sandbox).await;
    still_lives(&sandbox).await;
}

async fn documents(sandbox: &Sandbox) {
    for deep in [deep_array(), deep_object(), "[".repeat(LEVELS), "{\"a\":".repeat(LEVELS)] {
        let document = format!("{{\"A\":{deep}}}");
        let metadata = format!("{{\"@metadata\":{{\"A\":{deep}}}}}");
        let attachments = format!("{{\"@metadata\":{{\"@attachments\":[{deep}]}}}}");
        let is_json = deep.ends_with([']', '}']);
        // What `@attachments` must hold is checked first.
        for (document, names_depth) in [(document, is_json), (metadata, is_json), (attachments, false)] {
            let message = refused(sandbox, "PUT", "/docs?id=x/1", document.clone()).await;
            assert!(!names_depth || names_limit(&message), "{message}");
            let batch =
                format!("{{\"Commands\":[{{\"Id\":\"x/1\",\"Type\":\"PUT\",\"Document\":{document}}}]}}");
            let message = refused(sandbox, "POST", "/bulk_docs", batch).await;
            assert!(!names_depth || names_limit(&message), "{message}");
            let stream = format!("[{{\"Id\":\"x/1\",\"Type\":\"PUT\",\"Document\":{document}}}]");
            refused(sandbox, "POST", "/bulk_insert?id=7", stream).await;
        }
        for kind in ["Counters", "PATCH", "Type", "Id", "ChangeVector", "IdPrefixed", "AttachmentPUT"] {
            let batch =
                format!("{{\"Commands\":[{{\"Id\":\"x/1\",\"Type\":\"{kind}\",\"{kind}\":{deep}}}]}}");
            refused(sandbox, "POST", "/bulk_docs", batch).await;
        }
        let list = format!("{{\"Requests\":[{{\"Url\":\"/docs\",\"Query\":\"?id=x\",\"Content\":{deep}}}]}}");
        refused(sandbox, "POST", "/multi_get", list).await;
    }
    let path = format!("/docs?id=x/1&include={}", "a.".repeat(20_000));
    assert!(sandbox.get(&sandbox.db(&path)).await.status.as_u16() < 500);
}

async fn queries(sandbox: &Sandbox) {
    let body = |query: &str| json!({ "Query": query }).to_string();
    for (open, close) in [
        ("(", ")"),
        ("not ", ""),
        ("not (", ")"),
        ("exact(", ")"),
        ("boost(", ", 2)"),
        ("intersect(", ", B = 2)"),
        ("moreLikeThis(", ")"),
    ] {
        let condition = nested(open, "A = 1", close, LEVELS);
        for query in [
            format!("from X where {condition}"),
            format!("from X where B = 1 and {condition}"),
            format!("from X filter {condition}"),
            format!("from X select facet({condition})"),
            format!("from index 'Y' where {condition}"),
        ] {
            let message = refused(sandbox, "POST", "/queries", body(&query)).await;
            assert!(names_limit(&message), "{open}: {message}");
        }
        refused(sandbox, "POST", "/queries?debug=explain", body(&format!("from X where {condition}"))).await;
        refused(sandbox, "POST", "/streams/queries", body(&format!("from X where {condition}"))).await;
        refused(sandbox, "DELETE", "/queries", body(&format!("from X where {condition}"))).await;
    }
    for (start, repeated, end) in [
        ("from X where A", "[]", " = 1"),
        ("from X where A", ".b", " = 1"),
        ("from X where A = ", "(", ""),
        ("from X select ", "id(", ""),
        ("from X select ", "{a:", ""),
        ("from X order by ", "id(", ""),
        ("from X include ", "counters(", ""),
        ("from X where ", "spatial.within(", ""),
        ("from X where spatial.within(P, ", "spatial.wkt(", ""),
        ("from X where lucene(A, '", "(", "')"),
        ("from X where regex(A, '", "(", "')"),
        ("from X where regex(A, '", "(?:", "')"),
        ("from X where regex(A, '", "[", "')"),
        ("from X where spatial.within(P, spatial.wkt('", "POLYGON(", "'))"),
        ("from X update {", "{", "}"),
        ("declare function f(a) {", "[", "} from X"),
        ("declare function f(a) {", "`${", "} from X"),
    ] {
        let query = [start, &repeated.repeat(LEVELS), end].concat();
        refused(sandbox, "POST", "/queries", body(&query)).await;
    }
    for deep in [deep_array(), deep_object()] {
        let query = format!("{{\"Query\":\"from X where A = $p\",\"QueryParameters\":{{\"p\":{deep}}}}}");
        assert!(names_limit(&refused(sandbox, "POST", "/queries", query).await));
    }
    let parameters = format!("/queries?query=from%20X&parameters=%7B%22p%22:{}", "%5B".repeat(20_000));
    assert!(names_limit(&refused(sandbox, "GET", &parameters, String::new()).await));
    // What is as deep as it may be is carried out, with the collection's documents and with an index.
    let lucene = nested("(", "a", ")", 99);
    let not = format!("not not {}lucene(A, '{lucene}'){}", "(".repeat(97), ")".repeat(97));
    let regex = format!("regex(A, '{}')", nested("(", "a", ")", 200));
    for condition in
        [not, regex, nested("not ", "A = 1", "", 100), nested("intersect(", "A = 1", ", B = 2)", 100)]
    {
        for query in [format!("from X where {condition}"), format!("from X filter {condition}")] {
            let query = json!({ "Query": query, "WaitForNonStaleResults": true });
            let reply = sandbox.post(&sandbox.db("/queries"), query).await;
            let answer = String::from_utf8_lossy(&reply.body).into_owned();
            assert!(reply.status == 200 || !names_limit(&answer), "{condition:.80}: {answer:.500}");
        }
    }
    // A long chain is not deep.
    for word in [" or ", " and "] {
        let query = format!("from X where {}", vec!["A = 1"; 10_000].join(word));
        let reply = sandbox.send(Method::POST, &sandbox.db("/queries"), &[], body(&query)).await;
        assert_eq!(reply.status, 200, "{word}: {}", String::from_utf8_lossy(&reply.body[..200]));
    }
}

async fn scripts(sandbox: &Sandbox) {
    let save = sandbox.send(Method::PUT, &sandbox.db("/docs?id=x/1"), &[], "{\"A\":1}").await;
    assert_eq!(save.status, 201);
    for (open, close) in [("(", ")"), ("[", "]"), ("!", ""), ("{a:", "}"), ("a ? 1 : ", "")] {
        let script = format!("this.x = {}", nested(open, "1", close, 200_000));
        let patch = json!({ "Patch": { "Script": script } }).to_string();
        assert!(
            refused(sandbox, "PATCH", "/docs?id=x/1", patch).await.contains("nested deeper than"),
            "{open}"
        );
        let batch = json!({ "Commands": [{ "Id": "x/1", "Type": "PATCH", "Patch": { "Script": script } }] });
        refused(sandbox, "POST", "/bulk_docs", batch.to_string()).await;
        let query = format!(
            "declare function f(a) {{ return {} }} from X as x select f(x)",
            nested(open, "1", close, 200_000)
        );
        refused(sandbox, "POST", "/queries", json!({ "Query": query }).to_string()).await;
        let query = format!("from X as x select {{ a: {} }}", nested(open, "1", close, 200_000));
        refused(sandbox, "POST", "/queries", json!({ "Query": query }).to_string()).await;
    }
    for script in [
        "let a = {}; for (let i = 0; i < 100000; i++) a = { a }; this.A = a",
        "let a = []; for (let i = 0; i < 100000; i++) a = [a]; put('x/2', { a })",
        "this.A = JSON.parse('['.repeat(100000) + ']'.repeat(100000))",
        "const f = () => f() + 1; f()",
    ] {
        let patch = json!({ "Patch": { "Script": script } }).to_string();
        refused(sandbox, "PATCH", "/docs?id=x/1", patch).await;
    }
    for deep in [deep_array(), deep_object()] {
        let values = format!("{{\"Patch\":{{\"Script\":\"this.A = args.a\",\"Values\":{{\"a\":{deep}}}}}}}");
        refused(sandbox, "PATCH", "/docs?id=x/1", values).await;
        let script = format!("{{\"Patch\":{{\"Script\":{deep}}}}}");
        assert!(names_limit(&refused(sandbox, "PATCH", "/docs?id=x/1", script).await));
        let create = format!("{{\"Patch\":{{\"Script\":\"\"}},\"CreateIfMissing\":{{\"a\":{deep}}}}}");
        assert!(names_limit(&refused(sandbox, "PATCH", "/docs?id=x/3", create).await));
    }
}

async fn put_indexes(sandbox: &Sandbox, definition: Value) -> Reply {
    let body = json!({ "Indexes": [definition] }).to_string();
    sandbox.send(Method::PUT, &sandbox.db("/admin/indexes"), &[], body).await
}

async fn indexes(sandbox: &Sandbox) {
    for (open, inner, close) in [
        ("!", "x.A", ""),
        ("(", "x.A", ")"),
        ("(int)", "x.A", ""),
        ("new { B = ", "x.A", "}"),
        ("x.A ? 1 : ", "1", ""),
    ] {
        let map = format!("from x in docs.X select new {{ A = {} }}", nested(open, inner, close, LEVELS));
        let body = json!({ "Indexes": [{ "Name": "Deep", "Maps": [map] }] }).to_string();
        assert!(names_limit(&refused(sandbox, "PUT", "/admin/indexes", body).await), "{open}");
        let reduce = format!(
            "from r in results group r by {} into g select new {{ A = g.Key }}",
            nested(open, inner, close, LEVELS)
        );
        let maps = ["from x in docs.X select new { x.A }"];
        let body = json!({ "Indexes": [{ "Name": "Deep", "Maps": maps, "Reduce": reduce }] }).to_string();
        assert!(names_limit(&refused(sandbox, "PUT", "/admin/indexes", body).await), "{open}");
    }
    for open in ["(", "[", "{a:", "!", "a=>", "if(1)"] {
        let map = format!("map('X', x => {{ {}", open.repeat(LEVELS / 5));
        let body = json!({ "Indexes": [{ "Name": "Deep", "Maps": [map] }] }).to_string();
        refused(sandbox, "PUT", "/indexes", body).await;
    }
    for deep in [deep_array(), deep_object()] {
        let body = format!(
            "{{\"Indexes\":[{{\"Name\":\"Deep\",\"Maps\":[\"map('X', x => ({{A: 1}}))\"],\"Fields\":{deep}}}]}}"
        );
        assert!(names_limit(&refused(sandbox, "PUT", "/indexes", body).await));
    }
    // What a map makes is limited as documents are; a map of a long path is carried out.
    let maps = [
        "map('X', x => { let a = {}; for (let i = 0; i < 100000; i++) a = { a }; return { A: a } })"
            .to_owned(),
        format!("map('X', x => ({{ F: x{}, B: x.B }}))", ".A".repeat(100_000)),
        format!("map('X', x => ({{ F: x{} }}))", ".A".repeat(1_000)),
    ];
    let document = "{\"A\":{\"A\":1},\"@metadata\":{\"@collection\":\"X\"}}";
    assert_eq!(sandbox.send(Method::PUT, &sandbox.db("/docs?id=x/9"), &[], document).await.status, 201);
    for (number, map) in maps.iter().enumerate() {
        let name = format!("Path{number}");
        if put_indexes(sandbox, json!({ "Name": name, "Maps": [map] })).await.status == 201 {
            let query = json!({ "Query": format!("from index '{name}'"), "WaitForNonStaleResults": true });
            let reply = sandbox.post(&sandbox.db("/queries"), query).await;
            assert!(reply.status.as_u16() < 600, "{}", reply.status);
        }
    }
    let errors = sandbox.get(&sandbox.db("/indexes/errors?name=Path0")).await.json().to_string();
    assert!(errors.contains("nested deeper than 100 levels"), "{errors}");
}

async fn configurations(sandbox: &Sandbox) {
    for deep in [deep_array(), deep_object()] {
        for path in [
            "/admin/documents-compression/config",
            "/admin/data-archival/config",
            "/admin/revisions/config",
            "/admin/expiration/config",
        ] {
            assert!(
                names_limit(&refused(sandbox, "POST", path, format!("{{\"Default\":{deep}}}")).await),
                "{path}"
            );
        }
        let reply = sandbox
            .send(Method::PUT, "/admin/databases?name=deep", &[], format!("{{\"Settings\":{deep}}}"))
            .await;
        assert_eq!(reply.status, 400);
    }
}

async fn still_lives(sandbox: &Sandbox) {
    assert_eq!(sandbox.send(Method::PUT, &sandbox.db("/docs?id=x/5"), &[], "{\"B\":1}").await.status, 201);
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=x/5")).await.status, 200);
}
