//! What is known of C#'s types: methods, members that are computed, and static members.

use super::types::Type;

/// Methods of values that the library has.
const METHODS: [&str; 101] = [
    "Add",
    "AddDays",
    "AddHours",
    "AddMilliseconds",
    "AddMinutes",
    "AddMonths",
    "AddSeconds",
    "AddTicks",
    "AddYears",
    "Aggregate",
    "All",
    "Any",
    "Append",
    "AsEnumerable",
    "Average",
    "Cast",
    "Chunk",
    "CompareTo",
    "Concat",
    "Contains",
    "ContainsKey",
    "Count",
    "DefaultIfEmpty",
    "Distinct",
    "DistinctBy",
    "Duration",
    "ElementAt",
    "ElementAtOrDefault",
    "EndsWith",
    "Equals",
    "Except",
    "First",
    "FirstOrDefault",
    "Flatten",
    "GetContentAsString",
    "GetValueOrDefault",
    "GroupBy",
    "GroupJoin",
    "IndexOf",
    "Insert",
    "Intersect",
    "Join",
    "Last",
    "LastIndexOf",
    "LastOrDefault",
    "LongCount",
    "Max",
    "MaxBy",
    "Min",
    "MinBy",
    "Negate",
    "OfType",
    "OrderBy",
    "OrderByDescending",
    "PadLeft",
    "PadRight",
    "Prepend",
    "Remove",
    "Replace",
    "Reverse",
    "Select",
    "SelectMany",
    "SequenceEqual",
    "Single",
    "SingleOrDefault",
    "Skip",
    "SkipWhile",
    "Split",
    "StartsWith",
    "Substring",
    "Subtract",
    "Sum",
    "Take",
    "TakeLast",
    "TakeWhile",
    "ThenBy",
    "ThenByDescending",
    "ToArray",
    "ToCharArray",
    "ToDateTime",
    "ToDictionary",
    "ToHashSet",
    "ToList",
    "ToLocalTime",
    "ToLookup",
    "ToLower",
    "ToLowerInvariant",
    "ToShortDateString",
    "ToString",
    "ToUniversalTime",
    "ToUnixTimeMilliseconds",
    "ToUnixTimeSeconds",
    "ToUpper",
    "ToUpperInvariant",
    "Trim",
    "TrimEnd",
    "TrimStart",
    "Union",
    "Value",
    "Where",
    "Zip",
];

/// Whether the library has a method of values.
pub(super) fn has_method(name: &str) -> bool {
    METHODS.contains(&name)
}

/// Members that some values compute and others have as a field: known only at run time.
pub(super) fn is_computed(name: &str) -> bool {
    matches!(
        name,
        "Count"
            | "Length"
            | "Value"
            | "HasValue"
            | "Key"
            | "Id"
            | "Year"
            | "Month"
            | "Day"
            | "Hour"
            | "Minute"
            | "Second"
            | "Millisecond"
            | "Ticks"
            | "Date"
            | "TimeOfDay"
            | "DayOfWeek"
            | "DayOfYear"
            | "DayNumber"
            | "Kind"
            | "Days"
            | "Hours"
            | "Minutes"
            | "Seconds"
            | "Milliseconds"
            | "TotalDays"
            | "TotalHours"
            | "TotalMinutes"
            | "TotalSeconds"
            | "TotalMilliseconds"
            | "UtcDateTime"
            | "LocalDateTime"
            | "DateTime"
    )
}

/// The type of such a member.
pub(super) fn type_of_computed(name: &str, of: &Type) -> Type {
    let dated = matches!(of, Type::Date | Type::Span);
    match name {
        "Date" | "UtcDateTime" | "LocalDateTime" | "DateTime" if dated => Type::Date,
        "TimeOfDay" => Type::Span,
        "TotalDays" | "TotalHours" | "TotalMinutes" | "TotalSeconds" | "TotalMilliseconds" => Type::Real,
        "HasValue" => Type::Bool,
        "Value" if dated => of.clone(),
        _ => Type::Unknown,
    }
}

/// Whether a name is a namespace, which may be in front of a class.
pub(super) fn is_namespace(name: &str) -> bool {
    matches!(
        name,
        "System" | "Collections" | "Generic" | "Linq" | "Globalization" | "Text" | "RegularExpressions"
    )
}

/// Whether a name is a class with static members that are known.
pub(super) fn is_class(name: &str) -> bool {
    matches!(
        name,
        "Enumerable"
            | "DynamicEnumerable"
            | "Array"
            | "string"
            | "String"
            | "Math"
            | "MathF"
            | "DateTime"
            | "DateTimeOffset"
            | "DateOnly"
            | "TimeOnly"
            | "TimeSpan"
            | "Convert"
            | "Regex"
            | "char"
            | "Char"
            | "int"
            | "long"
            | "short"
            | "byte"
            | "Int32"
            | "Int64"
            | "double"
            | "float"
            | "decimal"
            | "Double"
            | "Decimal"
            | "Single"
            | "bool"
            | "Boolean"
            | "StringComparison"
            | "MidpointRounding"
            | "StringSplitOptions"
            | "RegexOptions"
            | "FieldIndexing"
            | "FieldStorage"
            | "FieldTermVector"
            | "DateTimeKind"
            | "DayOfWeek"
            | "CultureInfo"
            | "DateTimeStyles"
            | "Encoding"
            | "object"
            | "Guid"
            | "Nullable"
    )
}

