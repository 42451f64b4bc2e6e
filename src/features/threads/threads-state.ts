/** The saved state of a threads tab, without captures, which capture-storage.ts holds. */
import { z } from 'zod';
import { sortable } from './thread-rows.ts';

export const stackViews = ['icicle', 'list', 'functions', 'timeline', 'text'] as const;
export type StackView = (typeof stackViews)[number];

/** Frames of runtimes and frameworks: pattern lines for `readPatterns`. */
export const defaultHidden = [
  '/^(?:core|std)::(?:panicking|panic|rt|ops::function|sys::backtrace)/',
  '__rust_begin_short_backtrace',
  '/^<.* as core::ops::function::FnOnce/',
  '/^System\\.Threading\\.ExecutionContext\\./',
  '/^System\\.Runtime\\.CompilerServices\\.AsyncMethodBuilder/',
].join('\n');

const state = z.object({
  tab: z.enum(['live', 'stacks', 'profile', 'compare']).catch('live'),
  filter: z.string().catch(''),
  sort: z.object({ key: z.enum(sortable), descending: z.boolean() }).catch({ key: 'cpu', descending: true }),
  view: z.enum(stackViews).catch('icicle'),
  search: z.string().catch(''),
  ownOnly: z.boolean().catch(false),
  foldIdle: z.boolean().catch(false),
  /** Pattern lines. */
  hide: z.string().catch(''),
  /** Pattern lines; empty: the default products. */
  own: z.string().catch(''),
  count: z.int().min(2).max(1000).catch(20),
  everyMs: z.int().min(10).max(60_000).catch(100),
  /** The key of the saved captures. */
  capturesKey: z.uuid().catch(() => crypto.randomUUID()),
});
export type ThreadsState = z.infer<typeof state>;

export function readThreadsState(stored: unknown): ThreadsState {
  return state.parse(typeof stored === 'object' && stored !== null ? stored : {});
}
