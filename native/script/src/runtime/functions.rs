//! The engine's side of the functions the prelude offers to scripts.

use std::rc::Rc;

use rquickjs::function::Opt;
use rquickjs::{Coerced, Ctx, Exception, Function, Object, String as Text, Value};

use super::budget::Budget;
use super::world::World;
use crate::actions::Action;
use crate::entry::Reference;
use crate::json::numbers::Numbers;
use crate::json::write::{self, text_of};
use crate::limits;

/// What `load` gives for a document that is not there.
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

/// Adds what built-in functions look at the time with.
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

/// What built-in functions refuse.
pub(crate) fn native_limits<'js>(ctx: &Ctx<'js>) -> rquickjs::Result<Object<'js>> {
    let native = Object::new(ctx.clone())?;
    native.set("array", limits::ARRAY)?;
    native.set("search", limits::SEARCH)?;
    native.set("pattern", limits::PATTERN)?;
    native.set("matched", limits::MATCHED)?;
    Ok(native)
}

/// Makes the object the prelude is handed.
pub(crate) fn host_object<'js>(
    ctx: &Ctx<'js>,
    world: &Rc<World>,
    missing: Missing,
) -> rquickjs::Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    host.set("missing", missing.value(ctx))?;
    let set = |name: &str, function: Function<'js>| host.set(name, function);
    let shared = world.clone();
    set(
        "load",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: Text<'js>, tracked: bool| {
            load(&ctx, &shared, &text_of(&ctx, &id)?, tracked, missing)
        })?,
    )?;
    let shared = world.clone();
    set(
        "put",
        Function::new(ctx.clone(), move |ctx, id, document, version| {
            put(&ctx, &shared, id, document, version)
        })?,
    )?;
    let shared = world.clone();
    set(
        "del",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: Text<'js>, version: Opt<Option<String>>| {
            let id = text_of(&ctx, &id)?;
            let version = version.0.flatten();
            let deleted = ask(&ctx, shared.ask(|host| host.delete(&id, version.as_deref())))?;
            shared.actions.borrow_mut().note(|| Action::Delete { id });
            Ok::<_, rquickjs::Error>(deleted)
        })?,
    )?;
    let shared = world.clone();
    set(
        "unarchive",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: Text<'js>| {
            let id = text_of(&ctx, &id)?;
            ask(&ctx, shared.ask(|host| host.unarchive(&id)))
        })?,
    )?;
    let shared = world.clone();
    set(
        "include",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, id: String| {
            ask(&ctx, shared.ask(|host| host.include(&id)))
        })?,
    )?;
    let shared = world.clone();
    set(
        "output",
        Function::new(ctx.clone(), move |ctx: Ctx<'js>, value: Value<'js>| {
            if shared.actions.borrow().wanted {
                let text = shown(&ctx, &value)?;
                shared.actions.borrow_mut().say(text);
            }
            Ok::<_, rquickjs::Error>(())
        })?,
    )?;
    let shared = world.clone();
    set(
        "reference",
        Function::new(ctx.clone(), move |id: String, collection: String| {
            shared.references.borrow_mut().push(Reference { id, collection });
        })?,
    )?;
    counters(ctx, world, &host)?;
    Ok(host)
}

fn counters<'js>(ctx: &Ctx<'js>, world: &Rc<World>, host: &Object<'js>) -> rquickjs::Result<()> {
    let shared = world.clone();
    let read = move |ctx: Ctx<'js>, id: String, name: String| {
        let value = ask(&ctx, shared.ask(|host| host.counter(&id, &name)))?;
        shared.actions.borrow_mut().note(|| Action::GetCounter { name, value });
        Ok::<_, rquickjs::Error>(match value {
            Some(value) => Value::new_number(ctx, value as f64),
            None => Value::new_null(ctx),
        })
    };
    host.set("counter", Function::new(ctx.clone(), read)?)?;
    let shared = world.clone();
    let add = move |ctx: Ctx<'js>, id: String, name: String, by: f64| {
        // The prelude lets whole numbers through only; what is beyond 64 bits ends at their border.
        let by = by as i64;
        let (old, new) = ask(&ctx, shared.ask(|host| host.increment_counter(&id, &name, by)))?;
        shared.actions.borrow_mut().note(|| Action::IncrementCounter { name, old, by, new });
        Ok::<_, rquickjs::Error>(true)
    };
    host.set("incrementCounter", Function::new(ctx.clone(), add)?)?;
    let shared = world.clone();
    let remove = move |ctx: Ctx<'js>, id: String, name: String| {
        ask(&ctx, shared.ask(|host| host.delete_counter(&id, &name)))?;
        shared.actions.borrow_mut().note(|| Action::DeleteCounter { name });
        Ok::<_, rquickjs::Error>(true)
    };
    host.set("deleteCounter", Function::new(ctx.clone(), remove)?)
}

fn load<'js>(
    ctx: &Ctx<'js>,
    world: &World,
    id: &str,
    tracked: bool,
    missing: Missing,
) -> rquickjs::Result<Value<'js>> {
    let found = world.ask(|host| if tracked { host.load(id) } else { host.load_untracked(id) });
    let found = ask(ctx, found)?;
    world.actions.borrow_mut().note(|| Action::Load { id: id.to_owned(), exists: found.is_some() });
    match found {
        Some(document) => {
            note_numbers(world, id, &document);
            ctx.json_parse(document)
        }
        None => Ok(missing.value(ctx)),
    }
}

fn put<'js>(
    ctx: &Ctx<'js>,
    world: &World,
    id: Text<'js>,
    document: Value<'js>,
    change_vector: Opt<Option<String>>,
) -> rquickjs::Result<String> {
    let id = text_of(ctx, &id)?;
    let change_vector = change_vector.0.flatten();
    let json = match of_document(ctx, &document)? {
        // By the id it was loaded under, whatever it is saved as.
        Some(loaded) => {
            let numbers = world.numbers.borrow();
            write::document(ctx, &document, numbers.get(&loaded.to_lowercase()))?
        }
        None => write::document(ctx, &document, None)?,
    };
    let kept = world.actions.borrow().wanted.then(|| json.clone());
    let id = ask(ctx, world.ask(|host| host.put(&id, json, change_vector.as_deref())))?;
    if let Some(document) = kept {
        world.actions.borrow_mut().note(|| Action::Put { id: id.clone(), document });
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

/// Remembers how a document's numbers were spelled.
pub(crate) fn note_numbers(world: &World, id: &str, document: &[u8]) {
    let numbers = Numbers::of(document);
    if !numbers.is_empty() {
        world.numbers.borrow_mut().insert(id.to_lowercase(), numbers);
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

/// What the host said, as a script gets it: a value or something thrown.
fn ask<T>(ctx: &Ctx<'_>, answer: Result<T, String>) -> rquickjs::Result<T> {
    answer.map_err(|text| Exception::throw_message(ctx, &text))
}
