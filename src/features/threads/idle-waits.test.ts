import { expect, test } from 'vitest';
import { idleReason } from './idle-waits.ts';

test('names what idle threads wait for', () => {
  const waits: Record<string, string[]> = {
    'waits for a request or a connection': ['epoll_wait', 'mio::poll::Poll::poll', 'tokio::runtime::io'],
    'waits for an item in a queue': [
      'syscall',
      'std::thread::park',
      'crossbeam_channel::flavors::list::Channel<T>::recv',
    ],
    sleeps: ['clock_nanosleep', 'std::thread::sleep', 'my::job'],
    'waits for work in a thread pool': [
      'syscall',
      'std::sys::sync::condvar::futex::Condvar::wait',
      'tokio::runtime::park::Inner::park',
      'tokio::runtime::blocking::pool::Inner::run',
    ],
    'waits for a signal from another thread': [
      'System.Threading.Monitor.Wait(Object)',
      'Raven.Server.Loop()',
    ],
  };
  for (const [reason, frames] of Object.entries(waits)) expect(idleReason(frames), frames[0]).toBe(reason);
});

test('recognises the names of the C library', () => {
  expect(idleReason(['__GI___poll', 'uv__io_poll'])).toBe('waits for a request or a connection');
  expect(idleReason(['__futex_abstimed_wait_common64', '__new_sem_wait_slow64', 'uv_sem_wait'])).toBe(
    'waits for a signal from another thread',
  );
});

test('does not treat a wait for a lock or a disk as idle', () => {
  expect(idleReason(['syscall', 'std::sys::sync::mutex::futex::Mutex::lock_contended', 'a'])).toBeNull();
  expect(idleReason(['fdatasync', 'rookery_engine::disk::real::sync', 'std::thread::park'])).toBeNull();
  expect(idleReason(['System.Threading.Monitor.Enter(Object)', 'Raven.Server.X()'])).toBeNull();
});

test('does not treat work or an unreadable stack as idle', () => {
  expect(idleReason(['memcpy', 'rookery_engine::document::encode'])).toBeNull();
  expect(idleReason([])).toBeNull();
  expect(
    idleReason(['memcpy', '<tokio::task::BlockingTask<T> as core::future::future::Future>::poll']),
  ).toBeNull();
});

test('ignores a wait far above the innermost frames', () => {
  expect(idleReason([...Array.from({ length: 20 }, (_, i) => `work_${i}`), 'epoll_wait'])).toBeNull();
});
