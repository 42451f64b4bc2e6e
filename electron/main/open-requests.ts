/**
 * What the command line asks to open, until a window takes it. A page reads such a file at an address that only this
 * list knows, once; it can name no file itself.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_APP_LINK_CHARACTERS, type BridgeMessage } from '../../src/contract/index.ts';
import type { LaunchCommand } from './command-line.ts';

const PREFIX = '/opened/';

type OpenRequest = Extract<BridgeMessage, { rookery: 'open-server' | 'open-file' | 'open-link' }>;

/** The message of a later run to this one; the same user wrote it. */
const otherRun = z.object({
  command: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('window') }),
    z.object({ kind: z.literal('open-server'), url: z.string() }),
    z.object({ kind: z.literal('open-link'), link: z.string().max(MAX_APP_LINK_CHARACTERS) }),
    z.object({ kind: z.literal('open-file'), path: z.string(), name: z.string() }),
  ]),
});

export class OpenRequests {
  private waiting: OpenRequest[] = [];
  private readonly files = new Map<string, string>();

  add(command: LaunchCommand): void {
    if (command.kind === 'open-server') this.waiting.push({ rookery: 'open-server', url: command.url });
    if (command.kind === 'open-link') this.waiting.push({ rookery: 'open-link', link: command.link });
    if (command.kind !== 'open-file') return;
    const address = `${PREFIX}${randomUUID()}`;
    this.files.set(address, command.path);
    this.waiting.push({ rookery: 'open-file', name: command.name, address });
  }

  addFromOtherRun(message: unknown, onProblem: (doing: string, cause: unknown) => void): void {
    const parsed = otherRun.safeParse(message);
    if (parsed.success) this.add(parsed.data.command);
    else onProblem('read the command of another run', parsed.error.message);
  }

  /** The requests that no window has taken yet. */
  take(): OpenRequest[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  /** The file at this path of the window's origin, once. */
  fileOf(pathname: string): string | undefined {
    const path = this.files.get(pathname);
    this.files.delete(pathname);
    return path;
  }
}