/// The function of a static method, and the type of its result.
pub(super) fn static_method(class: &str, name: &str) -> Option<(&'static str, Type)> {
    Some(match (class, name) {
        ("Enumerable" | "Array", "Empty") => ("list.Empty", Type::Unknown),
        ("Enumerable", "Range") => ("list.Range", Type::Unknown),
        ("Enumerable", "Repeat") => ("list.Repeat", Type::Unknown),
        ("string" | "String", "Compare") => ("string.Compare", Type::Int),
        ("string" | "String", "Concat") => ("string.Concat", Type::Text),
        ("string" | "String", "Equals") => ("string.Equals", Type::Bool),
        ("string" | "String", "Format") => ("string.Format", Type::Text),
        ("string" | "String", "IsNullOrEmpty") => ("string.IsNullOrEmpty", Type::Bool),
        ("string" | "String", "IsNullOrWhiteSpace") => ("string.IsNullOrWhiteSpace", Type::Bool),
        ("string" | "String", "Join") => ("string.Join", Type::Text),
        ("Math" | "MathF", _) => return math(name),
        ("DateTime" | "DateTimeOffset", "Parse" | "ParseExact") => ("date.Parse", Type::Date),
        ("DateTime" | "DateTimeOffset", "Compare") => ("date.Compare", Type::Int),
        ("DateTime", "DaysInMonth") => ("date.DaysInMonth", Type::Int),
        ("DateTime", "IsLeapYear") => ("date.IsLeapYear", Type::Bool),
        ("DateTime", "SpecifyKind") => ("date.Parse", Type::Date),
        ("DateOnly", "FromDateTime") => ("dateOnly.FromDateTime", Type::Date),
        ("DateOnly", "Parse") => ("dateOnly.Parse", Type::Date),
        ("TimeOnly", "FromDateTime") => ("timeOnly.FromDateTime", Type::Date),
        ("TimeOnly", "Parse") => ("timeOnly.Parse", Type::Date),
        ("TimeSpan", "FromDays") => ("span.FromDays", Type::Span),
        ("TimeSpan", "FromHours") => ("span.FromHours", Type::Span),
        ("TimeSpan", "FromMinutes") => ("span.FromMinutes", Type::Span),
        ("TimeSpan", "FromSeconds") => ("span.FromSeconds", Type::Span),
        ("TimeSpan", "FromMilliseconds") => ("span.FromMilliseconds", Type::Span),
        ("TimeSpan", "FromTicks") => ("span.FromTicks", Type::Span),
        ("TimeSpan", "Parse") => ("span.Parse", Type::Span),
        ("Convert", "ToInt32" | "ToInt64" | "ToInt16" | "ToByte") => ("convert.ToInt32", Type::Int),
        ("Convert", "ToDouble" | "ToDecimal" | "ToSingle") => ("convert.ToDouble", Type::Real),
        ("Convert", "ToBoolean") => ("convert.ToBoolean", Type::Bool),
        ("Convert", "ToString") => ("convert.ToString", Type::Text),
        ("Convert", "ToDateTime") => ("convert.ToDateTime", Type::Date),
        ("int" | "long" | "short" | "byte" | "Int32" | "Int64", "Parse") => ("convert.ParseInt", Type::Int),
        ("double" | "float" | "decimal" | "Double" | "Decimal" | "Single", "Parse") => {
            ("convert.ParseReal", Type::Real)
        }
        ("decimal" | "Decimal", _) => return math(name),
        ("bool" | "Boolean", "Parse") => ("convert.ParseBool", Type::Bool),
        ("Regex", "Escape") => ("regex.Escape", Type::Text),
        ("Regex", "IsMatch") => ("regex.IsMatch", Type::Bool),
        ("Regex", "Match") => ("regex.Match", Type::Unknown),
        ("Regex", "Replace") => ("regex.Replace", Type::Text),
        ("Regex", "Split") => ("regex.Split", Type::Unknown),
        ("char" | "Char", "IsDigit" | "IsNumber") => ("char.IsDigit", Type::Bool),
        ("char" | "Char", "IsLetter") => ("char.IsLetter", Type::Bool),
        ("char" | "Char", "IsLetterOrDigit") => ("char.IsLetterOrDigit", Type::Bool),
        ("char" | "Char", "IsLower") => ("char.IsLower", Type::Bool),
        ("char" | "Char", "IsUpper") => ("char.IsUpper", Type::Bool),
        ("char" | "Char", "IsWhiteSpace") => ("char.IsWhiteSpace", Type::Bool),
        ("char" | "Char", "ToLower" | "ToLowerInvariant") => ("char.ToLower", Type::Char),
        ("char" | "Char", "ToUpper" | "ToUpperInvariant") => ("char.ToUpper", Type::Char),
        ("object", "Equals") => ("eq", Type::Bool),
        _ => return None,
    })
}

