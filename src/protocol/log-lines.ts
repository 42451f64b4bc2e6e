/** The log of a server, line by line while it is watched: JSON since RavenDB 7, comma-separated text before. */
import { z } from 'zod';
import type { ServerClient } from './client.ts';
import { liveTextFeed } from './live.ts';
import { parseServerDate } from './server-date.ts';

const PATH = '/admin/logs/watch';

const text = z.string().nullish().catch(null);
const line = z.looseObject({
  Date: text,
  Level: text,
  ThreadID: z.union([z.string(), z.number()]).nullish().catch(null),
  Resource: text,
  Component: text,
  Logger: text,
  Message: text,
  Data: text,
});

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogLine {
  /** Milliseconds since 1970; NaN when the line has no date. */
  readonly at: number;
  readonly level: LogLevel;
  readonly thread: string;
  /** The database, or `Server`. */
  readonly resource: string;
  readonly component: string;
  readonly logger: string;
  readonly message: string;
  readonly data: string;
}

const levels: Readonly<Record<string, LogLevel>> = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  information: 'info',
  operations: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
  fatal: 'fatal',
};

const levelOf = (name: string): LogLevel => levels[name.trim().toLowerCase()] ?? 'info';

/** `2026-11-22 14:18:54.8405` has no zone; the server's log is in its local time unless it is set to UTC. */
function dateOf(written: string): number {
  return parseServerDate(written.trim().replace(' ', 'T'));
}

/** Undefined for a heartbeat and for the heading that older servers send first. */
export function readLogLine(frame: string): LogLine | undefined {
  const trimmed = frame.trim();
  if (trimmed === '' || trimmed.startsWith('Time, Thread, Level')) return undefined;
  if (trimmed.startsWith('{')) return readJsonLine(trimmed) ?? plain(trimmed);
  return readTextLine(trimmed) ?? plain(trimmed);
}

function readJsonLine(frame: string): LogLine | undefined {
  let json: unknown;
  try {
    json = JSON.parse(frame);
  } catch {
    // Shown as it is.
    return undefined;
  }
  const read = line.safeParse(json).data;
  if (!read) return undefined;
  return {
    at: dateOf(read.Date ?? ''),
    level: levelOf(read.Level ?? ''),
    thread: String(read.ThreadID ?? ''),
    resource: read.Resource ?? '',
    component: read.Component ?? '',
    logger: read.Logger ?? '',
    message: read.Message ?? '',
    data: read.Data ?? '',
  };
}

/** `time, thread, level, source, logger, message`; only the message can contain a comma. */
function readTextLine(frame: string): LogLine | undefined {
  const parts = /^([^,]+), ([^,]*), ([^,]*), ([^,]*), ([^,]*), ([^]*)$/.exec(frame);
  if (!parts) return undefined;
  const [, date = '', thread = '', level = '', resource = '', logger = '', message = ''] = parts;
  const at = dateOf(date);
  if (Number.isNaN(at)) return undefined;
  return { at, level: levelOf(level), thread, resource, component: '', logger, message, data: '' };
}

function plain(message: string): LogLine {
  return {
    at: Number.NaN,
    level: 'info',
    thread: '',
    resource: '',
    component: '',
    logger: '',
    message,
    data: '',
  };
}

export async function* watchLogs(
  server: ServerClient,
  signal: AbortSignal,
): AsyncGenerator<'open' | LogLine | undefined> {
  for await (const item of liveTextFeed(server, PATH, signal)) {
    if (item.kind === 'text') yield readLogLine(item.text);
    else if (item.kind === 'open') yield 'open';
  }
}
