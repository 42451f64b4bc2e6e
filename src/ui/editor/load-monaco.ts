/** The only imports of Monaco: loads it once, on first use, and runs the registered language setups. */
import type * as bundle from './monaco.ts';
import type { Monaco } from './monaco-type.ts';

const waiting = new Set<(monaco: Monaco) => void>();
let loaded: Monaco | undefined;
let loading: Promise<Monaco> | undefined;

/** Resolves with the same instance every time. A failed load (file missing after an update) can be retried. */
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

/** Runs `register` when Monaco is loaded: now, or with the first editor. */
export function registerLanguage(register: (monaco: Monaco) => void): void {
  if (loaded) register(loaded);
  else waiting.add(register);
}

/** The settings of Monaco's JSON mode. */
export async function loadJsonDefaults(): Promise<(typeof bundle)['jsonDefaults']> {
  return (await import('./monaco.ts')).jsonDefaults;
}
