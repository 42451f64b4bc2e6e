//! One JavaScript engine per thread, in which definitions are parsed once and run often.
//!
//! Every definition has its own context, so that scripts do not see each other's changes to `Array.prototype`
//! and similar. Independent of the kinds of scripts, which callers define.

mod attachments;
pub(crate) mod budget;
pub(crate) mod definition;
pub(crate) mod failure;
pub(crate) mod functions;
pub(crate) mod heap;
pub(crate) mod host_bridge;
mod text_encoding;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rquickjs::context::EvalOptions;
use rquickjs::{Context, Ctx, Function, Object, Persistent, Runtime, Value};

use self::budget::Budget;
pub(crate) use self::definition::{Definition, Kind};
use self::failure::{Origin, SCRIPT};
use self::heap::{Heap, Usage};
use self::host_bridge::HostBridge;
use crate::csharp;
use crate::error::ScriptError;
use crate::host::ScriptHost;
use crate::limits::{self, Limits};
use crate::source::Prepared;

/// The most definitions a thread keeps; the least recently used one is dropped.
const KEPT: usize = 24;

/// An engine that uses more after a garbage collection is replaced by a new one: scripts can keep objects in the
/// global objects of their contexts, and the memory limit is for all scripts of a thread.
const RETAINED: usize = limits::MEMORY / 4;

/// Replacements for built-in functions that could run without end; the first one creates the helpers of the
/// others.
const BOUND_TOOLS: &str = include_str!("bounds/tools.js");
const BOUNDS: [&str; 3] =
    [include_str!("bounds/lists.js"), include_str!("bounds/iterators.js"), include_str!("bounds/texts.js")];
const PRELUDE: &str = include_str!("prelude.js");

/// A definition parsed by a thread.
struct Loaded {
    definition: Arc<Definition>,
    prepared: Prepared,
    indent: u32,
    /// The value of the text.
    main: Option<Persistent<Value<'static>>>,
    context: Context,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // Dropped before its context.
        self.main.take();
    }
}

struct Engine {
    loaded: Vec<Rc<Loaded>>,
    runtime: Runtime,
    memory: Rc<Usage>,
    bridge: Rc<HostBridge>,
    budget: Rc<Budget>,
}

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// The environment of one run.
pub(crate) struct Running<'a, 'js> {
    pub ctx: &'a Ctx<'js>,
    /// The value of the definition's text.
    pub main: Value<'js>,
    pub bridge: &'a HostBridge,
}

/// Runs a definition on this thread, parsing it first if necessary.
pub(crate) fn run<T>(
    definition: &Arc<Definition>,
    host: &mut dyn ScriptHost,
    limits: Limits,
    work: impl for<'a, 'js> FnOnce(Running<'a, 'js>) -> rquickjs::Result<T>,
) -> Result<T, ScriptError> {
    let (loaded, bridge, budget, memory) = ENGINE.with_borrow_mut(|slot| {
        let engine = match slot {
            Some(engine) => engine,
            None => slot.insert(Engine::new()?),
        };
        engine.budget.check()?;
        let loaded = engine.loaded(definition)?;
        Ok::<_, ScriptError>((loaded, engine.bridge.clone(), engine.budget.clone(), engine.memory.clone()))
    })?;
    let result = loaded.context.with(|ctx| {
        let before = budget.begin(limits.time);
        memory.begin();
        let result = bridge.with_host(host, || {
            let main = loaded.main.clone().ok_or(rquickjs::Error::Unknown)?.restore(&ctx)?;
            work(Running { ctx: &ctx, main, bridge: &bridge })
        });
        budget.end(before);
        let origin = loaded.origin();
        match result {
            // A failure of the host is reported even if the script caught it.
            Ok(value) => {
                bridge.take_host_failure().map_or(Ok(value), |failure| Err(ScriptError::Host(failure)))
            }
            Err(error) => Err(failure::to_script_error(&ctx, error, &bridge, (&budget, &memory), &origin)),
        }
    });
    bridge.clear();
    let has_pending_jobs = ENGINE.with_borrow_mut(|slot| {
        // Promises leave pending jobs, which hold memory: the engine is dropped.
        slot.take_if(|engine| engine.runtime.is_job_pending()).is_some()
    });
    if !has_pending_jobs && matches!(result, Err(ScriptError::Limit { .. })) {
        // Its state is undefined: its context is not used again.
        ENGINE.with_borrow_mut(|slot| {
            if let Some(engine) = slot {
                engine.loaded.retain(|other| !Rc::ptr_eq(other, &loaded));
                drop(loaded);
                engine.runtime.run_gc();
            }
        });
    }
    if memory.now() > RETAINED {
        ENGINE.with_borrow_mut(|slot| {
            slot.take_if(|engine| {
                engine.runtime.run_gc();
                engine.memory.now() > RETAINED
            })
        });
    }
    result
}

