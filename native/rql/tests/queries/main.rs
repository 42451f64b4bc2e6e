//! Queries as a client sends them, on documents and indexes in memory. One program, so that it is linked
//! once.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod cancelling;
mod conditions_as_observed;
mod errors;
mod facets_as_observed;
mod filters_as_observed;
mod groups_as_observed;
mod keywords_as_names;
mod loads_and_scripts;
mod memory;
mod more_like_this;
mod mutated_queries;
mod naive_evaluator;
mod orders_by_method;
mod parser_properties;
mod plan_and_timings;
mod results;
mod text_and_places_as_observed;
mod time_series;
