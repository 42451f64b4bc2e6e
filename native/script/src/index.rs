//! Index definitions in JavaScript: `map(collection, function)`, the same of `counters` and `timeSeries`, and
//! `groupBy(function).aggregate(function)`.
//!
//! Entries are JSON objects of their fields. Options of fields (`createField`,
//! `createSpatialField`) and group keys are returned separately.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;

use rquickjs::function::This;
use rquickjs::{Array, Ctx, Function, Object, Value};

use crate::csharp::{self, Sources};
use crate::entry::{Entry, Mapped};
use crate::error::ScriptError;
use crate::field_usage::FieldUsage;
use crate::host::{NoHost, ScriptHost};
use crate::json::write;
use crate::limits::Limits;
use crate::runtime::{self, Definition, Kind, Running};
use crate::simple_map::SimpleMap;
use crate::source_text::AdditionalSource;

/// What the maps of an index read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapSource {
    /// Documents: `map`.
    Documents,
    /// Counters: `counters.map`.
    Counters,
    /// Segments of time series: `timeSeries.map`.
    TimeSeries,
}

impl MapSource {
    fn of(name: &str) -> Self {
        match name {
            "Counters" => Self::Counters,
            "TimeSeries" => Self::TimeSeries,
            _ => Self::Documents,
        }
    }
}

/// Why maps of different sources are refused.
const MIXED: &str = "All maps of an index have one source: documents, counters or time series.";

/// The maps of one text. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapScript {
    definition: Arc<Definition>,
    source: MapSource,
    collections: Arc<[String]>,
    /// For each map the name of a counter or time series; `None`: all.
    names: Arc<[Option<String>]>,
    simple: Option<Arc<SimpleMap>>,
    usage: Option<Arc<FieldUsage>>,
}

/// The reduce function of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReduceScript {
    definition: Arc<Definition>,
}

