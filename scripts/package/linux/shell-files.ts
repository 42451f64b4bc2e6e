/** Launcher, manual pages and completion of the programs, made from their help texts. */
import { readFileSync } from 'node:fs';
import { inRoot } from '../../paths.ts';
import { NATIVE } from '../app/app-archive.ts';
import { buildText, type BuildInfo } from '../app/build-info.ts';
import { product, programs } from '../description.ts';
import {
  bashCompletion,
  fishCompletion,
  optionsOf,
  zshCompletion,
  type ProgramCommand,
} from './completion.ts';
import { helpInRust, readHelp, type Help } from './help-text.ts';
import { manualPage } from './manual-page.ts';

const read = (path: string): string => readFileSync(inRoot(path), 'utf8');
const desktopHelp = (): string => read('assets/linux/rookery-help.txt');
type HelpFile = 'help' | 'transfer/help' | 'backups/help' | 'disk_check/help' | 'record/help';
const serverHelp = (part: HelpFile): Help => readHelp(helpInRust(read(`native/server/src/${part}.rs`)));
const recordingsHelp = (constant: 'INSPECT' | 'RECORDING'): Help =>
  readHelp(helpInRust(read('native/server/src/recordings/help.rs'), constant));

/** `rookery --version` prints this. */
export const versionLine = (build: BuildInfo): string =>
  `${product.name} ${product.version} (${buildText(build)})`;

/** Of `rookeryd`, below the folder of the application. */
export const serverPath = `${NATIVE}/${programs.server}`;

export const launcher = (build: BuildInfo): string =>
  read('assets/linux/rookery.sh')
    .replace('@SERVER@', serverPath)
    .replace('@HELP@', () => desktopHelp().trimEnd())
    .replace('@VERSION@', () => versionLine(build));

export function manualPages(build: BuildInfo): Record<string, string> {
  const facts = { date: build.date, source: `${product.name} ${product.version}`, section: 1 as const };
  const files: readonly [string, string[]] = [
    'Files',
    [
      '~/.config/rookery: databases of the sandbox, connections.json, settings.json, saved queries, logs. Removing the ' +
        'package keeps it.',
      '/usr/lib/rookery/stackcap: the capture program with its capability, for members of the group rookery.',
    ],
  ];
  const server = serverHelp('help');
  const [transfer, backups] = [serverHelp('transfer/help'), serverHelp('backups/help')];
  const diskCheck = serverHelp('disk_check/help');
  const [record, inspect, recording] = [
    serverHelp('record/help'),
    recordingsHelp('INSPECT'),
    recordingsHelp('RECORDING'),
  ];
  const titled = ({ sections }: Help, what: string): Help['sections'] =>
    sections.map((each) => (each.title === '' ? each : { ...each, title: `${what}: ${each.title}` }));
  return {
    'rookery.1': manualPage(readHelp(desktopHelp()), {
      ...facts,
      more: [files, ['See also', ['rookeryd(1)']]],
    }),
    'rookeryd.1': manualPage(
      {
        ...server,
        usage: [
          ...server.usage.slice(0, 1),
          ...[transfer, backups, diskCheck, record, inspect, recording].flatMap(({ usage }) => usage),
        ],
        sections: [
          ...server.sections,
          ...titled(transfer, 'export and import'),
          ...titled(backups, 'backup, restore and verify'),
          ...titled(diskCheck, 'disk-check'),
          ...titled(record, 'record'),
          ...titled(inspect, 'inspect'),
          ...titled(recording, 'recording'),
        ],
      },
      {
        ...facts,
        more: [
          [
            'Service',
            [
              'The unit rookeryd.service runs it as a user of its own on a loopback address, with databases in ' +
                '/var/lib/rookeryd. It is not enabled by the package: systemctl enable --now rookeryd. Options are in ' +
                '/etc/default/rookeryd.',
            ],
          ],
          ['See also', ['rookery(1)']],
        ],
      },
    ),
  };
}

export interface Completion {
  readonly bash: string;
  readonly zsh: string;
  readonly fish: string;
}

export function completions(): Record<'rookery' | 'rookeryd', Completion> {
  const desktop = readHelp(desktopHelp());
  const server = serverHelp('help');
  const transfer = optionsOf(serverHelp('transfer/help'));
  const backups = optionsOf(serverHelp('backups/help'));
  const common = optionsOf(desktop, ['Options']);
  const data = common.filter(({ name }) => name === '--data');
  const command = (
    name: string | null,
    meaning: string,
    options: ProgramCommand['options'],
    files = false,
  ): ProgramCommand => ({ name, meaning, options, files });
  const aboutRecordings = [
    command('record', "record a server's diagnostics", optionsOf(serverHelp('record/help'))),
    command('inspect', 'print what a recording shows', optionsOf(recordingsHelp('INSPECT')), true),
    command(
      'recording',
      'cut, mask, export and compare recordings',
      optionsOf(recordingsHelp('RECORDING')),
      true,
    ),
  ];
  const both: Record<'rookery' | 'rookeryd', ProgramCommand[]> = {
    rookery: [
      command('open', 'open a server or a file', data, true),
      command('serve', 'serve the screens to a browser', [
        ...data,
        ...optionsOf(desktop, ['Options of serve']),
      ]),
      ...aboutRecordings,
      command(null, '', common),
    ],
    rookeryd: [
      command('export', 'write a dump of a database', transfer),
      command('import', 'read a dump into a database', transfer),
      command('backup', 'write a database to one file', backups),
      command('restore', 'make a new database of a backup', backups),
      command('verify', 'check every byte of a backup', backups),
      command(
        'disk-check',
        'measure what durable writes cost',
        optionsOf(serverHelp('disk_check/help')),
        true,
      ),
      ...aboutRecordings,
      command(null, '', optionsOf(server)),
    ],
  };
  const of = (program: 'rookery' | 'rookeryd'): Completion => ({
    bash: bashCompletion(program, both[program]),
    zsh: zshCompletion(program, both[program]),
    fish: fishCompletion(program, both[program]),
  });
  return { rookery: of('rookery'), rookeryd: of('rookeryd') };
}
