/**
 * Detects stacks that only wait for work: their many copies hide the active ones. A thread that waits for a lock, a
 * disk or another server is not idle. Pure.
 */

/** Matched against the innermost frames; the first matching rule names the wait. */
const rules: readonly { readonly reason: string; readonly test: RegExp }[] = [
  {
    reason: 'waits for a request or a connection',
    // The C library's poll, not a future's: `Future>::poll` is on the stack of every active task.
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

/** A match within the same frames means contention: another thread holds a resource that this thread needs. */
const contended =
  /lock_contended|lock_slow|lll_lock_wait|pthread_mutex_lock|pthread_rwlock|RwLock.*(?:read|write)_|Monitor\.(?:Enter|ReliableEnter|TryEnter)|LockSlim|fsync|fdatasync|pread|pwrite|io_getevents|O_DIRECT/i;

/** Number of innermost frames to check; runtimes add frames to a wait. */
const MAX_FRAMES = 14;

/** Why a stack is idle, or null when it works or waits for a resource. */
export function idleReason(frames: readonly string[]): string | null {
  const near = frames.slice(0, MAX_FRAMES);
  if (near.some((frame) => contended.test(frame))) return null;
  for (const { reason, test } of rules) if (near.some((frame) => test.test(frame))) return reason;
  return null;
}

/** Whether a frame blocks its thread: it waits for work, a lock or a disk. */
export function isWaitFrame(frame: string): boolean {
  return contended.test(frame) || rules.some(({ test }) => test.test(frame));
}