impl MapScript {
    /// Parses one text with one map or several, in JavaScript or C#. `sources` are evaluated before
    /// it, and are in the language of the map; `reduce` is the text of the index's reduce, whose `groupBy` determines the group keys.
    pub fn new(text: &str, sources: &[AdditionalSource], reduce: Option<&str>) -> Result<Self, ScriptError> {
        let alone = sources.is_empty() && reduce.is_none();
        let csharp = csharp::is_csharp(text);
        let given = sources;
        let (text, mut sources) = in_javascript(text, given, csharp::map)?;
        let (simple, usage) =
            if alone { (SimpleMap::of(&text, csharp), FieldUsage::of(&text)) } else { (None, None) };
        if let Some(reduce) = reduce {
            let (reduce, needed) = in_javascript(reduce, given, csharp::reduce)?;
            for needed in needed {
                if !sources.contains(&needed) {
                    sources.push(needed);
                }
            }
            sources.push(reduce);
        }
        let definition =
            Arc::new(Definition { kind: Kind::Index, sources, open: "(function(){".to_owned(), text });
        let maps = runtime::run(&definition, &mut NoHost, Limits::default(), |running| {
            let maps: Array<'_> = running.main.get::<Object<'_>>()?.get("maps")?;
            let one = |map: rquickjs::Result<Array<'_>>| {
                let map = map?;
                Ok((map.get::<String>(0)?, map.get::<String>(1)?, map.get::<Option<String>>(2)?))
            };
            maps.iter::<Array<'_>>().map(one).collect::<rquickjs::Result<Vec<_>>>()
        })?;
        let Some((first, ..)) = maps.first() else {
            return Err(ScriptError::Definition(
                "The text has no map. Write it as map('Collection', document => ({ Field: document.Field })).".to_owned(),
            ));
        };
        let source = MapSource::of(first);
        if maps.iter().any(|(other, ..)| MapSource::of(other) != source) {
            return Err(ScriptError::Definition(MIXED.to_owned()));
        }
        let (collections, names): (Vec<String>, Vec<Option<String>>) =
            maps.into_iter().map(|(_, collection, name)| (collection, name)).unzip();
        let simple = simple.filter(|simple| matches!(&collections[..], [only] if simple.is_of(only)));
        let (simple, usage) = (simple.map(Arc::new), usage.map(Arc::new));
        Ok(Self { definition, source, collections: collections.into(), names: names.into(), simple, usage })
    }

    /// Whether a text is C#.
    pub fn is_csharp(text: &str) -> bool {
        csharp::is_csharp(text)
    }

    /// What its maps read.
    pub fn source(&self) -> MapSource {
        self.source
    }

    /// Whether a counter or time series of this collection and name (any case) has to be mapped.
    pub fn maps_item(&self, collection: &str, name: &str) -> bool {
        self.numbers_of_item(collection, name).next().is_some()
    }

    /// The entries of one counter or one segment of a time series, by all maps for its collection and name. `item` is
    /// JSON: `{DocumentId, Name, Value}`, or `{DocumentId, Name, Start, End, Count, Entries}` with entries
    /// `{Timestamp, Tag, Value, Values, IsRollup}` and times as texts.
    pub fn map_item(
        &self,
        host: &mut dyn ScriptHost,
        collection: &str,
        name: &str,
        item: &[u8],
        limits: Limits,
    ) -> Result<Mapped, ScriptError> {
        self.run(host, item, limits, self.numbers_of_item(collection, name))
    }

    /// The collections of its maps, in order; `@all_docs` is every one.
    pub fn collections(&self) -> &[String] {
        &self.collections
    }

    /// Whether a document of this collection has to be mapped.
    pub fn maps(&self, collection: &str) -> bool {
        self.numbers(collection).next().is_some()
    }

    /// The entry of a stored document, by a map that only selects fields. `None`: call [`map`](Self::map).
    pub fn simple_entry(&self, document: &[u8]) -> Option<Entry> {
        let body = self.simple.as_ref()?.entry(document)?;
        Some(Entry { body, ..Entry::default() })
    }

    /// The members of a stored document that the maps read, as input of [`map`](Self::map). `None`: they may
    /// read all of it.
    pub fn used_members_of(&self, document: &[u8]) -> Option<Vec<u8>> {
        self.usage.as_ref()?.copy_used(document)
    }

    /// The entries of one document, by all maps for its collection. `document` has the form for clients.
    pub fn map(
        &self,
        host: &mut dyn ScriptHost,
        collection: &str,
        document: &[u8],
        limits: Limits,
    ) -> Result<Mapped, ScriptError> {
        self.run(host, document, limits, self.numbers(collection))
    }

    /// The results of the maps of these numbers.
    fn run(
        &self,
        host: &mut dyn ScriptHost,
        input: &[u8],
        limits: Limits,
        numbers: impl Iterator<Item = usize>,
    ) -> Result<Mapped, ScriptError> {
        runtime::run(&self.definition, host, limits, |running| {
            let main: Object<'_> = running.main.get()?;
            let map: Function<'_> = main.get("map")?;
            let mut entries = Vec::new();
            for number in numbers {
                // Parsed for each map: a map may change its argument.
                let input: Value<'_> = running.ctx.json_parse(input)?;
                let made: Array<'_> = map.call((This(main.clone()), number, input))?;
                read_entries(running.ctx, &made, &mut entries)?;
            }
            let references = distinct(running.bridge.references.take());
            let exchanges = distinct(running.bridge.exchanges.take());
            Ok(Mapped { entries, references, exchanges })
        })
    }

    fn numbers_of_item<'a>(&'a self, collection: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        let name = name.to_lowercase();
        self.numbers(collection).filter(move |number| {
            self.names.get(*number).and_then(Option::as_ref).is_none_or(|own| own.to_lowercase() == name)
        })
    }

    fn numbers<'a>(&'a self, collection: &'a str) -> impl Iterator<Item = usize> + 'a {
        let fits =
            move |name: &str| name.eq_ignore_ascii_case(collection) || name.eq_ignore_ascii_case("@all_docs");
        self.collections.iter().enumerate().filter(move |(_, name)| fits(name)).map(|(number, _)| number)
    }
}

