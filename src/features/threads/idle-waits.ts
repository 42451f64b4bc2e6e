/**
 * Which stacks only wait for work to come: their many copies hide the few that do something. A thread that waits for a
 * lock, a disk or another server is not idle: that is what one looks for. Pure.
 */

/** Seen within the innermost frames; the first rule that fits names the wait. */
const rules: readonly { readonly reason: string; readonly test: RegExp }[] = [
  {
    reason: 'waits for a request or a connection',
    // The C library's poll, and not a future's: `Future>::poll` stands on the stack of every task at work.
    test: /epoll_(?:p?wait)|(?:^|[!\s])_*(?:GI_+)?(?:p?poll|accept4?)(?:[+@(]|$)|io_uring_enter|SocketAsyncEngine|kevent|GetQueuedCompletionStatus/i,
  },
  {
    reason: 'waits for an item in a queue',
    test: /crossbeam_channel.*recv|mpsc.*recv|BlockingCollection|AsyncQueue.*Dequeue|channel::.*recv|TryTake/i,
  },
  {
    reason: 'sleeps',
    test: /nanosleep|thread::sleep|Thread\.Sleep|\busleep\b|SleepInternal/i,
  },
  {
    reason: 'waits for work in a thread pool',
    test: /LowLevelLifoSemaphore|PortableThreadPool.*Worker|worker::.*park|Parker::park|blocking::pool/i,
  },
  {
    reason: 'waits for a signal from another thread',
    test: /pthread_cond_(?:timed)?wait|condvar.*wait|thread::park|Monitor\.(?:Object)?Wait|WaitHandle\.Wait|ManualResetEvent.*Wait|AutoResetEvent|SemaphoreSlim\.Wait|\b_*(?:uv_+|new_)?sem_(?:timed|clock)?wait|WaitOne|WaitMultiple|sigtimedwait|\bpause\b/i,
  },
];

/** Anything of this kind within the same frames means that somebody else holds what this thread needs. */
const contended =
  /lock_contended|lock_slow|lll_lock_wait|pthread_mutex_lock|pthread_rwlock|RwLock.*(?:read|write)_|Monitor\.(?:Enter|ReliableEnter|TryEnter)|LockSlim|fsync|fdatasync|pread|pwrite|io_getevents|O_DIRECT/i;

/** How deep below the innermost frame runtimes hide their waiting. */
const LOOK_AT = 14;

/** Why a stack waits for work, or null when it does something (or waits for something it needs). */
export function idleReason(frames: readonly string[]): string | null {
  const near = frames.slice(0, LOOK_AT);
  if (near.some((frame) => contended.test(frame))) return null;
  for (const { reason, test } of rules) if (near.some((frame) => test.test(frame))) return reason;
  return null;
}
