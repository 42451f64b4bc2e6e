//! Masking: a recording without what it says about the data.
//!
//! | what | after masking |
//! |---|---|
//! | databases, indexes, collections, fields, environment folders, files, loggers' components | `database-1`, `index-3`, …: the same name always gets the same one |
//! | queries | keywords, functions and signs; strings become `'?'`, numbers `0`, comments are left out |
//! | document ids in texts of requests | `document-1`, … |
//! | paths of requests | known words of routes; other segments become `…` |
//! | messages, titles, thread names, problems | known words of the server; everything else becomes `…` |
//! | `state`, `kind`, `level`, … | known values; others become `other-1`, … |
//! | settings | names of settings; numbers, booleans; other values become `…` |
//! | address of the server, note | removed |
//!
//! What stays: all numbers of the rows (times, sizes, durations, ids of threads and of queries), the frames of stacks
//! (`stacks.frames`: names of code), version numbers, standard names of files (`Raven.voron`, journals by number), loggers
//! and names of settings that consist of words of `words.rs`, and these words themselves. The number of distinct databases, indexes and fields remains visible, and so does when something ran.

mod columns;
mod manifest;
mod message;
mod names;
mod path;
mod query;
mod words;

use crate::container::Recording;
use names::Names;

/// Replaces all texts that may say something about the data, and sets `manifest.masked`. Linear in the texts.
pub fn mask(recording: &mut Recording) {
    let mut names = Names::default();
    names.learn(recording);
    recording.rows.texts(&mut |table, column, text| columns::mask(table, column, text, &mut names));
    manifest::mask(&mut recording.manifest, &mut names);
    if let Some(ending) = &mut recording.ending {
        manifest::mask_ending(ending, &mut names);
    }
    for sentence in &mut recording.damage {
        *sentence = message::mask(sentence, &names);
    }
    recording.manifest.masked = true;
}
