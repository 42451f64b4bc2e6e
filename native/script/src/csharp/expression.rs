//! C# expressions, translated to JavaScript.

use super::reader::Reader;
use crate::source::tokens::Kind;

/// Methods of lists and texts that the library has.
const METHODS: [&str; 31] = [
    "Sum",
    "Count",
    "Min",
    "Max",
    "Average",
    "Select",
    "SelectMany",
    "Where",
    "Any",
    "All",
    "First",
    "FirstOrDefault",
    "Last",
    "LastOrDefault",
    "Distinct",
    "ToList",
    "ToArray",
    "Contains",
    "Concat",
    "OrderBy",
    "OrderByDescending",
    "ToString",
    "ToLower",
    "ToUpper",
    "ToLowerInvariant",
    "ToUpperInvariant",
    "StartsWith",
    "EndsWith",
    "Trim",
    "Split",
    "Substring",
];

const OPERATORS: [&str; 14] = ["==", "!=", "<=", ">=", "<", ">", "&&", "||", "??", "+", "-", "*", "/", "%"];

/// An expression with all its operators. Each expression inside another and each call of a method in a chain
/// is one level: the JavaScript of both is nested.
pub(super) fn expression(reader: &mut Reader<'_>) -> Result<String, String> {
    let outer = reader.depth();
    reader.enter()?;
    let mut out = unary(reader)?;
    while OPERATORS.contains(&reader.peek()) {
        let operator = reader.next();
        // JavaScript needs brackets where `??` is next to `&&` or `||`; they nest.
        if operator == "??" {
            reader.enter()?;
        }
        let right = unary(reader)?;
        if operator == "??" {
            out = format!("({out} ?? {right})");
        } else {
            out.extend([" ", operator, " ", &right]);
        }
    }
    if reader.accept("?") {
        let yes = expression(reader)?;
        reader.expect(":")?;
        let no = expression(reader)?;
        out = format!("({out} ? {yes} : {no})");
    }
    reader.leave_to(outer);
    Ok(out)
}

/// A value with prefix operators, casts, members and calls.
fn unary(reader: &mut Reader<'_>) -> Result<String, String> {
    let outer = reader.depth();
    let signs = signs(reader)?;
    let mut out = primary(reader)?;
    loop {
        if reader.accept(".") || reader.accept("?.") {
            let name = reader.name()?;
            out = member(reader, out, name)?;
        } else if reader.accept("[") {
            let index = expression(reader)?;
            reader.expect("]")?;
            out.extend(["[", &index, "]"]);
        } else if matches!(reader.peek(), "as" | "is") {
            return Err(format!("'{}' is not translated", reader.peek()));
        } else {
            reader.leave_to(outer);
            return Ok(signs + &out);
        }
    }
}

/// The signs in front of a value; casts between them are skipped, because JavaScript does not need them. The
/// first sign or cast is on the level of its expression, each further one adds a level.
fn signs(reader: &mut Reader<'_>) -> Result<String, String> {
    let mut signs = String::new();
    let mut several = false;
    loop {
        let sign = matches!(reader.peek(), "!" | "-");
        let length = if sign { 1 } else { cast_length(reader) };
        if length == 0 {
            return Ok(signs);
        }
        if several {
            reader.enter()?;
        }
        several = true;
        if sign {
            // `- -x` without its blank is a decrement.
            let blank = if signs.ends_with('-') { " " } else { "" };
            signs.extend([blank, reader.peek()]);
        }
        reader.skip(length);
    }
}

/// The number of tokens of a cast at this position; 0 without one.
fn cast_length(reader: &Reader<'_>) -> usize {
    const TYPES: [&str; 11] = [
        "int", "long", "double", "float", "decimal", "string", "bool", "object", "dynamic", "DateTime",
        "short",
    ];
    let nullable = usize::from(reader.ahead(2) == "?");
    let is_cast =
        reader.peek() == "(" && TYPES.contains(&reader.ahead(1)) && reader.ahead(2 + nullable) == ")";
    if is_cast { 3 + nullable } else { 0 }
}

/// A member or a call of a method. A call becomes a function around `of`: one level, which ends with the
/// chain.
fn member(reader: &mut Reader<'_>, mut of: String, name: &str) -> Result<String, String> {
    if reader.accept("(") {
        let given = arguments(reader)?;
        reader.enter()?;
        if name == "Boost" {
            return Ok(format!("boost({of}, {given})"));
        }
        if !METHODS.contains(&name) {
            return Err(format!("the method '{name}' is not translated"));
        }
        return Ok(if given.is_empty() {
            format!("__cs.{name}({of})")
        } else {
            format!("__cs.{name}({of}, {given})")
        });
    }
    if reader.group.as_deref() == Some(of.as_str()) && name == "Key" {
        return Ok(format!("{of}.key"));
    }
    if name == "Id" && reader.documents.contains(&of) {
        return Ok(format!("id({of})"));
    }
    // The length of a list, unless it is a member of that name: only known at run time.
    if matches!(name, "Count" | "Length") && of.contains('.') {
        reader.enter()?;
        return Ok(format!("__cs.size({of}, \"{name}\")"));
    }
    of.extend([".", name]);
    Ok(of)
}

/// The content of brackets, with the closing one.
fn arguments(reader: &mut Reader<'_>) -> Result<String, String> {
    let mut given = Vec::new();
    while !reader.accept(")") {
        given.push(argument(reader)?);
        if !reader.accept(",") {
            reader.expect(")")?;
            break;
        }
    }
    Ok(given.join(", "))
}

