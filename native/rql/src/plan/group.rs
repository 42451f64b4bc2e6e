//! Splits a `group by` query: keys and sums, and the rest of the query, which applies to the groups. A group
//! is a document whose members are named by their paths.

use crate::ast::{
    Aggregate, Argument, Expr, Field, Operand, OperandKind, OrderKey, Path, Position, Query, Segment,
    Selected,
};
use crate::error::QueryError;

/// The member of a group that has all its keys, when there are several.
const KEY: &str = "key()";
/// The member of a group with its count.
pub(crate) const COUNT: &str = "Count";

/// One key of the groups.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grouping {
    pub(crate) keys: Vec<GroupedBy>,
    pub(crate) sums: Vec<Path>,
    /// The query uses `count()`.
    pub(crate) counts: bool,
}

/// One key.
#[derive(Debug, Clone)]
pub(crate) struct GroupedBy {
    /// The member of the group.
    pub(crate) name: String,
    pub(crate) path: Path,
    /// The whole array is one key.
    pub(crate) array: bool,
    alias: Option<String>,
}

impl GroupedBy {
    pub(crate) fn new(path: Path, array: bool) -> Self {
        Self { name: path.to_string(), path, array, alias: None }
    }
}

impl Grouping {
    /// The member with all keys, when there are several.
    pub(crate) fn all_keys(&self) -> Option<&'static str> {
        (self.keys.len() > 1).then_some(KEY)
    }
}

/// The grouping, and the query about groups; `None` when nothing is grouped.
pub(super) fn split(query: &Query) -> Result<Option<(Grouping, Query)>, QueryError> {
    if query.group_by.is_empty() {
        return Ok(None);
    }
    let keys = query.group_by.iter().map(|key| GroupedBy {
        name: key.path.to_string(),
        path: key.path.clone(),
        array: key.array,
        alias: key.alias.clone(),
    });
    let mut members = Members {
        grouping: Grouping { keys: keys.collect(), sums: Vec::new(), counts: false },
        aliases: Vec::new(),
    };
    let mut about = query.clone();
    about.group_by.clear();
    if let Some(load) = query.load.first() {
        return Err(refused(load.at, "Groups have no documents to load. Leave 'load' or 'group by' out."));
    }
    // Aliases of computed values in the select list are valid in all clauses.
    for field in query.select.iter().flat_map(|select| &select.fields) {
        if let (Selected::Field(value @ Field::Group(_)), Some(alias)) = (&field.value, &field.alias) {
            let member = members.renamed(value, field.at)?;
            members.aliases.push((alias.clone(), member));
        }
    }
    if let Some(condition) = &mut about.condition {
        members.rewrite(condition)?;
    }
    if let Some(filter) = &mut about.filter {
        members.rewrite(filter)?;
    }
    for key in &mut about.order_by {
        if let OrderKey::Field(field) = &mut key.by {
            *field = members.renamed(field, key.at)?;
        }
    }
    for field in about.select.iter_mut().flat_map(|select| &mut select.fields) {
        let name = field.name();
        let at = field.at;
        match &mut field.value {
            Selected::Field(value) => {
                let key = *value == Field::Group(Aggregate::Key);
                *value = members.renamed(value, at)?;
                if field.alias.is_none() {
                    field.alias = Some(if key { value.to_string() } else { name });
                }
                field.qualified = false;
            }
            Selected::Call { arguments, .. } => {
                for argument in arguments {
                    if let Argument::Field(value) = argument {
                        *value = members.renamed(value, at)?;
                    }
                }
            }
            Selected::Value(_) | Selected::Document(_) => {}
            Selected::Distance(_)
            | Selected::Facet(_)
            | Selected::Suggest(_)
            | Selected::TimeSeries { .. }
            | Selected::TimeSeriesCall { .. } => {
                return Err(refused(
                    at,
                    "This cannot be selected of groups: they have their keys, count() and sum().",
                ));
            }
        }
    }
    about.include.retain(|include| !matches!(include, crate::ast::Include::Path(_)));
    Ok(Some((members.grouping, about)))
}

/// The members groups have.
struct Members {
    grouping: Grouping,
    aliases: Vec<(String, Field)>,
}

impl Members {
    fn rewrite(&mut self, expr: &mut Expr) -> Result<(), QueryError> {
        match expr {
            Expr::And(sides) | Expr::Or(sides) | Expr::Intersect(sides) => {
                sides.iter_mut().try_for_each(|side| self.rewrite(side))
            }
            Expr::Not(inside) | Expr::Boost(inside, _) => self.rewrite(inside),
            Expr::True => Ok(()),
            Expr::MoreLikeThis(more) => Err(refused(more.at, "Groups are like no document.")),
            Expr::Test(test) => {
                test.field = self.renamed(&test.field, test.at)?;
                if let crate::ast::Predicate::Compare(_, Operand { kind: OperandKind::Field(other), at }) =
                    &mut test.predicate
                {
                    **other = self.renamed(other, *at)?;
                }
                Ok(())
            }
        }
    }

    /// The member of a group that the field means.
    fn renamed(&mut self, field: &Field, at: Position) -> Result<Field, QueryError> {
        let name = match field {
            Field::Group(Aggregate::Key) => match self.grouping.keys.as_slice() {
                [only] => only.name.clone(),
                _ => KEY.to_owned(),
            },
            Field::Group(Aggregate::Count) => {
                self.grouping.counts = true;
                COUNT.to_owned()
            }
            Field::Group(Aggregate::Sum(path)) => {
                if !self.grouping.sums.contains(path) {
                    self.grouping.sums.push(path.clone());
                }
                path.to_string()
            }
            Field::Path(path) => match self.named(path) {
                Named::Member(name) => name,
                Named::Alias(field) => return Ok(field),
                Named::Nothing => {
                    return Err(refused(
                        at,
                        &format!(
                            "The field '{path}' is neither computed nor part of what is grouped by. Groups have their keys, count() and sum()."
                        ),
                    ));
                }
            },
            Field::Id => return Err(refused(at, "A group has no id().")),
            Field::Loaded { .. } | Field::Place(_) => {
                return Err(refused(at, "A group has no such member: it has its keys, count() and sum()."));
            }
        };
        Ok(Field::Path(Path { segments: vec![Segment::Field(name)] }))
    }

    fn named(&mut self, path: &Path) -> Named {
        let text = path.to_string();
        if let Some((_, field)) = self.aliases.iter().find(|(alias, _)| *alias == text) {
            return Named::Alias(field.clone());
        }
        let key = |key: &&GroupedBy| key.name == text || key.alias.as_ref() == Some(&text);
        if let Some(key) = self.grouping.keys.iter().find(key) {
            return Named::Member(key.name.clone());
        }
        self.grouping.counts |= text == COUNT;
        let known = text == COUNT || self.grouping.sums.iter().any(|sum| sum.to_string() == text);
        if known { Named::Member(text) } else { Named::Nothing }
    }
}

enum Named {
    Member(String),
    Alias(Field),
    Nothing,
}

fn refused(at: Position, message: &str) -> QueryError {
    QueryError::Invalid { line: at.line.max(1), column: at.column.max(1), message: message.to_owned() }
}
