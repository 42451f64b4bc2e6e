//! The tree bound to its parameters: which documents are read how, which fields are taken out of them, which
//! predicate, sort keys, page and fields follow. Nothing here touches a document.

mod bind;
mod bind_methods;
mod columns;
mod describe;
mod not_yet;
mod paging;

use std::collections::BTreeSet;

pub use bind::{Between, Bound, Match, Membership, Needle};
pub use columns::{ColumnSource, Columns, MetadataKey};
pub(crate) use not_yet::not_yet;
pub use paging::Page;

use crate::ast::{
    Argument, Expr, Field, Function, Include, Load, Operand, OrderBy, OrderKey, Path, Position, Predicate,
    Query, Script, Select, Selected, Source, SpatialField,
};
use crate::error::QueryError;
use crate::request::QueryRequest;
use bind::Binder;
use serde_json::{Map, Value};

/// The value of an operand: a literal, or a parameter's value.
///
/// # Errors
/// When the parameter has no value.
pub fn value_of(operand: &Operand, parameters: &Map<String, Value>) -> Result<Value, QueryError> {
    Binder::new(parameters).json(operand)
}

/// A query ready to run.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) source: Source,
    pub(crate) access: Access,
    pub(crate) columns: Columns,
    pub(crate) filter: Option<Condition>,
    pub(crate) sort: Vec<SortBy>,
    pub(crate) distinct: bool,
    /// `None` gives whole documents.
    pub(crate) fields: Option<Vec<ProjectedField>>,
    /// `select { … }`.
    pub(crate) object: Option<Script>,
    pub(crate) functions: Vec<Function>,
    /// The alias of the `from` clause.
    pub(crate) alias: Option<String>,
    pub(crate) loads: Vec<Load>,
    /// A whole document is a member of the results.
    pub(crate) has_documents: bool,
    pub(crate) includes: Vec<Path>,
    pub(crate) wants_timings: bool,
    pub(crate) page: Page,
}

/// How the documents are reached.
#[derive(Debug, PartialEq)]
pub(crate) enum Access {
    /// All of them.
    Scan,
    /// The condition names ids: those only, folded and sorted as RavenDB gives them.
    Lookup(BTreeSet<String>),
}

/// A condition over columns.
#[derive(Debug)]
#[non_exhaustive]
pub enum Condition {
    /// Every side.
    And(Vec<Condition>),
    /// Any side.
    Or(Vec<Condition>),
    /// Not the inside.
    Not(Box<Condition>),
    /// As the inside, which counts so many times as much in the score.
    Boost(Box<Condition>, f64),
    /// Always.
    True,
    /// A test of one column.
    Test(BoundTest),
}

/// One test of one column.
#[derive(Debug)]
pub struct BoundTest {
    /// Which column.
    pub column: usize,
    /// What its values are checked for.
    pub check: Match,
    /// Operator name for the plan.
    pub operation: &'static str,
    /// Parameters for the plan.
    pub parameters: Vec<(String, String)>,
}

/// One sort key over a column.
#[derive(Debug)]
pub struct SortBy {
    /// Which column.
    pub column: usize,
    /// How it is compared.
    pub key: OrderBy,
}

/// One member of a projected result.
#[derive(Debug)]
pub(crate) struct ProjectedField {
    pub(crate) name: String,
    pub(crate) value: ProjectedValue,
    /// A missing value is left out instead of given as null.
    pub(crate) omit_missing: bool,
    /// No name was given with `as`.
    pub(crate) unnamed: bool,
}

/// Where a projected value comes from.
#[derive(Debug)]
pub(crate) enum ProjectedValue {
    Field(crate::ast::Field),
    Constant(Value),
    /// The document itself.
    Document,
    /// A declared function.
    Call {
        name: String,
        arguments: Vec<ProjectedArgument>,
        at: Position,
    },
}

/// What a declared function is given.
#[derive(Debug)]
pub(crate) enum ProjectedArgument {
    Document,
    Field(Field),
    Value(Value),
}

impl Plan {
    /// Binds the tree to the request's parameters.
    pub(crate) fn new(query: &Query, request: &QueryRequest) -> Result<Self, QueryError> {
        not_yet::refuse(query)?;
        let binder = Binder::new(&request.parameters);
        let mut columns = Columns::default();
        let filter = match &query.condition {
            None | Some(Expr::True) => None,
            Some(expr) => Some(condition(expr, &binder, &mut columns)?),
        };
        let sort = query
            .order_by
            .iter()
            .map(|key| match &key.by {
                OrderKey::Field(field) => Ok(SortBy { column: columns.for_field(field), key: key.clone() }),
                _ => Err(not_yet("order by a method", key.at)),
            })
            .collect::<Result<_, _>>()?;
        let access = query.condition.as_ref().and_then(|expr| lookup_ids(expr, &binder));
        let select = query.select.as_ref();
        Ok(Self {
            source: query.from.source.clone(),
            access: access.map_or(Access::Scan, Access::Lookup),
            columns,
            filter,
            sort,
            distinct: select.is_some_and(|select| select.distinct && !select.fields.is_empty()),
            fields: select
                .filter(|select| !select.fields.is_empty())
                .map(|s| projected(s, &binder))
                .transpose()?,
            object: select.and_then(|select| select.object.clone()),
            functions: query.functions.clone(),
            alias: query.from.alias.clone(),
            loads: query.load.clone(),
            has_documents: select.is_some_and(|select| {
                select.fields.iter().any(|field| matches!(field.value, Selected::Document(_)))
            }),
            includes: included_paths(query),
            wants_timings: query.include.contains(&Include::Timings),
            page: Page::new(&query.paging, &binder)?,
        })
    }
}

