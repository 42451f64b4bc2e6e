/** State of the UI between runs: settings, which the host reads, and the workspace, which it does not. */
import { z } from 'zod';
import { calls } from '../../../src/contract/index.ts';
import { JsonFile } from './json-file.ts';

export function openSettings(folder: string) {
  return JsonFile.open({
    folder,
    name: 'settings',
    what: 'the settings file',
    schema: calls['settings.load'].response,
    empty: { theme: 'system' },
  });
}

const workspace = z.object({ state: z.unknown() });

export function openWorkspace(folder: string) {
  return JsonFile.open({
    folder,
    name: 'workspace',
    what: 'the saved workspace',
    schema: workspace,
    empty: { state: null },
  });
}
