/** Short messages that expire. Errors stay until they are dismissed. */
import { createStore } from 'zustand/vanilla';
import type { Toast } from '../registry/index.ts';

export interface ShownToast extends Toast {
  readonly id: number;
}

/** Limits the overlay; the oldest message that can expire is removed first. */
const MAX_TOASTS = 5;

const lifetimes: Readonly<Record<Toast['kind'], number | null>> = {
  info: 5000,
  success: 4000,
  warning: 9000,
  error: null,
};

interface ToastState {
  readonly toasts: readonly ShownToast[];
}

export const toastStore = createStore<ToastState>(() => ({ toasts: [] }));

let nextId = 1;

export function showToast(toast: Toast): number {
  const id = nextId++;
  toastStore.setState(({ toasts }) => {
    // A repeated message replaces the earlier one.
    const others = toasts.filter((each) => each.message !== toast.message || each.detail !== toast.detail);
    const next = [...others, { ...toast, id }];
    if (next.length <= MAX_TOASTS) return { toasts: next };
    const gone = next.find((each) => each.kind !== 'error') ?? next[0];
    return { toasts: next.filter((each) => each !== gone) };
  });
  return id;
}

export function dismissToast(id: number): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }));
}

export function toastLifetime(toast: Toast): number | null {
  const lifetime = lifetimes[toast.kind];
  // A message with an action stays longer.
  return lifetime === null || toast.action === undefined ? lifetime : lifetime + 6000;
}
