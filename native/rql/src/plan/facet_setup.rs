//! Facet setup documents: `facet(id('facets/…'))` expanded to the facets of a select list.
//! `Facets` come before `RangeFacets`, each in its order. Reads no document.

use serde_json::{Map, Value};

use crate::ast::{
    Expr, Facet, FacetAggregation, FacetOf, Operand, OperandKind, Path, Position, SelectField, Selected,
};
use crate::error::QueryError;

/// RavenDB's names of the aggregations, and RQL's.
const METHODS: [(&str, &str); 5] =
    [("Sum", "sum"), ("Average", "avg"), ("Min", "min"), ("Max", "max"), ("None", "none")];

/// The setup document, and the position in the query.
#[derive(Clone, Copy)]
pub(crate) struct SetupOf<'s> {
    pub(crate) name: &'s str,
    pub(crate) at: Position,
}

impl SetupOf<'_> {
    /// The facets of a set-up.
    pub(crate) fn facets(self, setup: &Map<String, Value>) -> Result<Vec<SelectField>, QueryError> {
        let mut fields = Vec::new();
        for facet in self.objects(setup, "Facets")? {
            let of = match facet.get("FieldName").and_then(Value::as_str) {
                Some(name) => FacetOf::Field(Path::from_text(name)),
                None => FacetOf::All,
            };
            let options = facet.get("Options").filter(|options| options.is_object());
            let options =
                options.map(|options| Operand { kind: OperandKind::Text(options.to_string()), at: self.at });
            fields.push(self.field(facet, of, options)?);
        }
        for facet in self.objects(setup, "RangeFacets")? {
            let ranges = match facet.get("Ranges") {
                Some(Value::Array(ranges)) if !ranges.is_empty() => {
                    ranges.iter().map(|range| self.range(range)).collect::<Result<Vec<_>, _>>()?
                }
                _ => return Err(self.wrong("has a facet of ranges without Ranges, an array of texts")),
            };
            fields.push(self.field(facet, FacetOf::Ranges(ranges), None)?);
        }
        Ok(fields)
    }

    fn field(
        self,
        facet: &Map<String, Value>,
        of: FacetOf,
        options: Option<Operand>,
    ) -> Result<SelectField, QueryError> {
        let alias = facet.get("DisplayFieldName").and_then(Value::as_str).map(str::to_owned);
        let facet = Facet { of, aggregations: self.aggregations(facet)?, options };
        Ok(SelectField { value: Selected::Facet(Box::new(facet)), alias, qualified: false, at: self.at })
    }

    fn aggregations(self, facet: &Map<String, Value>) -> Result<Vec<FacetAggregation>, QueryError> {
        let given = match facet.get("Aggregations") {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Object(given)) => given,
            Some(_) => return Err(self.wrong("has Aggregations that are not an object")),
        };
        let mut all = Vec::new();
        for (name, of) in given {
            let Some((_, method)) = METHODS.iter().find(|(known, _)| known == name) else {
                let name = crate::text::shortened(name);
                return Err(
                    self.wrong(&format!("has the aggregation '{name}'. Known are Sum, Average, Min and Max"))
                );
            };
            let mut add = |field: &str, name: Option<&str>| {
                all.push(FacetAggregation {
                    method: (*method).to_owned(),
                    path: Path::from_text(field),
                    name: name.map(str::to_owned),
                });
            };
            match of {
                Value::Null => {}
                Value::String(field) => add(field, None),
                Value::Array(fields) => {
                    for field in fields {
                        let Value::Object(field) = field else {
                            return Err(self.wrong("has an aggregation that is not an object with a Name"));
                        };
                        // One without a name aggregates nothing.
                        if let Some(name) = field.get("Name").and_then(Value::as_str) {
                            add(name, field.get("DisplayName").and_then(Value::as_str));
                        }
                    }
                }
                _ => return Err(self.wrong("has an aggregation that is not an object with a Name")),
            }
        }
        Ok(all)
    }

    fn range(self, range: &Value) -> Result<Expr, QueryError> {
        let Some(text) = range.as_str() else {
            return Err(self.wrong("has a range that is not a string"));
        };
        crate::parser::parse_condition(text).map_err(|error| {
            let message = match &error {
                QueryError::Parse(error) => error.message.clone(),
                other => other.to_string(),
            };
            let text = crate::text::shortened(text);
            self.wrong(&format!("has the range '{text}', which is not a condition: {message}"))
        })
    }

    fn objects<'v>(
        self,
        setup: &'v Map<String, Value>,
        name: &str,
    ) -> Result<Vec<&'v Map<String, Value>>, QueryError> {
        let wrong = || self.wrong(&format!("has {name} that are not an array of objects"));
        match setup.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(facets)) => {
                facets.iter().map(|facet| facet.as_object().ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    fn wrong(self, what: &str) -> QueryError {
        let end = if what.ends_with('.') { "" } else { "." };
        QueryError::at(self.at, format!("The facet set-up '{}' {what}{end}", self.name))
    }
}
