//! C# queries over documents and over results: clauses and chains of methods.

use super::expression::{argument, expression, lambda_names, object};
use super::reader::{Reader, Untranslated};

/// `from … select …` or `docs.Coll.Select(…)`.
pub(super) fn map(text: &str) -> Result<String, Untranslated> {
    let mut reader = Reader::new(text)?;
    let made = if reader.peek() == "from" { clauses(&mut reader) } else { chain(&mut reader) };
    made.and_then(|made| reader.end().map(|()| made)).map_err(|what| reader.untranslated(what))
}

/// `docs`, `docs.Coll` or `docs["Coll"]`.
fn collection(reader: &mut Reader<'_>) -> Result<String, String> {
    reader.expect("docs")?;
    if reader.accept("[") {
        let name = reader.next();
        reader.expect("]")?;
        return Ok(name.to_owned());
    }
    const METHODS: [&str; 4] = ["Select", "Where", "SelectMany", "OrderBy"];
    if reader.peek() == "." && !(METHODS.contains(&reader.ahead(1)) && reader.ahead(2) == "(") {
        reader.next();
        return Ok(format!("\"{}\"", reader.name()?));
    }
    Ok("\"@all_docs\"".to_owned())
}

/// `from … select …`. Each `from` and `where` after the first clause is a block around the rest: one level.
fn clauses(reader: &mut Reader<'_>) -> Result<String, String> {
    reader.expect("from")?;
    let document = reader.name()?.to_owned();
    reader.expect("in")?;
    let collection = collection(reader)?;
    reader.documents.push(document.clone());
    let mut open = String::new();
    let mut closing = 0;
    loop {
        match reader.peek() {
            "from" => {
                reader.next();
                let name = reader.name()?;
                reader.expect("in")?;
                open.push_str(&format!("for (const {name} of __cs.items({})) {{\n", expression(reader)?));
                closing += 1;
                reader.enter()?;
            }
            "let" => {
                reader.next();
                let name = reader.name()?;
                reader.expect("=")?;
                open.push_str(&format!("const {name} = {};\n", expression(reader)?));
            }
            "where" => {
                reader.next();
                open.push_str(&format!("if ({}) {{\n", expression(reader)?));
                closing += 1;
                reader.enter()?;
            }
            "select" => {
                reader.next();
                break;
            }
            "" => return Err("it ends where 'select' is expected".to_owned()),
            other => return Err(format!("'{other}' is not translated")),
        }
    }
    let entry = selected(reader)?;
    Ok(framed(&collection, &document, &open, &entry, closing))
}

fn framed(collection: &str, document: &str, open: &str, entry: &str, closing: usize) -> String {
    let close = "}\n".repeat(closing);
    format!(
        "map({collection}, ({document}) => {{\nconst __entries = [];\n{open}__entries.push({entry});\n{close}return __entries;\n}})"
    )
}

/// `new { … }`, optionally boosted.
fn selected(reader: &mut Reader<'_>) -> Result<String, String> {
    if reader.peek() == "(" || reader.ahead(1) == "[" {
        return expression(reader);
    }
    if reader.peek() != "new" {
        return Err("what is selected must be made with 'new { … }'".to_owned());
    }
    reader.next();
    if reader.peek() != "{" {
        reader.name()?;
        while reader.accept(".") {
            reader.name()?;
        }
    }
    let entry = object(reader)?;
    if reader.accept(".") {
        if reader.name()? != "Boost" {
            return Err("only .Boost(…) is allowed after the selected value".to_owned());
        }
        reader.expect("(")?;
        let by = expression(reader)?;
        reader.expect(")")?;
        return Ok(format!("boost({entry}, {by})"));
    }
    Ok(entry)
}

