import type { z } from 'zod';
import type { Calls } from '../../src/contract/index.ts';
import type { ConfirmationWay } from './confirmation/confirmation-way.ts';
import type { ExportWay } from './export/export-way.ts';
import type { LogLevel } from './log/log-file.ts';
import type { PasswordProtection } from './passwords/password-protection.ts';
import type { RecordingCounts } from './recorder/recorder.ts';
import type { UpdateFeed } from './updates/configured-feed.ts';

export interface HostOptions {
  readonly dataFolder: string;
  readonly surface: 'electron' | 'serve' | 'memory';
  /** The native addon, `rookery.node`; loaded on first use of the sandbox. */
  readonly addonPath: string;
  /** The stack capture program; passed to the engine. */
  readonly stackcapPath: string;
  readonly version: string;
  /** Shows the system's file dialog; undefined where there is none. */
  readonly chooseFile?: (
    request: z.output<Calls['files.choose']['request']>,
    signal: AbortSignal,
  ) => Promise<string | null>;
  /** Where exports are written; undefined where nothing can be saved. */
  readonly exportWay?: ExportWay;
  readonly confirmation: ConfirmationWay;
  /** What encrypts certificate passwords that the user saves; undefined where none can be saved. */
  readonly passwordProtection?: PasswordProtection;
  /** The release feed; by default that of the build. */
  readonly updateFeed?: UpdateFeed;
  readonly logLevel?: LogLevel;
  /** Called with every change of the recordings that are made or planned. */
  readonly onRecordings?: (counts: RecordingCounts) => void;
}
