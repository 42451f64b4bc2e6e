/** Calls about Rookery itself: application info, settings, workspace, file dialog. */
import { PortError, type PortHandlers } from '../../../src/contract/index.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import type { HostOptions } from '../host-options.ts';
import type { Notice } from '../stored/json-file.ts';
import type { openSettings, openWorkspace } from '../stored/view-stores.ts';

type OwnCalls = Pick<
  PortHandlers['calls'],
  'app.info' | 'settings.load' | 'settings.save' | 'workspace.load' | 'workspace.save' | 'files.choose'
>;

interface AppParts {
  readonly options: HostOptions;
  /** Incremented while the host runs. */
  readonly notices: readonly Notice[];
  readonly settings: Awaited<ReturnType<typeof openSettings>>['file'];
  readonly workspace: Awaited<ReturnType<typeof openWorkspace>>['file'];
  /** Records the files that the user selected. */
  readonly knownFiles: KnownFiles;
}

export function appCalls({ options, notices, settings, workspace, knownFiles }: AppParts): OwnCalls {
  return {
    'app.info': () =>
      Promise.resolve({
        name: 'Rookery',
        version: options.version,
        surface: options.surface,
        platform: process.platform,
        canChooseFiles: options.chooseFile !== undefined,
        confirmations: options.confirmation.method,
        dataFolder: options.dataFolder,
        notices: [...notices],
        startedAt: performance.timeOrigin,
      }),
    'settings.load': () => Promise.resolve(settings.value),
    'settings.save': async (wanted) => {
      await settings.save(wanted);
      return {};
    },
    'workspace.load': () => Promise.resolve({ state: workspace.value.state ?? null }),
    'workspace.save': async ({ state }) => {
      await workspace.save({ state });
      return {};
    },
    'files.choose': async (request, signal) => {
      if (!options.chooseFile)
        throw new PortError({
          code: 'unsupported',
          message: 'Rookery cannot show a file dialog in a browser. Enter the path.',
        });
      const path = await options.chooseFile(request, signal);
      if (path !== null) knownFiles.addChosen(path);
      return { path };
    },
  };
}
