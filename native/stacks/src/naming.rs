//! From a snapshot to stacks with names.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::maps::Maps;
use crate::modules::{ImageStore, Modules};
use crate::snapshot::{RawOutcome, RawThread, Snapshot};
use crate::unwind::{Address, Walker};
use crate::{Capture, Frame, ThreadStack};

/// Walks and names every stack of a snapshot. How long it all took is for the caller to say.
pub(crate) fn name(snapshot: &Snapshot<'_>, store: &mut ImageStore) -> Capture {
    let maps = Maps::parse(snapshot.maps);
    let mut modules = Modules::new(snapshot.pid, &maps);
    let mut walker = Walker::new(snapshot.architecture, &maps);
    let threads = snapshot
        .threads
        .iter()
        .filter(|thread| thread.outcome != RawOutcome::Ended)
        .map(|thread| name_thread(thread, &mut walker, &mut modules, store))
        .collect();
    Capture {
        pid: snapshot.pid,
        taken_at: UNIX_EPOCH
            .checked_add(Duration::from_nanos(snapshot.taken_at_ns))
            .unwrap_or_else(SystemTime::now),
        pause: Duration::from_nanos(snapshot.pause_ns),
        total: Duration::ZERO,
        threads_listed: snapshot.threads_listed,
        threads,
    }
}

fn name_thread(
    thread: &RawThread<'_>,
    walker: &mut Walker,
    modules: &mut Modules<'_>,
    store: &mut ImageStore,
) -> ThreadStack {
    let mut frames = Vec::new();
    let partial = match (thread.outcome, thread.registers) {
        (RawOutcome::Copied, Some(registers)) => {
            let walk = walker.walk(thread, registers, modules, store);
            for address in walk.addresses {
                push_frames(address, modules, store, &mut frames);
            }
            walk.partial
        }
        (RawOutcome::Unstoppable, _) => {
            Some("the thread did not stop in time: it waits in the kernel, uninterruptibly".into())
        }
        _ => Some("its registers could not be read (is it a 32-bit thread?)".into()),
    };
    ThreadStack {
        tid: thread.tid,
        name: String::from_utf8_lossy(thread.name).into_owned(),
        state: if thread.state.is_ascii_alphabetic() { char::from(thread.state) } else { '?' },
        frames,
        partial,
    }
}

/// One address is one frame, plus one for each function inlined there.
fn push_frames(address: Address, modules: &mut Modules<'_>, store: &mut ImageStore, frames: &mut Vec<Frame>) {
    let module = modules.at(address.within, store).cloned();
    let path = module.as_ref().and_then(|module| module.path.clone());
    let nameless = |offset| Frame {
        address: address.raw,
        module: path.clone(),
        offset,
        function: None,
        file: None,
        line: None,
        inlined: false,
    };
    let Some((key, bias)) = module.as_ref().and_then(|module| module.image) else {
        frames.push(nameless(module.as_ref().map(|module| address.raw.wrapping_sub(module.start))));
        return;
    };
    let offset = Some(address.raw.wrapping_sub(bias));
    let Some(image) = store.get(key) else {
        frames.push(nameless(offset));
        return;
    };
    frames.extend(image.frames_at(address.within.wrapping_sub(bias)).iter().map(|named| Frame {
        function: named.function.clone(),
        file: named.file.clone(),
        line: named.line,
        inlined: named.inlined,
        ..nameless(offset)
    }));
}
