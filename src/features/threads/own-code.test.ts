import { expect, test } from 'vitest';
import { isOwnFrame, shortFrame } from './own-code.ts';

test.each([
  ['Raven.Server.Documents.Indexes.Index.ExecuteIndexing()', true],
  ['Voron.Impl.Journal.WriteAheadJournal.Write(System.Int64)', true],
  ['Sparrow.Server.AsyncManualResetEvent.Wait()', true],
  ['rookery_engine::journal::append', true],
  ['<rookery_engine::store::Store as core::ops::Drop>::drop', true],
  ['System.Threading.Monitor.Wait(System.Object)', false],
  ['ravenous_lib::x', false],
  ['__GI___poll', false],
])('classifies %s as own code: %s', (frame, wanted) => {
  expect(isOwnFrame(frame)).toBe(wanted);
});

test.each([
  ['Voron.Impl.Journal.WriteAheadJournal.Write(System.Int64, Foo<A.B>)', 'WriteAheadJournal.Write'],
  ['System.Collections.Generic.Dictionary<K.A, V>.Add(K, V)', 'Dictionary.Add'],
  ['rookery_engine::journal::writer::append', 'writer::append'],
  ['<std::sys::sync::condvar::futex::Condvar>::wait', 'Condvar::wait'],
  ['<rookery_engine::store::Store<A> as core::ops::Drop<B>>::drop', 'Store::drop'],
  ['std::panicking::catch_unwind::do_call::<&dyn Fn<(), Output = i32>, i32>', 'catch_unwind::do_call'],
  ['__GI___poll', '__GI___poll'],
  ['libc.so.6+0x98d61', 'libc.so.6+0x98d61'],
  ['0x7f00deadbeef', '0x7f00deadbeef'],
  ['main', 'main'],
  ['node::(anonymous namespace)::PlatformWorkerThread(void*)', 'node::PlatformWorkerThread'],
  ['::operator new', 'operator new'],
  ['()', '()'],
])('shortens %s to %s', (frame, short) => {
  expect(shortFrame(frame)).toBe(short);
});