impl ReduceScript {
    /// Parses a reduce, in JavaScript or simple C#.
    pub fn new(text: &str, sources: &[AdditionalSource]) -> Result<Self, ScriptError> {
        let (text, sources) = in_javascript(text, sources, csharp::reduce)?;
        let definition =
            Arc::new(Definition { kind: Kind::Index, sources, open: "(function(){".to_owned(), text });
        let reduces: bool = runtime::run(&definition, &mut NoHost, Limits::default(), |running| {
            running.main.get::<Object<'_>>()?.get("reduces")
        })?;
        if !reduces {
            return Err(ScriptError::Definition(
                "The text has no reduce. Write it as groupBy(entry => entry.Key).aggregate(group => ({ Key: group.key, \
                 Count: group.values.length }))."
                    .to_owned(),
            ));
        }
        Ok(Self { definition })
    }

    /// Reduces the entries of one key. Key and values are JSON as in the entries.
    pub fn reduce(
        &self,
        key: &[u8],
        values: &[impl AsRef<[u8]>],
        limits: Limits,
    ) -> Result<Vec<Entry>, ScriptError> {
        runtime::run(&self.definition, &mut NoHost, limits, |Running { ctx, main, .. }| {
            let main: Object<'_> = main.get()?;
            let reduce: Function<'_> = main.get("reduce")?;
            let key: Value<'_> = ctx.json_parse(key)?;
            let list = Array::new(ctx.clone())?;
            for (index, value) in values.iter().enumerate() {
                list.set(index, ctx.json_parse(value.as_ref())?)?;
            }
            let made: Array<'_> = reduce.call((This(main.clone()), key, list))?;
            let mut entries = Vec::new();
            read_entries(ctx, &made, &mut entries)?;
            Ok(entries)
        })
    }
}

/// A text as JavaScript, with the sources that it needs.
fn in_javascript(
    text: &str,
    sources: &[AdditionalSource],
    translate: fn(&str, &Sources) -> Result<String, ScriptError>,
) -> Result<(String, Vec<String>), ScriptError> {
    if !csharp::is_csharp(text) {
        return Ok((text.to_owned(), sources.iter().map(|source| source.text.clone()).collect()));
    }
    let sources = Sources::of(sources)?;
    let text = translate(text, &sources)?;
    let functions = Some(sources.javascript).filter(|functions| !functions.is_empty());
    Ok((text, std::iter::once(csharp::LIBRARY.to_owned()).chain(functions).collect()))
}

/// Reads the results of the wrapper function: `[fields, extra?, key?]` each.
fn read_entries<'js>(ctx: &Ctx<'js>, made: &Array<'js>, entries: &mut Vec<Entry>) -> rquickjs::Result<()> {
    for one in made.iter::<Array<'js>>() {
        let one = one?;
        let body = write::value(ctx, &one.get(0)?)?;
        let mut entry = Entry { body, ..Entry::default() };
        let extra: Value<'js> = one.get(1)?;
        if let Some(extra) = extra.as_object() {
            entry.set_boost(extra.get("boost")?);
            entry.ranked = extra.get("ranked")?;
            for boost in extra.get::<_, Array<'js>>("boosts")?.iter::<Array<'js>>() {
                let boost = boost?;
                entry.boosts.push((boost.get(0)?, boost.get(1)?));
            }
            entry.spatial = extra.get("spatial")?;
            for field in extra.get::<_, Array<'js>>("fields")?.iter::<Array<'js>>() {
                let field = field?;
                entry.created.push((field.get(0)?, write::value(ctx, &field.get(1)?)?));
            }
        }
        let key: Value<'js> = one.get(2)?;
        if !key.is_undefined() {
            entry.key = Some(write::value(ctx, &key)?);
        }
        entries.push(entry);
    }
    Ok(())
}

/// Each value once, in the order of the first ones.
fn distinct<T: Clone + Eq + Hash>(mut values: Vec<T>) -> Vec<T> {
    let mut known = HashSet::new();
    values.retain(|value| known.insert(value.clone()));
    values
}
