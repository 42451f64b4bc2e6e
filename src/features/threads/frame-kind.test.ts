import { expect, test } from 'vitest';
import { frameKind } from './frame-kind.ts';
import { isOwnFrame } from './own-code.ts';

test.each([
  ['rookery_engine::journal::writer::wait_for_permit', 'own'],
  ['Voron.Impl.Journal.WriteAheadJournal.WriteToJournal', 'own'],
  ['tokio::runtime::task::harness::poll_future', 'runtime'],
  ['System.Threading.ExecutionContext.Run', 'runtime'],
  ['core::ops::function::FnOnce::call_once', 'runtime'],
  ['std::thread::park', 'waiting'],
  ['epoll_wait', 'waiting'],
  ['pthread_cond_timedwait', 'waiting'],
  ['System.Threading.Monitor.Wait', 'waiting'],
  ['fdatasync', 'waiting'],
  ['start_thread', 'system'],
  ['__libc_start_call_main', 'system'],
  ['clone3', 'system'],
  ['libc.so.6+0x9caa4', 'system'],
])('%s is of the kind %s', (frame, kind) => {
  expect(frameKind(frame, isOwnFrame)).toBe(kind);
});