/// `docs.Coll.Where(…).Select(…)`. Each `Where` is a block around the rest: one level.
fn chain(reader: &mut Reader<'_>) -> Result<String, String> {
    let collection = collection(reader)?;
    let mut open = String::new();
    let mut closing = 0;
    let mut document = None;
    loop {
        reader.expect(".")?;
        let method = reader.name()?;
        reader.expect("(")?;
        match method {
            "Where" | "Select" => {}
            "SelectMany" => {
                let list = function(reader, &mut document, &mut open)?;
                reader.expect(",")?;
                let names = lambda_names(reader).ok_or("SelectMany needs a second function of two names")?;
                let [outer, inner] = names[..] else {
                    return Err("SelectMany needs a second function of two names".to_owned());
                };
                open.push_str(&format!("for (const {inner} of __cs.items({list})) {{\n"));
                closing += 1;
                rename(&document, outer, &mut open);
                let entry = selected(reader)?;
                reader.expect(")")?;
                return Ok(framed(
                    &collection,
                    document.as_deref().unwrap_or("document"),
                    &open,
                    &entry,
                    closing,
                ));
            }
            other => return Err(format!("the method '{other}' is not translated")),
        }
        let names = lambda_names(reader).ok_or_else(|| format!("{method} needs a function"))?;
        let [name] = names[..] else { return Err(format!("{method} needs a function of one name")) };
        begin(reader, &mut document, name, &mut open);
        if method == "Select" {
            let entry = selected(reader)?;
            reader.expect(")")?;
            return Ok(framed(&collection, document.as_deref().unwrap_or(name), &open, &entry, closing));
        }
        open.push_str(&format!("if ({}) {{\n", expression(reader)?));
        closing += 1;
        reader.enter()?;
        reader.expect(")")?;
    }
}

/// A function over the document; returns its body.
fn function(
    reader: &mut Reader<'_>,
    document: &mut Option<String>,
    open: &mut String,
) -> Result<String, String> {
    let names = lambda_names(reader).ok_or("a function is expected")?;
    let [name] = names[..] else { return Err("a function of one name is expected".to_owned()) };
    begin(reader, document, name, open);
    expression(reader)
}

/// Names the document: its first name, or one more.
fn begin(reader: &mut Reader<'_>, document: &mut Option<String>, name: &str, open: &mut String) {
    reader.documents.push(name.to_owned());
    match document {
        None => *document = Some(name.to_owned()),
        Some(_) => rename(document, name, open),
    }
}

fn rename(document: &Option<String>, name: &str, open: &mut String) {
    match document {
        Some(first) if first != name => open.push_str(&format!("const {name} = {first};\n")),
        _ => {}
    }
}

/// `from r in results group r by … into g select …` or `results.GroupBy(…).Select(…)`.
pub(super) fn reduce(text: &str) -> Result<String, Untranslated> {
    let mut reader = Reader::new(text)?;
    reduced(&mut reader).map_err(|what| reader.untranslated(what))
}

fn reduced(reader: &mut Reader<'_>) -> Result<String, String> {
    let (key, group) = if reader.accept("from") {
        let entry = reader.name()?;
        reader.expect("in")?;
        reader.expect("results")?;
        reader.expect("group")?;
        reader.expect(entry)?;
        reader.expect("by")?;
        let key = expression(reader)?;
        reader.expect("into")?;
        let group = reader.name()?.to_owned();
        (format!("({entry}) => ({key})"), group)
    } else {
        reader.expect("results")?;
        reader.expect(".")?;
        reader.expect("GroupBy")?;
        reader.expect("(")?;
        let key = argument(reader)?;
        reader.expect(")")?;
        reader.expect(".")?;
        reader.expect("Select")?;
        reader.expect("(")?;
        let names = lambda_names(reader).ok_or("Select needs a function")?;
        let [group] = names[..] else { return Err("Select needs a function of one name".to_owned()) };
        let group = group.to_owned();
        reader.group = Some(group.clone());
        let entry = selected(reader)?;
        reader.expect(")")?;
        reader.end()?;
        return Ok(format!("groupBy({key}).aggregate(({group}) => ({entry}))"));
    };
    reader.group = Some(group.clone());
    let mut lets = String::new();
    while reader.accept("let") {
        let name = reader.name()?;
        reader.expect("=")?;
        lets.push_str(&format!("const {name} = {}; ", expression(reader)?));
    }
    if !reader.accept("select") {
        return Err(reader.instead_of("'select'"));
    }
    let entry = selected(reader)?;
    reader.end()?;
    Ok(match lets.is_empty() {
        true => format!("groupBy({key}).aggregate(({group}) => ({entry}))"),
        false => format!("groupBy({key}).aggregate(({group}) => {{ {lets}return {entry}; }})"),
    })
}
