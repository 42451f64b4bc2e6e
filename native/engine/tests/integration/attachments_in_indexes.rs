//! Indexes whose maps read the contents of attachments.

use bytes::Bytes;
use rookery_engine::{Command, Database};
use serde_json::json;

use crate::attachments::{delete_attachment, put_attachment};
use crate::fixture::{put, test_engine, user};
use crate::query_fixture::{ids, make, query_results};

fn found(shop: &Database, condition: &str) -> Vec<String> {
    let answer = query_results(shop, &format!("from index 'I' where {condition}"));
    ids(&answer).into_iter().map(str::to_owned).collect()
}

fn attach(shop: &Database, id: &str, name: &str, content: impl Into<Bytes>) {
    let command: Command = put_attachment(id, name, content);
    shop.execute(vec![command]).unwrap();
}

#[test]
fn contents_are_searched_and_follow_their_changes() {
    let test = test_engine();
    let shop = &test.shop;
    for name in ["ann", "bob", "cid"] {
        put(shop, &format!("users/{name}"), &user(name));
    }
    attach(shop, "users/ann", "Notes.txt", "the quick brown fox");
    attach(
        shop,
        "users/bob",
        "notes.TXT",
        "a lazy dog".encode_utf16().fold(vec![0xFF, 0xFE], |mut all, unit| {
            all.extend(unit.to_le_bytes());
            all
        }),
    );
    attach(shop, "users/bob", "empty", "");
    make(
        shop,
        json!({"Name": "I", "Fields": {"Text": {"Indexing": "Search"}}, "Maps": [
            "map('Users', u => { const a = loadAttachment(u, 'notes.txt'); return {
                Text: a === null ? 'none' : a.getContentAsString(), Size: a && a.Size, Name: a && a.Name,
                All: loadAttachments(u).map(one => one.Name) }; })"
        ]}),
    );
    assert_eq!(found(shop, "search(Text, 'fox')"), ["users/ann"]);
    assert_eq!(found(shop, "search(Text, 'dog') and Size = 22 and Name = 'notes.TXT'"), ["users/bob"]);
    assert_eq!(found(shop, "All = 'empty'"), ["users/bob"]);
    assert_eq!(found(shop, "Text = 'none'"), ["users/cid"]);
    attach(shop, "users/cid", "notes.txt", "a fox, too");
    shop.execute(vec![delete_attachment("users/ann", "Notes.txt")]).unwrap();
    assert_eq!(found(shop, "search(Text, 'fox')"), ["users/cid"]);
}

#[test]
fn c_sharp_maps_read_contents() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/ann", &user("ann"));
    put(shop, "users/bob", &user("bob"));
    attach(shop, "users/ann", "a", "gr\u{fc}n");
    attach(shop, "users/ann", "b", "rot");
    make(
        shop,
        json!({"Name": "I", "Maps": [
            "from u in docs.Users let a = LoadAttachment(u, \"A\") select new { Text = a.GetContentAsString(), \
             Ascii = a.GetContentAsString(System.Text.Encoding.ASCII), Count = LoadAttachments(u).Count(), \
             Names = LoadAttachments(u).Select(x => x.Name + \":\" + x.GetContentAsString(Encoding.UTF8)) }"
        ]}),
    );
    assert_eq!(
        found(shop, "Text = 'gr\u{fc}n' and Ascii = 'gr??n' and Count = 2 and Names = 'b:rot'"),
        ["users/ann"]
    );
    assert_eq!(found(shop, "Count = 0"), ["users/bob"]);
}

#[test]
fn what_cannot_be_read_is_an_error_of_its_document() {
    let test = test_engine();
    let shop = &test.shop;
    for number in 0..20 {
        put(shop, &format!("users/{number}"), &user("ann"));
    }
    attach(shop, "users/3", "a", vec![b'x'; (16 << 20) + 1]);
    attach(shop, "users/4", "a", "small");
    make(
        shop,
        json!({"Name": "I", "Maps": [
            "map('Users', u => { if (id(u) === 'users/5') loadAttachment('users/4', 'a');
                if (id(u) === 'users/4') return { Text: loadAttachment(u, 'a').getContentAsString('klingon') };
                return { Text: loadAttachments(u).map(a => a.getContentAsString()) }; })"
        ]}),
    );
    assert_eq!(query_results(shop, "from index 'I'").total, 17);
    let errors = shop.index_stats().unwrap().remove(0).errors;
    for part in [
        "reads the content of attachments up to 16777216",
        "'klingon' is not an encoding",
        "must be a document",
    ] {
        assert!(errors.iter().any(|error| error.error.contains(part)), "{part}: {errors:?}");
    }
}
