//! The engine's side of the functions the prelude offers to scripts.

use std::rc::Rc;

use rquickjs::function::Opt;
use rquickjs::{Coerced, Ctx, Exception, Function, Object, String as Text, Value};

use super::attachments;
use super::budget::Budget;
use super::host_bridge::{HostBridge, call_host};
use crate::actions::Action;
use crate::entry::Reference;
use crate::host::TimeSeriesChange;
use crate::json::numbers::Numbers;
use crate::json::write::{self, text_of};
use crate::limits;

/// What `load` returns for a missing document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Missing {
    /// In patches and projections.
    Undefined,
    /// In indexes.
    Null,
}

impl Missing {
    fn value<'js>(self, ctx: &Ctx<'js>) -> Value<'js> {
        match self {
            Self::Undefined => Value::new_undefined(ctx.clone()),
            Self::Null => Value::new_null(ctx.clone()),
        }
    }
}

/// Adds the function with which bounded built-in functions check the time limit.
pub(crate) fn add_clock<'js>(
    ctx: &Ctx<'js>,
    budget: &Rc<Budget>,
    host: &Object<'js>,
) -> rquickjs::Result<()> {
    let budget = budget.clone();
    let check = move |ctx: Ctx<'js>| match budget.is_over() {
        true => Err(Exception::throw_range(&ctx, "The script has run longer than it may.")),
        false => Ok(()),
    };
    host.set("checkTime", Function::new(ctx.clone(), check)?)
}

/// What built-in functions reject.
pub(crate) fn native_limits<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    let native = Object::new(ctx.clone())?;
    native.set("array", limits::ARRAY)?;
    native.set("search", limits::SEARCH)?;
    native.set("pattern", limits::PATTERN)?;
    native.set("matched", limits::MATCHED)?;
    Ok(native)
}

/// The host object that the prelude receives.
pub(crate) fn host_object<'js>(
    ctx: &Ctx<'js>,
    bridge: &Rc<HostBridge>,
    missing: Missing,
) -> rquickjs::Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    host.set("missing", missing.value(ctx))?;
    let set = |name: &str, function: Function<'js>| host.set(name, function);
    let shared = bridge.clone();
    set(
        "load",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: Text<'js>, tracked: bool| {
            load(&ctx, &shared, &text_of(&ctx, &id)?, tracked, missing)
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "compareExchange",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, key: Text<'js>| {
            let key = text_of(&ctx, &key)?;
            match call_host(&ctx, shared.call_host(|host| host.compare_exchange(&key)))? {
                Some(value) => ctx.json_parse(value),
                None => Ok(Value::new_null(ctx.clone())),
            }
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "put",
        Function::new(ctx.clone(), move |ctx, id, document, version| {
            put(&ctx, &shared, id, document, version)
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "del",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: Text<'js>, version: Opt<Option<String>>| {
            let id = text_of(&ctx, &id)?;
            let version = version.0.flatten();
            let deleted = call_host(&ctx, shared.call_host(|host| host.delete(&id, version.as_deref())))?;
            shared.actions.borrow_mut().record(|| Action::Delete { id });
            Ok::<_, rquickjs::Error>(deleted)
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "unarchive",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: Text<'js>| {
            let id = text_of(&ctx, &id)?;
            call_host(&ctx, shared.call_host(|host| host.unarchive(&id)))
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "include",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: String| {
            call_host(&ctx, shared.call_host(|host| host.include(&id)))
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "output",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, value: Value<'js>| {
            if shared.actions.borrow().enabled {
                let text = shown(&ctx, &value)?;
                shared.actions.borrow_mut().add_output(text);
            }
            Ok::<_, rquickjs::Error>(())
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "reference",
        Function::new(ctx.clone(), move |id: String, collection: String| {
            shared.references.borrow_mut().push(Reference { id, collection });
        })?,
    )?;
    let shared = bridge.clone();
    set(
        "exchangeReference",
        Function::new(ctx.clone(), move |key: String| shared.exchanges.borrow_mut().push(key))?,
    )?;
    attachments::add(ctx, bridge, &host)?;
    counters(ctx, bridge, &host)?;
    time_series(ctx, bridge, &host)?;
    Ok(host)
}

fn time_series<'js>(ctx: &Ctx<'js>, bridge: &Rc<HostBridge>, host: &Object<'js>) -> rquickjs::Result<()> {
    let shared = bridge.clone();
    let entries = move |ctx: Ctx<'js>, id: String, name: String, from: Option<String>, to: Option<String>| {
        let found = shared.call_host(|host| host.time_series(&id, &name, from.as_deref(), to.as_deref()));
        ctx.json_parse(call_host(&ctx, found)?)
    };
    host.set("timeSeries", Function::new(ctx.clone(), entries)?)?;
    let shared = bridge.clone();
    let stats = move |ctx: Ctx<'js>, id: String, name: String| {
        ctx.json_parse(call_host(&ctx, shared.call_host(|host| host.time_series_stats(&id, &name)))?)
    };
    host.set("timeSeriesStats", Function::new(ctx.clone(), stats)?)?;
    let shared = bridge.clone();
    let append = move |ctx: Ctx<'js>,
                       id: String,
                       name: String,
                       time: String,
                       values: Vec<f64>,
                       tag: Option<String>| {
        let change = TimeSeriesChange::Append { time, values, tag };
        call_host(&ctx, shared.call_host(|host| host.change_time_series(&id, &name, change)))
    };
    host.set("appendEntry", Function::new(ctx.clone(), append)?)?;
    let shared = bridge.clone();
    let increment = move |ctx: Ctx<'js>, id: String, name: String, time: Option<String>, values: Vec<f64>| {
        let change = TimeSeriesChange::Increment { time, values };
        call_host(&ctx, shared.call_host(|host| host.change_time_series(&id, &name, change)))
    };
    host.set("incrementEntry", Function::new(ctx.clone(), increment)?)?;
    let shared = bridge.clone();
    let delete = move |ctx: Ctx<'js>, id: String, name: String, from: Option<String>, to: Option<String>| {
        let change = TimeSeriesChange::Delete { from, to };
        call_host(&ctx, shared.call_host(|host| host.change_time_series(&id, &name, change)))
    };
    host.set("deleteEntries", Function::new(ctx.clone(), delete)?)?;
    let shared = bridge.clone();
    let call = move |ctx: Ctx<'js>, name: String, arguments: Value<'js>| {
        let arguments = write::value(&ctx, &arguments)?;
        ctx.json_parse(call_host(&ctx, shared.call_host(|host| host.call_time_series(&name, &arguments)))?)
    };
    host.set("callTimeSeries", Function::new(ctx.clone(), call)?)
}

