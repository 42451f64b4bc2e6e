//! A document as the query core reads it.

use crate::document::Document;
use rookery_rql::ScanItem;
pub(crate) fn with_scan_item<T>(document: &Document, use_it: impl FnOnce(ScanItem<'_>) -> T) -> T {
    let last_modified = crate::document::date::to_text(document.last_modified);
    use_it(ScanItem {
        id: &document.id,
        collection: &document.collection,
        body: &document.body,
        etag: document.etag,
        change_vector: &document.change_vector,
        last_modified: &last_modified,
        flags: &document.flags.to_text(),
    })
}
