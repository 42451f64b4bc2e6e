/** `queries.check`: the sandbox's parser, without opening the sandbox. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import { loadAddon, type Addon } from '../transport/addon-binding.ts';

export function queryCheckCall(addonPath: string): Pick<PortHandlers['calls'], 'queries.check'> {
  let addon: Addon | undefined;
  return {
    'queries.check': ({ text }) => {
      addon ??= loadAddon(addonPath);
      return Promise.resolve({ refusal: addon.checkQuery(text) });
    },
  };
}
