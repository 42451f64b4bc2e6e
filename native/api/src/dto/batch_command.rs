//! One command of a batch as clients send it, and how its result is written.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A command; which members count depends on its kind.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct BatchCommand<'a> {
    #[serde(borrow, default)]
    pub(crate) id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) change_vector: Option<Cow<'a, str>>,
    /// The version that a session loaded, in cluster-wide batches.
    #[serde(borrow, default)]
    pub(crate) original_change_vector: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "Type")]
    pub(crate) kind: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(crate) document: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) id_prefixed: Option<bool>,
    #[serde(default)]
    pub(crate) index: Option<i64>,
    #[serde(borrow, default)]
    pub(crate) name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) content_type: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) destination_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) destination_name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) force_revision_creation_strategy: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) counters: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) time_series: Option<&'a RawValue>,
    /// The start of a copied range of a time series.
    #[serde(borrow, default)]
    pub(crate) from: Option<Cow<'a, str>>,
    /// Its end.
    #[serde(borrow, default)]
    pub(crate) to: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) patch: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) json_patch: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) patch_if_missing: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) create_if_missing: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) return_document: Option<bool>,
    #[serde(borrow, default)]
    pub(crate) ids: Option<&'a RawValue>,
}

/// How the result of a command is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// One result, by its kind.
    One,
    /// A changed time series whose command had the type `TimeSeriesWithIncrements`.
    Increments,
    /// A patched document.
    Patch {
        /// With the document after the patch.
        return_document: bool,
    },
    /// A document changed by a JSON patch.
    JsonPatch {
        /// With the document after the patch.
        return_document: bool,
    },
    /// The deletion of no document: nothing is executed. With the empty id, or without one.
    NoDocument(Option<String>),
    /// This many patched documents, with one result.
    BatchPatch(usize),
}
