//! From a snapshot to stacks with names.

use std::cell::OnceCell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rookery_cancel::CancelToken;

use crate::jit_names::JitNames;
use crate::modules::{ImageStore, Module, ModuleError, Modules};
use crate::snapshot::{RawOutcome, RawThread, Snapshot};
use crate::unwind::{Address, Walker};
use crate::{Capture, Frame, ThreadStack};

/// Walks and names every stack of a snapshot; only some when the thread's current token is cancelled, which
/// the caller checks. The caller sets the total time.
pub(crate) fn name(snapshot: &Snapshot<'_>, store: &mut ImageStore) -> Capture {
    let maps = &snapshot.maps;
    let mut naming = Naming {
        pid: snapshot.pid,
        modules: Modules::new(snapshot.pid, maps),
        walker: Walker::new(snapshot.architecture, maps),
        jit_names: OnceCell::new(),
        store,
    };
    let cancel = CancelToken::current();
    let polled = snapshot.threads.iter().take_while(|_| !cancel.is_cancelled());
    let threads = polled.map(|thread| naming.thread(thread)).collect();
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

/// The work on one snapshot.
struct Naming<'a> {
    pid: u32,
    modules: Modules<'a>,
    walker: Walker,
    /// Read when the first frame in run-time code turns up.
    jit_names: OnceCell<JitNames>,
    store: &'a mut ImageStore,
}

impl Naming<'_> {
    fn thread(&mut self, thread: &RawThread<'_>) -> ThreadStack {
        let mut frames = Vec::new();
        let partial = match (thread.outcome, thread.registers) {
            (RawOutcome::Copied, Some(registers)) => {
                let walk = self.walker.walk(thread, registers, &mut self.modules, self.store);
                for address in walk.addresses {
                    if CancelToken::is_current_cancelled() {
                        break;
                    }
                    self.push_frames(address, &mut frames);
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
    fn push_frames(&mut self, address: Address, frames: &mut Vec<Frame>) {
        let mut frame = Frame {
            address: address.raw,
            module: None,
            offset: None,
            function: None,
            file: None,
            line: None,
            inlined: false,
        };
        let Some(module) = self.modules.at(address.within, self.store).cloned() else {
            frames.push(frame);
            return;
        };
        let Module { path, start, image, error, .. } = module;
        frame.module = path;
        let image = image.and_then(|(key, bias)| Some((self.store.get(key)?, bias)));
        let Some((image, bias)) = image else {
            frame.offset = frame.module.is_some().then(|| address.raw.wrapping_sub(start));
            if error == Some(ModuleError::MadeAtRunTime) {
                let names = self.jit_names.get_or_init(|| JitNames::of(self.pid));
                frame.function = names.name_of(address.within).map(str::to_owned);
            }
            frames.push(frame);
            return;
        };
        frame.offset = Some(address.raw.wrapping_sub(bias));
        frames.extend(image.frames_at(address.within.wrapping_sub(bias)).iter().map(|named| Frame {
            function: named.function.clone(),
            file: named.file.clone(),
            line: named.line,
            inlined: named.inlined,
            ..frame.clone()
        }));
    }
}
