//! The plan carried out: documents in batches through filter, sort, distinct and page, then results, includes
//! and the record of what each operator did.

mod batch;
mod distinct;
mod explanations;
mod extract;
mod facets;
mod filter;
mod group;
mod highlight;
mod includes;
mod javascript_comparison;
mod loader;
mod mask;
mod materialized;
mod meter;
mod pipeline;
mod plan_tree;
mod predicate;
mod project;
mod projector;
mod score;
mod sort;
mod sort_key;
mod spatial_relation;
mod tally;
mod time_series;
mod timings_tree;

pub(crate) use batch::Batch;
pub(crate) use distinct::Distinct;
pub(crate) use explanations::explanations_by_result;
pub(crate) use extract::Extractor;
pub(crate) use facets::FacetCollector;
pub(crate) use filter::FilterOperator;
pub(crate) use group::{GroupPart, Groups};
pub(crate) use highlight::{Kept, highlightings};
pub(crate) use includes::load as load_includes;
pub(crate) use loader::Loader;
pub(crate) use materialized::MaterializedDocuments;
pub(crate) use meter::Meter;
pub(crate) use pipeline::Pipeline;
pub(crate) use plan_tree::{StageTimes, plan_tree};
pub(crate) use predicate::Predicate;
pub(crate) use projector::Projector;
pub use time_series::{
    call_time_series, series_entries, series_entry, series_moment, series_stats, series_stats_of,
};
pub(crate) use timings_tree::{found_timings, timings_tree};
