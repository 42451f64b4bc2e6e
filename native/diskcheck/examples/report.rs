//! The report of one check as JSON, for `npm run bench -- disk-check`.
//!
//! `cargo run --release -p rookery-diskcheck --example report -- FOLDER SECONDS`

use std::path::PathBuf;
use std::time::Duration;

use rookery_cancel::CancelToken;
use rookery_diskcheck::{Limits, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(seconds)) = (arguments.next().map(PathBuf::from), arguments.next()) else {
        return Err("FOLDER and SECONDS are missing".into());
    };
    let limits = Limits { duration: Duration::from_secs(seconds.parse()?), ..Limits::default() };
    let report = check(&folder, limits, &CancelToken::new(), &mut |_| {})?;
    println!("{}", serde_json::to_string(&report)?);
    Ok(())
}
