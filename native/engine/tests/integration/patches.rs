//! Patches whose documents others change meanwhile, and scripts that do not stop: nothing is lost, nobody
//! else waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use bytes::Bytes;
use rookery_engine::{
    Command, CommandResult, Database, EngineError, Expected, Limits, Patch, PatchResult, PatchScript,
    PatchStatus, Script, ScriptError, script_threads,
};
use serde_json::{Value, json};

use crate::fixture::{bytes, eager, get, put, put_command, test_engine, test_engine_with};

/// Endless in the engine's own code before it was bounded: the second time, `length` says more elements than
/// can be walked.
const ENDLESS_NATIVES: [&str; 2] = [
    "let c = 0; Array.prototype.reverse.call({ get length() { return c++ ? 2 ** 53 - 1 : 0 } });",
    "Array.prototype.values.call({ length: 2 ** 53 - 1 }).drop(2 ** 52).next();",
];

/// Each comparison reads 8 MB, and the interrupt handler is polled after ten thousand of them.
const HARDLY_POLLED: &str =
    "const a = 'x'.repeat(30000000), b = 'x'.repeat(30000000); while (a === b) {} this.N = 1;";

fn script(text: &str) -> Script {
    Script { script: PatchScript::unchecked(text), arguments: Bytes::new() }
}

fn patch_command(id: &str, text: &str) -> Command {
    limited(id, text, Limits { time: Duration::from_secs(20) })
}

fn limited(id: &str, text: &str, limits: Limits) -> Command {
    Command::Patch(Box::new(Patch {
        id: id.to_owned(),
        script: script(text),
        if_missing: None,
        create_if_missing: None,
        expected: Expected::Any,
        skip_other_versions: false,
        debug: false,
        limits,
    }))
}

fn patch(shop: &Database, id: &str, text: &str) -> Result<PatchResult, EngineError> {
    match shop.execute(vec![patch_command(id, text)])?.pop() {
        Some(CommandResult::Patch(result)) => Ok(*result),
        other => panic!("a patch answers with a patch, not {other:?}"),
    }
}

fn item(value: i64) -> Value {
    json!({"V": value, "@metadata": {"@collection": "Items"}})
}

/// Saves documents until stopped; returns the longest duration of a save.
fn saving_beside<T>(shop: &Arc<Database>, work: impl FnOnce() -> T) -> (T, Duration) {
    let done = Arc::new(AtomicBool::new(false));
    let saver = std::thread::spawn({
        let (shop, done) = (shop.clone(), done.clone());
        move || {
            let mut longest = Duration::ZERO;
            while !done.load(Ordering::Acquire) {
                let start = Instant::now();
                put(&shop, "beside/1", &item(1));
                longest = longest.max(start.elapsed());
            }
            longest
        }
    });
    let result = work();
    done.store(true, Ordering::Release);
    (result, saver.join().unwrap())
}

#[test]
fn an_endless_native_call_holds_up_no_other_write() {
    let test = test_engine();
    put(&test.shop, "items/1", &item(1));
    let limits = Limits { time: Duration::from_secs(1) };
    let (outcomes, longest) = saving_beside(&test.shop, || {
        ENDLESS_NATIVES.map(|text| {
            test.shop.execute(vec![limited("items/1", text, limits)]).map_err(|error| error.to_string())
        })
    });
    println!("{outcomes:?}; the longest save meanwhile took {longest:?}");
    assert!(outcomes[1].is_err());
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    assert_eq!(get(&test.shop, "items/1")["V"], 1);
}

