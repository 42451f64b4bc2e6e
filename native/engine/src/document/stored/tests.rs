use super::*;
use crate::document::compression::{Dictionary, Origin};
use proptest::prelude::*;

fn parts<'a>(id: &'a str, collection: &'a str, archive_at: Option<Ticks>) -> Parts<'a> {
    Parts { id, collection, node_tag: "A", flags: DocumentFlags::ARCHIVED, last_modified: 7, archive_at }
}

fn encoded(body: &Bytes, compress: Option<Option<&Dictionary>>) -> EncodedBody {
    compress.map_or_else(|| EncodedBody::raw(body), |with| EncodedBody::packed(body, with)).unwrap()
}

fn dictionary(number: u32, bytes: Vec<u8>) -> Dictionary {
    let origin = Origin { collection: "C".into(), created_at: 0, level: 3, samples: 1, ratio: 0.5 };
    Dictionary::new(number, origin, bytes.into())
}

proptest! {
    #[test]
    fn a_value_gives_back_what_it_was_made_of(
        id in "\\PC{1,40}", collection in "\\PC{1,20}", body in proptest::collection::vec(any::<u8>(), 0..2000),
        due in proptest::option::of(any::<i64>().prop_filter("sentinel", |n| *n != NEVER)), compress: bool,
        // Any bytes are a dictionary to zstd, unless they begin like a trained one and are none.
        words in proptest::option::of((1u32.., proptest::collection::vec(any::<u8>(), 0..600))),
    ) {
        let body = Bytes::from([&body[..], words.as_ref().map_or(&[], |(_, words)| words)].concat());
        let dictionary = words.map(|(number, words)| dictionary(number, words));
        let encoded = encoded(&body, compress.then_some(dictionary.as_ref()));
        let built = StoredValue::build(&parts(&id, &collection, due), &encoded);
        let read = StoredValue::from_bytes(built.as_bytes().clone()).unwrap();
        prop_assert_eq!(read.id(), &id);
        prop_assert_eq!(read.collection(), &collection);
        prop_assert_eq!(read.archive_at(), due);
        prop_assert_eq!(read.last_modified(), 7);
        prop_assert_eq!(read.flags(), DocumentFlags::ARCHIVED);
        let known = Dictionaries::default();
        if let Some(number) = read.dictionary() {
            let unknown = read.body(&known).unwrap_err();
            prop_assert!(unknown.contains(&format!("dictionary {number}")), "{}", unknown);
        }
        dictionary.map(|dictionary| known.register(dictionary));
        prop_assert_eq!(read.body(&known).unwrap(), &body);
        prop_assert_eq!(read.original_len(), body.len());
        let again = read.with_body(&EncodedBody::raw(&body).unwrap());
        prop_assert_eq!(again, StoredValue::build(&parts(&id, &collection, due), &EncodedBody::raw(&body).unwrap()));
        prop_assert_eq!(read.change_vector(9, "db"), "A:9-db");
    }

    #[test]
    fn any_bytes_are_refused_or_readable_but_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(value) = StoredValue::from_bytes(bytes.into()) {
            let _ = (value.id().len(), value.collection().len(), value.change_vector(1, "x"), value.body(&Dictionaries::default()));
        }
    }
}

#[test]
fn a_damaged_body_is_an_error_not_a_panic() {
    let words = b"the words that documents of this kind have in common".repeat(4);
    let known = Dictionaries::default();
    let dictionary = known.register(dictionary(3, words.clone()));
    let body = Bytes::from([&words[20..], b" and some of its own"].concat());
    let value =
        StoredValue::build(&parts("x", "C", None), &EncodedBody::packed(&body, Some(&dictionary)).unwrap());
    assert_eq!(value.dictionary(), Some(3));
    for at in 0..value.len() {
        for change in [1, 0x80, 0xFF] {
            let mut bytes = value.as_bytes().to_vec();
            bytes[at] ^= change;
            if let Ok(damaged) = StoredValue::from_bytes(bytes.into()) {
                let _ = (damaged.id().len(), damaged.collection().len(), damaged.body(&known));
            }
        }
    }
    let cut = StoredValue::from_bytes(value.as_bytes().slice(..value.len() - 3)).unwrap();
    assert!(cut.body(&known).unwrap_err().contains("'x'"));
}

#[test]
fn repetitive_bodies_shrink_and_random_ones_stay_raw() {
    let repetitive = Bytes::from(vec![b'a'; 4000]);
    let value = StoredValue::build(&parts("x", "C", None), &EncodedBody::packed(&repetitive, None).unwrap());
    assert!(value.is_compressed() && value.len() < 200);
    let tiny = Bytes::from_static(b"{}");
    assert!(
        !StoredValue::build(&parts("x", "C", None), &EncodedBody::packed(&tiny, None).unwrap())
            .is_compressed()
    );
}
