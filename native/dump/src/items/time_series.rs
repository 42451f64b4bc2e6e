//! Segments of time series: `{"@raven-data":{"DocId":…,"Name":…,"Baseline":…},"@raven-blob-size":…}` and then the bytes of
//! the segment (`rookery_timeseries::raven`); and deleted ranges: `{"DocId":…,"Name":…,"From":…,"To":…}`.

use serde::Deserialize;
use serde_json::json;

/// What a dump says about a segment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct SegmentHead {
    /// The document's id.
    #[serde(rename = "DocId")]
    pub document_id: String,
    /// The name of the series as first written.
    pub name: String,
    /// The document's collection.
    #[serde(default)]
    pub collection: String,
    /// The date that the segment's times count from.
    pub baseline: String,
}

/// A range of a series that was deleted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct DeletedRange {
    /// The document's id.
    #[serde(rename = "DocId")]
    pub document_id: String,
    /// The name of the series.
    pub name: String,
    /// The document's collection.
    #[serde(default)]
    pub collection: String,
    /// The first date.
    pub from: String,
    /// The last date.
    pub to: String,
}

impl SegmentHead {
    /// Reads the object before the bytes.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Wire {
            #[serde(rename = "@raven-data")]
            data: SegmentHead,
        }
        super::parsed::<Wire>("The segment of a time series", json).map(|wire| wire.data)
    }

    /// The object before a segment of `size` bytes.
    pub fn to_item(&self, change_vector: &str, size: usize) -> Vec<u8> {
        let item = json!({
            "@raven-data": {
                "DocId": self.document_id,
                "Name": self.name,
                "ChangeVector": change_vector,
                "Collection": self.collection,
                "Baseline": self.baseline,
            },
            "@raven-blob-size": size,
        });
        item.to_string().into_bytes()
    }
}

impl DeletedRange {
    /// Reads an item.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        super::parsed("The deleted range of a time series", json)
    }
}

/// The size of the segment after its object; `None` when no bytes follow.
pub(super) fn size_of(json: &[u8]) -> Result<Option<u64>, String> {
    #[derive(Deserialize)]
    struct Sized {
        #[serde(rename = "@raven-blob-size")]
        size: Option<u64>,
    }
    match serde_json::from_slice::<Sized>(json) {
        Ok(segment) => Ok(segment.size),
        Err(error) => Err(format!("the size of a time series cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_before_a_segment_is_read_and_written() {
        let head = SegmentHead {
            document_id: "users/1-a".into(),
            name: "HeartRate".into(),
            collection: "Users".into(),
            baseline: "2020-09-13T12:26:40.0000000Z".into(),
        };
        let item = head.to_item("A:9-x", 173);
        assert_eq!(size_of(&item), Ok(Some(173)));
        assert_eq!(SegmentHead::read(&item), Ok(head));
        assert!(SegmentHead::read(br#"{"@raven-data":{"DocId":"a"}}"#).is_err());
    }

    #[test]
    fn deleted_ranges_are_read() {
        let item = br#"{"DocId":"users/1-a","Name":"heartrate","Collection":"Users","ChangeVector":"A:1-x",
            "From":"2020-01-01T00:00:00.0000000Z","To":"2020-01-02T00:00:00.0000000Z"}"#;
        let range = DeletedRange::read(item).unwrap();
        assert_eq!((range.document_id.as_str(), range.name.as_str()), ("users/1-a", "heartrate"));
        assert!(DeletedRange::read(b"{}").is_err());
    }
}
