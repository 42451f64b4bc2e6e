/** The calls about Rookery itself: what it is, its settings, the workspace, the file chooser. */
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
  /** Grows while the host runs. */
  readonly notices: readonly Notice[];
  readonly settings: Awaited<ReturnType<typeof openSettings>>['file'];
  readonly workspace: Awaited<ReturnType<typeof openWorkspace>>['file'];
  /** Learns what a person chose. */
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
          message:
            'Served to a browser, Rookery cannot show the file chooser of its computer. Type the path.',
        });
      const path = await options.chooseFile(request, signal);
      if (path !== null) knownFiles.addChosen(path);
      return { path };
    },
  };
}