#[test]
fn a_script_that_does_not_stop_is_abandoned_and_everything_else_goes_on() {
    let test = test_engine();
    put(&test.shop, "items/1", &item(1));
    let before = script_threads();
    let limits = Limits { time: Duration::from_millis(100) };
    let stuck = || test.shop.execute(vec![limited("items/1", HARDLY_POLLED, limits)]);
    let start = Instant::now();
    let (outcome, longest) = saving_beside(&test.shop, stuck);
    let took = start.elapsed();
    let error = outcome.unwrap_err();
    println!("{error}; after {took:?}; the longest save meanwhile took {longest:?}");
    assert!(
        matches!(&error, EngineError::ScriptThread { error, .. } if matches!(**error, ScriptError::Abandoned { .. })),
        "{error:?}"
    );
    assert!(error.to_string().contains("did not stop"), "{error}");
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    let after = script_threads();
    assert_eq!(after.abandoned_total, before.abandoned_total + 1);
    assert!(after.abandoned > before.abandoned && after.abandoned < after.most_abandoned);
    // The document is free, other scripts run, and the engine closes though the script still runs.
    assert_eq!(patch(&test.shop, "items/1", "this.V = 2").unwrap().status, PatchStatus::Patched);
    assert_eq!(get(&test.shop, "items/1")["V"], 2);
    let start = Instant::now();
    let test = test.closed_and_reopened();
    assert!(start.elapsed() < Duration::from_secs(10), "closing took {:?}", start.elapsed());
    assert_eq!(get(&test.shop, "items/1")["V"], 2);
}

#[test]
fn a_script_whose_document_is_changed_meanwhile_runs_again() {
    let test = test_engine_with(eager());
    put(&test.shop, "items/1", &item(0));
    // Slower than the writer waits for.
    let slow =
        "for (const end = Date.now() + 60; Date.now() < end;) {} this.Patched = (this.Patched || 0) + 1;";
    let start = Arc::new(Barrier::new(2));
    let patcher = std::thread::spawn({
        let (shop, start) = (test.shop.clone(), start.clone());
        move || {
            start.wait();
            (0..3).map(|_| patch(&shop, "items/1", slow).unwrap().status).collect::<Vec<_>>()
        }
    });
    start.wait();
    for _ in 0..5 {
        std::thread::sleep(Duration::from_millis(25));
        assert_eq!(patch(&test.shop, "items/1", "this.V++").unwrap().status, PatchStatus::Patched);
    }
    assert_eq!(patcher.join().unwrap(), [PatchStatus::Patched; 3]);
    let left = get(&test.shop, "items/1");
    assert_eq!((left["V"].as_i64(), left["Patched"].as_i64()), (Some(5), Some(3)), "{left}");
}

#[test]
fn documents_a_script_loads_are_those_of_the_moment_it_is_saved() {
    let test = test_engine();
    put(&test.shop, "rates/1", &item(1));
    put(&test.shop, "items/1", &item(0));
    let slow = "const end = Date.now() + 150; const rate = load('rates/1').V; while (Date.now() < end) {} this.V = rate;";
    let patcher = std::thread::spawn({
        let shop = test.shop.clone();
        move || patch(&shop, "items/1", slow).unwrap()
    });
    std::thread::sleep(Duration::from_millis(50));
    let rate = put(&test.shop, "rates/1", &item(7)).change_vector;
    let patched = patcher.join().unwrap().change_vector.unwrap();
    let etag = |vector: &str| vector["A:".len()..].split('-').next().unwrap().parse::<i64>().unwrap();
    let wanted = if etag(&patched) > etag(&rate) { 7 } else { 1 };
    assert_eq!(get(&test.shop, "items/1")["V"], wanted);
}

#[test]
fn many_patches_of_one_document_all_succeed_and_none_is_lost() {
    const CLIENTS: usize = 32;
    const EACH: usize = 40;
    let test = test_engine();
    put(&test.shop, "items/1", &item(0));
    let barrier = Arc::new(Barrier::new(CLIENTS));
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (shop, barrier) = (test.shop.clone(), barrier.clone());
            std::thread::spawn(move || {
                barrier.wait();
                for _ in 0..EACH {
                    assert_eq!(patch(&shop, "items/1", "this.V++").unwrap().status, PatchStatus::Patched);
                }
                start.elapsed()
            })
        })
        .collect();
    let ends: Vec<Duration> = clients.into_iter().map(|client| client.join().unwrap()).collect();
    let (first, last) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
    let rate = (CLIENTS * EACH) as f64 / last.as_secs_f64();
    println!("{rate:.0} patches a second of one document; clients ended after {first:?} … {last:?}");
    assert_eq!(get(&test.shop, "items/1")["V"], (CLIENTS * EACH) as i64);
}

