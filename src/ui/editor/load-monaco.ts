/** The only door to Monaco: loads it once, on first use, and tells whoever asked to add a language. */
import type { Monaco } from './monaco-type.ts';

const waiting = new Set<(monaco: Monaco) => void>();
let loaded: Monaco | undefined;
let loading: Promise<Monaco> | undefined;

/** Resolves with the same Monaco every time. A failed load (file gone after an update) may be tried again. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import('./monaco.ts').then(
    ({ monaco }) => {
      loaded = monaco;
      for (const register of waiting) register(monaco);
      waiting.clear();
      return monaco;
    },
    (failure: unknown) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
}

/** Runs `register` once Monaco is there: now if it already is, else when the first editor loads it. */
export function registerLanguage(register: (monaco: Monaco) => void): void {
  if (loaded) register(loaded);
  else waiting.add(register);
}