fn condition(expr: &Expr, binder: &Binder<'_>, columns: &mut Columns) -> Result<Condition, QueryError> {
    let mut all = |sides: &[Expr]| -> Result<Vec<Condition>, QueryError> {
        sides.iter().map(|side| condition(side, binder, columns)).collect()
    };
    Ok(match expr {
        Expr::True => Condition::True,
        Expr::And(sides) => Condition::And(all(sides)?),
        Expr::Or(sides) => Condition::Or(all(sides)?),
        Expr::Not(inside) => Condition::Not(Box::new(condition(inside, binder, columns)?)),
        Expr::Boost(inside, factor) => {
            let factor = binder.between_numbers(factor, "The factor of boost()", 0.0, 1e9)?;
            Condition::Boost(Box::new(condition(inside, binder, columns)?), factor)
        }
        // Every document is one entry of a scan, so that all sides must hold for it.
        Expr::Intersect(sides) => Condition::And(all(sides)?),
        Expr::MoreLikeThis(more) => return Err(not_yet("moreLikeThis()", more.at)),
        Expr::Test(test) => {
            let mut check = binder.predicate(test)?;
            let (operation, parameters) = describe::test(test, binder);
            let column = match &test.field {
                Field::Place(SpatialField::Point { latitude, longitude: east }) => {
                    if let Match::Spatial { longitude, .. } = &mut check {
                        *longitude = Some(columns.for_field(&Field::Path(east.clone())));
                    }
                    columns.for_field(&Field::Path(latitude.clone()))
                }
                Field::Place(SpatialField::Wkt(path) | SpatialField::Name(path)) => {
                    columns.for_field(&Field::Path(path.clone()))
                }
                field => columns.for_field(field),
            };
            Condition::Test(BoundTest { column, check, operation, parameters })
        }
    })
}

/// The ids a document must have one of, where the condition says so at its top. The condition itself still runs.
fn lookup_ids(expr: &Expr, binder: &Binder<'_>) -> Option<BTreeSet<String>> {
    match expr {
        Expr::And(sides) => sides.iter().find_map(|side| lookup_ids(side, binder)),
        Expr::Test(test) if test.field == crate::ast::Field::Id => match &test.predicate {
            Predicate::Compare(crate::ast::Comparison::Equal, value) => {
                binder.ids(std::slice::from_ref(value))
            }
            Predicate::In(values) => binder.ids(values),
            _ => None,
        },
        _ => None,
    }
}

fn projected(select: &Select, binder: &Binder<'_>) -> Result<Vec<ProjectedField>, QueryError> {
    select
        .fields
        .iter()
        .map(|field| {
            let value = match &field.value {
                Selected::Field(source) => ProjectedValue::Field(source.clone()),
                Selected::Value(operand) => ProjectedValue::Constant(binder.json(operand)?),
                Selected::Document(_) => ProjectedValue::Document,
                Selected::Call { name, arguments } => {
                    let arguments = arguments.iter().map(|argument| argument_of(argument, binder));
                    let arguments = arguments.collect::<Result<_, _>>()?;
                    ProjectedValue::Call { name: name.clone(), arguments, at: field.at }
                }
                Selected::Distance(_) => return Err(not_yet("spatial.distance()", field.at)),
                Selected::Facet(_) => return Err(not_yet("facet()", field.at)),
                Selected::Suggest(_) => return Err(not_yet("suggest()", field.at)),
            };
            let loaded = matches!(field.value, Selected::Field(Field::Loaded { .. }));
            Ok(ProjectedField {
                name: field.name(),
                value,
                omit_missing: field.qualified || loaded,
                unnamed: field.alias.is_none(),
            })
        })
        .collect()
}

fn argument_of(argument: &Argument, binder: &Binder<'_>) -> Result<ProjectedArgument, QueryError> {
    Ok(match argument {
        Argument::Document(_) => ProjectedArgument::Document,
        Argument::Field(field) => ProjectedArgument::Field(field.clone()),
        Argument::Value(value) => ProjectedArgument::Value(binder.json(value)?),
    })
}

fn included_paths(query: &Query) -> Vec<Path> {
    query
        .include
        .iter()
        .filter_map(|item| match item {
            Include::Path(path) => Some(path.clone()),
            _ => None,
        })
        .collect()
}