#[test]
fn ids_that_scripts_have_completed_are_given_to_nobody_else() {
    let test = test_engine_with(eager());
    let barrier = Arc::new(Barrier::new(6));
    for n in 0..3 {
        put(&test.shop, &format!("items/{n}"), &json!({"Made": [], "@metadata": {"@collection": "Items"}}));
    }
    let threads: Vec<_> = (0..6)
        .map(|n| {
            let (shop, barrier) = (test.shop.clone(), barrier.clone());
            std::thread::spawn(move || {
                barrier.wait();
                for round in 0..30 {
                    let by = n * 100 + round;
                    if n < 3 {
                        let text = format!("this.Made.push([put('made/', {{ By: {by} }}), {by}]);");
                        patch(&shop, &format!("items/{n}"), &text).unwrap();
                    } else {
                        put(&shop, "made/", &json!({"By": by}));
                    }
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    for n in 0..3 {
        let item = get(&test.shop, &format!("items/{n}"));
        let made = item["Made"].as_array().unwrap();
        assert_eq!(made.len(), 30);
        for pair in made {
            assert_eq!(get(&test.shop, pair[0].as_str().unwrap())["By"], pair[1], "{pair}");
        }
    }
    assert_eq!(test.shop.stats().unwrap().documents, 3 + 180);
}

#[test]
fn a_patch_sees_what_its_batch_did_before_it_and_fails_with_it() {
    let test = test_engine();
    let results = test
        .shop
        .execute(vec![
            put_command("items/1", &item(1)),
            patch_command("items/1", "this.V += 1; this.Other = put('others/', { V: this.V });"),
            patch_command("items/1", "this.V += load(this.Other).V; incrementCounter(this, 'seen', 2);"),
            put_command("items/2", &item(9)),
        ])
        .unwrap();
    let CommandResult::Patch(last) = &results[2] else { panic!("a patch: {results:?}") };
    let left = get(&test.shop, "items/1");
    assert_eq!((left["V"].as_i64(), &left["@metadata"]["@counters"]), (Some(4), &json!(["seen"])));
    assert_eq!(left["@metadata"]["@change-vector"], last.change_vector.as_deref().unwrap());
    let refused = test.shop.execute(vec![
        put_command("items/3", &item(1)),
        patch_command("items/3", "put('others/1', { V: 1 }); throw new Error('no')"),
    ]);
    assert!(matches!(refused, Err(EngineError::Script { .. })), "{refused:?}");
    assert_eq!((get(&test.shop, "items/3"), get(&test.shop, "others/1")), (Value::Null, Value::Null));
}

/// One step of a client and its result.
struct Done {
    etag: i64,
    step: Step,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Put(usize, i64),
    /// Multiplies and adds.
    Change(usize, i64),
    /// Adds another document's value.
    AddOther(usize, usize),
    /// Saves another document as well, with this one's value.
    Copy(usize, usize),
}

const DOCUMENTS: usize = 4;
const MODULUS: i64 = 1_000_003;

impl Step {
    fn choose(dice: &mut u64) -> Self {
        let mut roll = |sides: u64| {
            *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*dice >> 33) % sides
        };
        let (kind, one, value) = (roll(5), roll(DOCUMENTS as u64) as usize, roll(1000) as i64);
        let other = (one + 1 + roll(DOCUMENTS as u64 - 1) as usize) % DOCUMENTS;
        match kind {
            0 => Self::Put(one, value),
            1 | 2 => Self::Change(one, value),
            3 => Self::AddOther(one, other),
            _ => Self::Copy(one, other),
        }
    }

    fn command(self) -> Command {
        let id = |number: usize| format!("items/{number}");
        match self {
            Self::Put(one, value) => put_command(&id(one), &item(value)),
            Self::Change(one, value) => patch_command(
                &id(one),
                &format!("this.V = (this.V * 3 + {value}) % {MODULUS}; this.Steps = (this.Steps || 0) + 1"),
            ),
            Self::AddOther(one, other) => patch_command(
                &id(one),
                &format!(
                    "this.V = (this.V + load('{}').V) % {MODULUS}; this.Steps = (this.Steps || 0) + 1",
                    id(other)
                ),
            ),
            Self::Copy(one, other) => patch_command(
                &id(one),
                &format!(
                    "this.V = (this.V + 1) % {MODULUS}; this.Steps = (this.Steps || 0) + 1; \
                     put('{}', {{ V: this.V, '@metadata': {{ '@collection': 'Items' }} }})",
                    id(other)
                ),
            ),
        }
    }

    fn apply(self, model: &mut [(i64, i64)]) {
        match self {
            Self::Put(one, value) => model[one] = (value, 0),
            Self::Change(one, value) => model[one] = ((model[one].0 * 3 + value) % MODULUS, model[one].1 + 1),
            Self::AddOther(one, other) => {
                model[one] = ((model[one].0 + model[other].0) % MODULUS, model[one].1 + 1);
            }
            Self::Copy(one, other) => {
                model[one] = ((model[one].0 + 1) % MODULUS, model[one].1 + 1);
                model[other] = (model[one].0, 0);
            }
        }
    }
}

/// The etag in a change vector of this node.
fn etag_of(vector: &str) -> i64 {
    vector.strip_prefix("A:").and_then(|rest| rest.split('-').next()).unwrap().parse().unwrap()
}

#[test]
fn concurrent_patches_and_puts_are_serializable() {
    for seed in 1..=8_u64 {
        let test = test_engine_with(eager());
        for number in 0..DOCUMENTS {
            put(&test.shop, &format!("items/{number}"), &item(0));
        }
        let clients: Vec<_> = (0..6_u64)
            .map(|client| {
                let shop = test.shop.clone();
                std::thread::spawn(move || {
                    let mut dice = seed * 1000 + client;
                    let step = |_| {
                        let step = Step::choose(&mut dice);
                        // A patch that lost to others too often changed nothing; its client sends it again.
                        let result = loop {
                            match shop.execute(vec![step.command()]) {
                                Err(EngineError::PatchConflict { .. }) => {}
                                other => break other.unwrap().remove(0),
                            }
                        };
                        let etag = match result {
                            CommandResult::Put { etag, .. } => etag,
                            CommandResult::Patch(result) => etag_of(&result.change_vector.unwrap()),
                            other => panic!("{other:?}"),
                        };
                        Done { etag, step }
                    };
                    (0..25).map(step).collect::<Vec<_>>()
                })
            })
            .collect();
        let mut all: Vec<Done> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
        // The order in which the writer decided them.
        all.sort_by_key(|done| done.etag);
        let mut model = vec![(0, 0); DOCUMENTS];
        all.iter().for_each(|done| done.step.apply(&mut model));
        for (number, (value, steps)) in model.into_iter().enumerate() {
            let left = get(&test.shop, &format!("items/{number}"));
            let found = (left["V"].as_i64(), left["Steps"].as_i64().unwrap_or(0));
            assert_eq!(found, (Some(value), steps), "seed {seed}, document {number}");
        }
    }
}

#[test]
fn trying_a_patch_changes_nothing_and_needs_no_writer() {
    let test = test_engine();
    put(&test.shop, "items/1", &item(1));
    let results = test.shop.test(vec![patch_command("items/1", "this.V = 5; put('others/', this)")]).unwrap();
    let CommandResult::Patch(result) = &results[0] else { panic!("a patch: {results:?}") };
    assert_eq!(result.status, PatchStatus::Patched);
    assert_eq!(
        result.document.as_deref(),
        Some(&*bytes(&json!({"V": 5, "@metadata": {"@collection": "Items"}})))
    );
    assert_eq!(
        (get(&test.shop, "items/1")["V"].as_i64(), test.shop.stats().unwrap().documents),
        (Some(1), 1)
    );
}
