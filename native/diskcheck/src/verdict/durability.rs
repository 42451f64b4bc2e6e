//! Whether acknowledged writes are durable. A program cannot measure that without a power failure, so a claim needs a
//! proof: the type of the file system or an option of its mount. Everything else is a hint.

use super::{SMALL, find, info, warning};
use crate::folder::FileSystemKind;
use crate::pattern::{Access, Method};
use crate::report::{Finding, Report};
use crate::units::{block, time};

/// A disk with 15,000 rotations a minute needs 2 ms for half of one.
const HALF_ROTATION_NS: u64 = 2_000_000;

pub(super) fn proven(report: &Report) -> Vec<Finding> {
    let system = &report.file_system;
    let name = system.name.as_deref().unwrap_or("unknown");
    let option = |wanted: &[&str]| system.options.iter().find(|option| wanted.contains(&option.as_str()));
    let mut all = Vec::new();
    if system.kind == FileSystemKind::Memory {
        all.push(warning(
            "memory",
            format!(
                "This disk acknowledges before it is durable: it is {name}, which is memory. Nothing here survives a \
                 restart, and its times of durable writes are not those of a disk."
            ),
        ));
    }
    if let Some(found) = option(&["nobarrier", "barrier=0"]) {
        all.push(match system.write_cache.as_deref() {
            Some("write through") => info(
                "no-barrier",
                format!(
                    "{name} is mounted with {found} and sends no flushes; the kernel reports no volatile cache in the \
                     device."
                ),
            ),
            _ => warning(
                "no-barrier",
                format!(
                    "This disk acknowledges before it is durable: {name} is mounted with {found}, so the cache of the \
                     device is not flushed. Mount it without this option unless a battery protects the cache."
                ),
            ),
        });
    }
    if name == "overlay" && option(&["volatile"]).is_some() {
        all.push(warning(
            "volatile",
            "This disk acknowledges before it is durable: the overlay is mounted with volatile, which ignores syncs."
                .to_owned(),
        ));
    }
    if system.kind == FileSystemKind::Network {
        all.push(warning(
            "network",
            format!(
                "This is a network file system ({name}{}): whether an acknowledged write is durable depends on its \
                 server, and a database needs a local disk.",
                system.source.as_ref().map(|source| format!(", {source}")).unwrap_or_default()
            ),
        ));
    }
    all
}

pub(super) fn hints(report: &Report) -> Vec<Finding> {
    let system = &report.file_system;
    let mut all = Vec::new();
    if system.kind == FileSystemKind::Layered {
        all.push(info(
            "layered",
            format!(
                "{} is a layer over another file system, whose durability counts. Check a folder of that one to \
                 measure the disk alone.",
                system.name.as_deref().unwrap_or("This file system")
            ),
        ));
    }
    if !report.direct && cfg!(target_os = "linux") {
        all.push(info(
            "not-direct",
            "This file system has no direct I/O: durable writes go through the page cache and are synced."
                .to_owned(),
        ));
    }
    if system.kind != FileSystemKind::Memory {
        all.extend(rotation(report));
        all.push(info("power-failure", power_failure(system.write_cache.as_deref())));
    }
    all
}

fn rotation(report: &Report) -> Option<Finding> {
    let write = find(report, Method::Durable, Access::Random, SMALL, 1)?;
    let is_fast = report.file_system.rotational == Some(true) && write.latency.p50_ns < HALF_ROTATION_NS / 2;
    is_fast.then(|| {
        info(
            "rotation",
            format!(
                "The kernel reports a rotating disk, and a durable random write of {} takes {}, less than half a \
                 rotation: the report is wrong, which is usual of virtual disks, or a cache acknowledges the write.",
                block(SMALL),
                time(write.latency.p50_ns)
            ),
        )
    })
}

fn power_failure(write_cache: Option<&str>) -> String {
    let known = match write_cache {
        Some("write back") => "The kernel reports a volatile write cache in the device and flushes it. ",
        Some("write through") => {
            "The kernel reports no volatile write cache in the device and sends no flushes. "
        }
        _ => "",
    };
    format!(
        "{known}Whether the device keeps acknowledged writes in a power failure cannot be measured by a program."
    )
}