fn math(name: &str) -> Option<(&'static str, Type)> {
    Some(match name {
        "Abs" => ("math.Abs", Type::Unknown),
        "Ceiling" => ("math.Ceiling", Type::Real),
        "Floor" => ("math.Floor", Type::Real),
        "Truncate" => ("math.Truncate", Type::Real),
        "Round" => ("math.Round", Type::Real),
        "Max" => ("math.Max", Type::Unknown),
        "Min" => ("math.Min", Type::Unknown),
        "Pow" => ("math.Pow", Type::Real),
        "Sqrt" => ("math.Sqrt", Type::Real),
        "Sign" => ("math.Sign", Type::Int),
        "Log" => ("math.Log", Type::Real),
        "Log10" => ("math.Log10", Type::Real),
        "Exp" => ("math.Exp", Type::Real),
        "Sin" => ("math.Sin", Type::Real),
        "Cos" => ("math.Cos", Type::Real),
        "Tan" => ("math.Tan", Type::Real),
        _ => return None,
    })
}

/// The JavaScript of a static member, and its type. Values of enumerations are their names.
pub(super) fn static_member(class: &str, name: &str) -> Option<(String, Type)> {
    let (text, type_) = match (class, name) {
        ("string" | "String", "Empty") => ("\"\"", Type::Text),
        ("Math", "PI") => ("Math.PI", Type::Real),
        ("Math", "E") => ("Math.E", Type::Real),
        ("DateTime" | "DateTimeOffset", "MinValue") => ("__cs.date.MinValue", Type::Date),
        ("DateTime" | "DateTimeOffset", "MaxValue") => ("__cs.date.MaxValue", Type::Date),
        ("DateTime" | "DateTimeOffset", "Now") => ("__cs.date.Now", Type::Date),
        ("DateTime" | "DateTimeOffset", "UtcNow") => ("__cs.date.UtcNow", Type::Date),
        ("DateTime" | "DateTimeOffset", "UnixEpoch") => ("__cs.date.UnixEpoch", Type::Date),
        ("DateTime", "Today") => ("__cs.date.Today", Type::Date),
        ("TimeSpan", "Zero") => ("__cs.span.Zero", Type::Span),
        ("int" | "Int32", "MaxValue") => ("2147483647", Type::Int),
        ("int" | "Int32", "MinValue") => ("(-2147483648)", Type::Int),
        ("long" | "Int64", "MaxValue") => ("9223372036854775807", Type::Int),
        ("long" | "Int64", "MinValue") => ("(-9223372036854775808)", Type::Int),
        ("double" | "Double", "MaxValue") => ("Number.MAX_VALUE", Type::Real),
        ("double" | "Double", "MinValue") => ("(-Number.MAX_VALUE)", Type::Real),
        ("double" | "Double" | "float", "NaN") => ("NaN", Type::Real),
        ("decimal" | "Decimal", "Zero") => ("0", Type::Real),
        ("decimal" | "Decimal", "One") => ("1", Type::Real),
        ("Guid", "Empty") => ("\"00000000-0000-0000-0000-000000000000\"", Type::Text),
        ("CultureInfo", "InvariantCulture" | "CurrentCulture") => ("null", Type::Unknown),
        ("DateTimeStyles", _) => ("null", Type::Unknown),
        (
            "StringComparison" | "MidpointRounding" | "StringSplitOptions" | "RegexOptions" | "FieldIndexing"
            | "FieldStorage" | "FieldTermVector" | "DateTimeKind" | "DayOfWeek" | "Encoding",
            _,
        ) => return Some((format!("\"{name}\""), Type::Text)),
        _ => return None,
    };
    Some((text.to_owned(), type_))
}

/// What a cast to a type does; `None`: nothing.
pub(super) fn cast(name: &str) -> Option<(&'static str, Type)> {
    Some(match name {
        "long" | "ulong" | "Int64" => ("int", Type::Long),
        "int" | "short" | "byte" | "uint" | "ushort" | "sbyte" | "Int32" => ("int", Type::Int),
        "double" | "float" | "Double" => ("real", Type::Real),
        "decimal" | "Decimal" => ("decimal", Type::Real),
        "bool" | "Boolean" => ("bool", Type::Bool),
        "string" | "String" => ("text", Type::Text),
        "char" => ("char", Type::Char),
        "DateTime" | "DateTimeOffset" => ("date", Type::Date),
        "DateOnly" => ("dateOnly", Type::Date),
        "TimeOnly" => ("timeOnly", Type::Date),
        "TimeSpan" => ("span", Type::Span),
        _ => return None,
    })
}