/// An argument: an expression or a function.
pub(super) fn argument(reader: &mut Reader<'_>) -> Result<String, String> {
    match lambda_names(reader) {
        Some(names) => {
            let body = expression(reader)?;
            Ok(format!("({}) => ({body})", names.join(", ")))
        }
        None => expression(reader),
    }
}

/// The parameters of a lambda at this position; its body follows.
pub(super) fn lambda_names<'a>(reader: &mut Reader<'a>) -> Option<Vec<&'a str>> {
    if reader.kind() == Some(Kind::Name) && reader.ahead(1) == "=>" {
        let name = reader.next();
        reader.next();
        return Some(vec![name]);
    }
    if reader.peek() != "(" {
        return None;
    }
    let mut names = Vec::new();
    let mut at = 1;
    loop {
        names.push(reader.ahead(at));
        match reader.ahead(at + 1) {
            "," => at += 2,
            ")" if reader.ahead(at + 2) == "=>" => break,
            _ => return None,
        }
    }
    reader.skip(at + 3);
    Some(names)
}

fn primary(reader: &mut Reader<'_>) -> Result<String, String> {
    match reader.kind() {
        Some(Kind::Number) => {
            let number = reader.next().trim_end_matches(['m', 'M', 'd', 'D', 'f', 'F', 'L', 'l', 'u', 'U']);
            Ok(number.to_owned())
        }
        Some(Kind::Text) if !reader.peek().starts_with('`') => Ok(reader.next().to_owned()),
        Some(Kind::Name) => named(reader),
        Some(Kind::Sign) if reader.peek() == "(" => bracketed(reader),
        _ => Err(reader.instead_of("a value")),
    }
}

/// An expression in brackets.
fn bracketed(reader: &mut Reader<'_>) -> Result<String, String> {
    reader.expect("(")?;
    let inner = expression(reader)?;
    reader.expect(")")?;
    Ok(format!("({inner})"))
}

fn named(reader: &mut Reader<'_>) -> Result<String, String> {
    let mut name = reader.next();
    while name == "this" && reader.accept(".") {
        name = reader.name()?;
    }
    match name {
        "new" if matches!(reader.peek(), "[" | "{") || reader.ahead(1) == "[" => new_value(reader),
        "null" | "true" | "false" => Ok(name.to_owned()),
        "new" | "typeof" | "default" | "checked" | "await" | "this" | "sizeof" | "nameof" | "switch" => {
            Err(format!("'{name}' is not translated"))
        }
        "LoadDocument" | "CreateSpatialField" | "CreateField" | "MetadataFor" | "Id" | "Recurse"
        | "AsJson" => {
            if reader.accept("<") {
                while !reader.accept(">") {
                    if reader.next().is_empty() {
                        return Err("it ends inside '<…>'".to_owned());
                    }
                }
            }
            reader.expect("(")?;
            let given = arguments(reader)?;
            Ok(match name {
                "LoadDocument" => format!("load({given})"),
                "CreateSpatialField" => format!("createSpatialField({given})"),
                "CreateField" => format!("createField({given})"),
                "MetadataFor" => format!("getMetadata({given})"),
                "Recurse" => format!("recurse({given})"),
                "AsJson" => given,
                _ => format!("id({given})"),
            })
        }
        _ if reader.peek() == "(" => Err(format!("the method '{name}' is not translated")),
        "string" | "String" | "Math" | "DateTime" | "Convert" | "Regex" | "Enumerable"
            if reader.peek() == "." =>
        {
            Err(format!("'{name}.{}' is not translated", reader.ahead(1)))
        }
        _ => Ok(name.to_owned()),
    }
}

/// `{ … }`, `[] { … }` or `type[] { … }` after `new`.
fn new_value(reader: &mut Reader<'_>) -> Result<String, String> {
    if reader.peek() == "{" {
        return object(reader);
    }
    if reader.peek() != "[" {
        reader.next();
    }
    reader.expect("[")?;
    reader.expect("]")?;
    reader.expect("{")?;
    let mut elements = Vec::new();
    while !reader.accept("}") {
        elements.push(expression(reader)?);
        if !reader.accept(",") {
            reader.expect("}")?;
            break;
        }
    }
    Ok(format!("[{}]", elements.join(", ")))
}

/// An anonymous object: `{ x.A, B = … }`.
pub(super) fn object(reader: &mut Reader<'_>) -> Result<String, String> {
    reader.expect("{")?;
    let mut members = Vec::new();
    while !reader.accept("}") {
        let named = reader.kind() == Some(Kind::Name) && reader.ahead(1) == "=";
        let (name, value) = if named {
            let name = reader.name()?.to_owned();
            reader.expect("=")?;
            (name, expression(reader)?)
        } else {
            let value = expression(reader)?;
            (last_name(&value)?, value)
        };
        members.push(format!("\"{name}\": {value}"));
        if !reader.accept(",") {
            reader.expect("}")?;
            break;
        }
    }
    Ok(format!("{{{}}}", members.join(", ")))
}

/// The implicit name of a member.
fn last_name(value: &str) -> Result<String, String> {
    let simple = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    if value.starts_with("id(") {
        return Ok("Id".to_owned());
    }
    if let Some(name) =
        ["Count", "Length"].into_iter().find(|name| value.ends_with(&format!(", \"{name}\")")))
    {
        return Ok(name.to_owned());
    }
    if value.ends_with(".key") {
        return Ok("Key".to_owned());
    }
    match value.rsplit('.').next() {
        Some(name) if simple => Ok(name.to_owned()),
        _ => Err("a field needs a name: write Name = value".to_owned()),
    }
}
