//! C# expressions, written again as JavaScript.

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

/// Nesting deeper than this is refused.
const MAX_DEPTH: usize = 64;

const OPERATORS: [&str; 14] = ["==", "!=", "<=", ">=", "<", ">", "&&", "||", "??", "+", "-", "*", "/", "%"];

/// An expression with all its operators.
pub(super) fn expression(reader: &mut Reader<'_>) -> Result<String, String> {
    reader.depth += 1;
    if reader.depth > MAX_DEPTH {
        return Err("its expressions are nested too deep".to_owned());
    }
    let mut out = unary(reader)?;
    while OPERATORS.contains(&reader.peek()) {
        let operator = reader.next();
        let right = unary(reader)?;
        // `??` must not stand beside `&&` and `||` without brackets in JavaScript.
        out = if operator == "??" {
            format!("({out} ?? {right})")
        } else {
            format!("{out} {operator} {right}")
        };
    }
    if reader.accept("?") {
        let yes = expression(reader)?;
        reader.expect(":")?;
        let no = expression(reader)?;
        out = format!("({out} ? {yes} : {no})");
    }
    reader.depth -= 1;
    Ok(out)
}

fn unary(reader: &mut Reader<'_>) -> Result<String, String> {
    for operator in ["!", "-"] {
        if reader.accept(operator) {
            return Ok(format!("{operator}{}", unary(reader)?));
        }
    }
    let mut out = primary(reader)?;
    loop {
        if reader.accept(".") || reader.accept("?.") {
            let name = reader.name()?;
            out = member(reader, out, name)?;
        } else if reader.accept("[") {
            let index = expression(reader)?;
            reader.expect("]")?;
            out = format!("{out}[{index}]");
        } else if matches!(reader.peek(), "as" | "is") {
            return Err(format!("'{}' is not translated", reader.peek()));
        } else {
            return Ok(out);
        }
    }
}

fn member(reader: &mut Reader<'_>, of: String, name: &str) -> Result<String, String> {
    if reader.accept("(") {
        let given = arguments(reader)?;
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
    if reader.documents.contains(&of) && name == "Id" {
        return Ok(format!("id({of})"));
    }
    // The length of a list, unless it is a member of that name: known only when it runs.
    if matches!(name, "Count" | "Length") && of.contains('.') {
        return Ok(format!("__cs.size({of}, \"{name}\")"));
    }
    Ok(format!("{of}.{name}"))
}

/// What stands in brackets, up to and with the closing one.
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

/// The names of a function that begins here; what follows is its body.
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
    for _ in 0..at + 3 {
        reader.next();
    }
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

/// Something in brackets, or a cast, which JavaScript does not need.
fn bracketed(reader: &mut Reader<'_>) -> Result<String, String> {
    const TYPES: [&str; 11] = [
        "int", "long", "double", "float", "decimal", "string", "bool", "object", "dynamic", "DateTime",
        "short",
    ];
    reader.expect("(")?;
    let nullable = usize::from(reader.ahead(1) == "?");
    if TYPES.contains(&reader.peek()) && reader.ahead(1 + nullable) == ")" {
        for _ in 0..2 + nullable {
            reader.next();
        }
        return unary(reader);
    }
    let inner = expression(reader)?;
    reader.expect(")")?;
    Ok(format!("({inner})"))
}

fn named(reader: &mut Reader<'_>) -> Result<String, String> {
    let name = reader.next();
    match name {
        "new" if matches!(reader.peek(), "[" | "{") || reader.ahead(1) == "[" => new_value(reader),
        "null" | "true" | "false" => Ok(name.to_owned()),
        "this" if reader.accept(".") => named(reader),
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

/// `{ … }`, `[] { … }` or `type[] { … }` behind `new`.
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

/// The name a member has that is given without one.
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