fn counters<'js>(ctx: &Ctx<'js>, bridge: &Rc<HostBridge>, host: &Object<'js>) -> rquickjs::Result<()> {
    let shared = bridge.clone();
    let read = move |ctx: Ctx<'js>, id: String, name: String| {
        let value = call_host(&ctx, shared.call_host(|host| host.counter(&id, &name)))?;
        shared.actions.borrow_mut().record(|| Action::GetCounter { name, value });
        Ok::<_, rquickjs::Error>(match value {
            Some(value) => Value::new_number(ctx, value as f64),
            None => Value::new_null(ctx),
        })
    };
    host.set("counter", Function::new(ctx.clone(), read)?)?;
    let shared = bridge.clone();
    let add = move |ctx: Ctx<'js>, id: String, name: String, by: f64| {
        // The prelude accepts only integers; values beyond 64 bits are clamped.
        let by = by as i64;
        let (old, new) = call_host(&ctx, shared.call_host(|host| host.increment_counter(&id, &name, by)))?;
        shared.actions.borrow_mut().record(|| Action::IncrementCounter { name, old, by, new });
        Ok::<_, rquickjs::Error>(true)
    };
    host.set("incrementCounter", Function::new(ctx.clone(), add)?)?;
    let shared = bridge.clone();
    let remove = move |ctx: Ctx<'js>, id: String, name: String| {
        call_host(&ctx, shared.call_host(|host| host.delete_counter(&id, &name)))?;
        shared.actions.borrow_mut().record(|| Action::DeleteCounter { name });
        Ok::<_, rquickjs::Error>(true)
    };
    host.set("deleteCounter", Function::new(ctx.clone(), remove)?)
}

fn load<'js>(
    ctx: &Ctx<'js>,
    bridge: &HostBridge,
    id: &str,
    tracked: bool,
    missing: Missing,
) -> rquickjs::Result<Value<'js>> {
    let found = bridge.call_host(|host| if tracked { host.load(id) } else { host.load_untracked(id) });
    let found = call_host(ctx, found)?;
    bridge.actions.borrow_mut().record(|| Action::Load { id: id.to_owned(), exists: found.is_some() });
    match found {
        Some(document) => {
            record_numbers(bridge, id, &document);
            ctx.json_parse(document)
        }
        None => Ok(missing.value(ctx)),
    }
}

fn put<'js>(
    ctx: &Ctx<'js>,
    bridge: &HostBridge,
    id: Text<'js>,
    document: Value<'js>,
    change_vector: Opt<Option<String>>,
) -> rquickjs::Result<String> {
    let id = text_of(ctx, &id)?;
    let change_vector = change_vector.0.flatten();
    let json = match of_document(ctx, &document)? {
        // By the id under which it was loaded, not the id of the save.
        Some(loaded) => {
            let numbers = bridge.numbers.borrow();
            write::document(ctx, &document, numbers.get(&loaded.to_lowercase()))?
        }
        None => write::document(ctx, &document, None)?,
    };
    let kept = bridge.actions.borrow().enabled.then(|| json.clone());
    let id = call_host(ctx, bridge.call_host(|host| host.put(&id, json, change_vector.as_deref())))?;
    if let Some(document) = kept {
        bridge.actions.borrow_mut().record(|| Action::Put { id: id.clone(), document });
    }
    Ok(id)
}

/// The id a document was loaded under.
fn of_document<'js>(ctx: &Ctx<'js>, document: &Value<'js>) -> rquickjs::Result<Option<String>> {
    let Some(document) = document.as_object() else { return Ok(None) };
    let metadata: Value<'js> = document.get("@metadata")?;
    let Some(metadata) = metadata.as_object() else { return Ok(None) };
    let id: Value<'js> = metadata.get("@id")?;
    id.as_string().map(|id| text_of(ctx, id)).transpose()
}

/// Records the spelling of a document's numbers.
pub(crate) fn record_numbers(bridge: &HostBridge, id: &str, document: &[u8]) {
    let numbers = Numbers::of(document);
    if !numbers.is_empty() {
        bridge.numbers.borrow_mut().insert(id.to_lowercase(), numbers);
    }
}

/// A value as `output` shows it.
fn shown<'js>(ctx: &Ctx<'js>, value: &Value<'js>) -> rquickjs::Result<String> {
    if let Some(text) = value.as_string() {
        return text_of(ctx, text);
    }
    Ok(match value.as_bool() {
        Some(true) => "True".to_owned(),
        Some(false) => "False".to_owned(),
        None if value.is_undefined() => "undefined".to_owned(),
        None if value.is_object() && !value.is_function() => {
            String::from_utf8_lossy(&write::document(ctx, value, None)?).into_owned()
        }
        None if value.is_symbol() => "Symbol()".to_owned(),
        None => value.get::<Coerced<String>>()?.0,
    })
}