impl Loaded {
    fn origin(&self) -> Origin<'_> {
        Origin { text: &self.definition.text, prepared: &self.prepared, indent: self.indent }
    }
}

impl Engine {
    fn new() -> Result<Self, ScriptError> {
        let memory = Rc::new(Usage::default());
        let runtime = Runtime::new_with_alloc(Heap::new(memory.clone())).map_err(engine_unavailable)?;
        runtime.set_memory_limit(limits::MEMORY);
        runtime.set_max_stack_size(limits::STACK);
        let budget = Rc::new(Budget::of_this_thread());
        let clock = budget.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || clock.is_over())));
        Ok(Self { loaded: Vec::new(), runtime, memory, bridge: Rc::new(HostBridge::default()), budget })
    }

    /// The definition as parsed by this thread, parsed now if necessary.
    fn loaded(&mut self, definition: &Arc<Definition>) -> Result<Rc<Loaded>, ScriptError> {
        let same = |loaded: &Rc<Loaded>| {
            Arc::ptr_eq(&loaded.definition, definition) || loaded.definition == *definition
        };
        if let Some(index) = self.loaded.iter().position(same) {
            self.loaded[..=index].rotate_right(1);
            return Ok(self.loaded[0].clone());
        }
        let read = self.read(definition, Prepared::of(&definition.text));
        let loaded = match read {
            // Optional chaining is not valid everywhere: then the original text is used.
            Err(ScriptError::Syntax { .. }) => {
                self.read(definition, Prepared::without_optional_chaining(&definition.text))?
            }
            other => other?,
        };
        if self.loaded.len() >= KEPT {
            self.loaded.pop();
            self.runtime.run_gc();
        }
        self.loaded.insert(0, Rc::new(loaded));
        Ok(self.loaded[0].clone())
    }

    fn read(&self, definition: &Arc<Definition>, prepared: Prepared) -> Result<Loaded, ScriptError> {
        let context = Context::full(&self.runtime).map_err(engine_unavailable)?;
        let indent = definition.open.len() as u32;
        let before = self.budget.begin(Limits::default().time);
        self.memory.begin();
        let main = context.with(|ctx| {
            let read = || {
                let lock = self.bridge(&ctx, definition)?;
                let text = format!("{}{}{}", definition.open, prepared.text, definition.kind.close());
                let main: Value<'_> = eval(&ctx, text, SCRIPT)?;
                lock.call::<_, ()>(())?;
                Ok(Persistent::save(&ctx, main))
            };
            read().map_err(|error| {
                let origin = Origin { text: &definition.text, prepared: &prepared, indent };
                failure::to_syntax_error(&ctx, error, &self.bridge, (&self.budget, &self.memory), &origin)
            })
        });
        self.budget.end(before);
        self.bridge.clear();
        Ok(Loaded { definition: definition.clone(), prepared, indent, main: Some(main?), context })
    }

    /// Prepares a context; returns the function that closes it.
    fn bridge<'js>(&self, ctx: &Ctx<'js>, definition: &Definition) -> rquickjs::Result<Function<'js>> {
        let host: Object<'js> = functions::host_object(ctx, &self.bridge, definition.kind.missing())?;
        functions::add_clock(ctx, &self.budget, &host)?;
        let tools: Function<'js> = eval(ctx, BOUND_TOOLS.to_owned(), "rookery")?;
        let tools: Object<'js> = tools.call((host.clone(), functions::native_limits(ctx)?))?;
        for text in BOUNDS {
            let replace: Function<'js> = eval(ctx, text.to_owned(), "rookery")?;
            replace.call::<_, ()>((tools.clone(),))?;
        }
        let prelude: Function<'js> = eval(ctx, PRELUDE.to_owned(), "rookery")?;
        let lock = prelude.call((host.clone(),))?;
        if !definition.kind.frame().is_empty() {
            let frame: Function<'js> = eval(ctx, definition.kind.frame().to_owned(), "rookery")?;
            frame.call::<_, ()>((host, definition.mentions("$boost")))?;
        }
        for (number, source) in definition.sources.iter().enumerate() {
            // The library is written without the forgiving members that texts of users get.
            let text = if source == csharp::LIBRARY { source.clone() } else { Prepared::of(source).text };
            eval::<Value<'js>>(ctx, text, &format!("source-{}", number + 1))?;
        }
        Ok(lock)
    }
}

/// Parses a text in strict mode.
fn eval<'js, V: rquickjs::FromJs<'js>>(ctx: &Ctx<'js>, text: String, name: &str) -> rquickjs::Result<V> {
    let mut options = EvalOptions::default();
    options.strict = true;
    options.filename = Some(name.to_owned());
    ctx.eval_with_options(text, options)
}

fn engine_unavailable(error: rquickjs::Error) -> ScriptError {
    ScriptError::Definition(format!("The JavaScript engine could not be started: {error}."))
}
