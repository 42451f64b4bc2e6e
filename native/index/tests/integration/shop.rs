//! Documents in memory, an index over them, and the two ways of querying it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_index::{Index, IndexWriter, SearchRequest};
use rookery_rql::ast::Source;
use rookery_rql::plan::ColumnSource;
use rookery_rql::search::Analyzer;
use rookery_rql::spatial::points_of;
use rookery_rql::values::{Leaf, number_text};
use rookery_rql::{
    DocumentSource, FieldReader, IndexQuery, IndexResult, IndexedSource, NoSeries, OwnedDocument,
    PreparedQuery, QueryAnswer, QueryError, QueryRequest, ResultItem, ScanItem, SeriesSource, SourceError,
};
use serde_json::Value;

/// The documents, and an index over some of their fields.
pub struct Shop {
    documents: BTreeMap<i64, OwnedDocument>,
    etag: i64,
    fields: Vec<ColumnSource>,
    pub index: Arc<Index>,
    writing: IndexWriter,
    _folder: tempfile::TempDir,
}

pub fn body_field(path: &str) -> ColumnSource {
    ColumnSource::Body(path.split('.').map(str::to_owned).collect())
}

/// Fields with places, and the paths they come from.
const PLACES: &[(u16, &[&str])] = &[(50, &["Lat", "Lng"]), (51, &["Place"])];

fn leaf_text(leaf: Leaf<'_>) -> String {
    match leaf {
        Leaf::Text(text) => text.to_owned(),
        Leaf::Number(number) => number_text(number),
        _ => String::new(),
    }
}

fn location_of(column: &ColumnSource, longitude: Option<&ColumnSource>) -> Option<u16> {
    let is = |paths: &[&str]| {
        *column == body_field(paths[0])
            && longitude.cloned() == paths.get(1).map(|longitude| body_field(longitude))
    };
    PLACES.iter().find(|(_, paths)| is(paths)).map(|(field, _)| *field)
}

impl Shop {
    pub fn new(fields: Vec<ColumnSource>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let index = Index::open(folder.path()).unwrap();
        let writing = index.write().unwrap();
        Self { documents: BTreeMap::new(), etag: 0, fields, index, writing, _folder: folder }
    }

    pub fn put(&mut self, id: &str, body: &Value) {
        self.etag += 1;
        self.documents.retain(|_, document| !document.id.eq_ignore_ascii_case(id));
        let document = OwnedDocument {
            id: id.to_owned(),
            collection: "Items".to_owned(),
            body: body.to_string().into_bytes(),
            etag: self.etag,
            ..OwnedDocument::default()
        };
        self.writing.delete(id).unwrap();
        let mut entry = self.writing.entry(id, self.etag);
        let mut reader = FieldReader::new(self.fields.clone());
        reader
            .read(&document.as_item(), |number, leaf| {
                let field = u16::try_from(number).unwrap() + 1;
                entry.add(field, leaf, true);
                entry.add_searched(field, leaf, Analyzer::Standard);
            })
            .unwrap();
        for (field, paths) in PLACES {
            let mut sides = vec![Vec::new(); paths.len()];
            let mut reader = FieldReader::new(paths.iter().map(|path| body_field(path)).collect());
            reader.read(&document.as_item(), |number, leaf| sides[number].push(leaf_text(leaf))).unwrap();
            let leaves = |side: usize| sides.get(side).map(|texts| texts.iter().map(|text| Leaf::Text(text)));
            for place in points_of(leaves(0).unwrap(), leaves(1)) {
                entry.add_place(*field, place);
            }
        }
        self.writing.add(entry).unwrap();
        self.documents.insert(self.etag, document);
    }

    pub fn delete(&mut self, id: &str) {
        self.documents.retain(|_, document| !document.id.eq_ignore_ascii_case(id));
        self.writing.delete(id).unwrap();
    }

    pub fn commit(&mut self) {
        self.writing.commit("here").unwrap();
    }

    pub fn scanned(&self, request: &QueryRequest) -> Result<QueryAnswer, QueryError> {
        rookery_rql::execute(self, request, &CancelToken::new())
    }

    pub fn found(&self, request: &QueryRequest) -> Result<QueryAnswer, QueryError> {
        PreparedQuery::new(request)?.find(self, self, &CancelToken::new())
    }
}

impl IndexedSource for Shop {
    fn find(&self, wanted: &IndexQuery<'_>) -> Result<IndexResult, QueryError> {
        let field_of = |column: &ColumnSource| {
            let place = self.fields.iter().position(|field| field == column)?;
            Some(u16::try_from(place).unwrap() + 1)
        };
        let reader = self.index.reader();
        let hits = reader
            .search(&SearchRequest {
                columns: wanted.columns,
                field_of: &field_of,
                location_of: &location_of,
                condition: wanted.condition,
                more_like_this: None,
                sort: wanted.sort,
                skip: wanted.skip,
                take: wanted.take,
                cancel: wanted.cancel,
            })
            .map_err(SourceError::caused_by)?;
        let documents = hits.hits.iter().map(|hit| {
            let document = &self.documents[&hit.etag];
            assert_eq!(reader.id(hit).unwrap(), document.id);
            document.clone()
        });
        Ok(IndexResult {
            skipped: 0,
            documents: documents.collect(),
            total: hits.total,
            plan: hits.plan,
            index_name: "Auto/Items".to_owned(),
            are_groups: false,
            is_stale: false,
            result_etag: self.etag,
            ..IndexResult::default()
        })
    }
}

impl DocumentSource for Shop {
    fn estimate(&self, _: &Source) -> u64 {
        self.documents.len() as u64
    }

    fn scan(
        &self,
        _: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        for document in self.documents.values() {
            if visit(document.as_item()).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        Ok(self.documents.values().find(|document| document.id == id).cloned())
    }

    fn compare_exchange(&self, _: &str) -> Result<Option<serde_json::Value>, SourceError> {
        Ok(None)
    }

    fn series(&self) -> &dyn SeriesSource {
        &NoSeries
    }

    fn last_etag(&self) -> i64 {
        self.etag
    }
}

pub fn ids(results: &[ResultItem]) -> Vec<&str> {
    results.iter().map(ResultItem::id).collect()
}
