/** The first frames of sockets, from the files of a debug package. */
import { z } from 'zod';
import type { PackageNode } from './package-archive.ts';
import { fileText, parsed, readTarget } from './package-answers.ts';

/** Throws when the package has nothing for the socket. */
export async function feedFrames(node: PackageNode, path: string): Promise<readonly string[]> {
  const target = readTarget(path);
  const text = (route: string): Promise<string> => fileText(node, { ...target, route });
  switch (target.route) {
    case 'debug/queries/running/live':
      return [JSON.stringify(await runningQueries(node))];
    case 'threads-info/watch':
      return [await text('admin/debug/threads/runaway')];
    case 'admin/logs/watch':
      return logFrames(node);
    case 'notification-center/watch':
      return itemsOf(await text('notifications')).map((each) => JSON.stringify(each));
    default:
      // A live feed repeats the answer of the route without its last segment.
      return [await text(target.route.replace(/\/(live|watch)$/, ''))];
  }
}

const list = z.looseObject({ Results: z.array(z.unknown()) });
const itemsOf = (text: string): readonly unknown[] => list.safeParse(parsed(text)).data?.Results ?? [];

/** The file has the indexes of one database; the feed those of all. */
async function runningQueries(node: PackageNode): Promise<readonly unknown[]> {
  const found = await Promise.all(
    node.databases.map(async (database) => {
      const file = node.find(database, 'queries/running');
      if (!file || file.isError) return [];
      const read = z.record(z.string(), z.unknown()).safeParse(parsed(await file.read())).data ?? {};
      return Object.entries(read)
        .filter(([name, queries]) => name !== '@metadata' && Array.isArray(queries))
        .map(([IndexName, RunningQueries]) => ({ DatabaseName: database, IndexName, RunningQueries }));
    }),
  );
  return found.flat();
}

const MAX_LOG_LINES = 10_000;

/** The log of the day as the socket of RavenDB 7 sends it; lines of RavenDB 6 are text in both. */
async function logFrames(node: PackageNode): Promise<readonly string[]> {
  const files = node.files.filter(({ name }) => /\.(log|txt)$/i.test(name) && /\d{4}-\d\d-\d\d/.test(name));
  const lines = (await Promise.all(files.map((file) => file.read())))
    .flatMap((text) => text.split(/\r?\n/))
    .filter((line) => line !== '');
  const frames = lines.flatMap((line) => {
    const [Date, Level, ThreadID, Resource, Component, Logger, ...rest] = line.split('|');
    if (Logger === undefined) return Date === 'Date' ? [] : [`${line}\n`];
    if (Date === 'Date') return [];
    const Message = rest.join('|');
    return [JSON.stringify({ Date, Level, ThreadID, Resource, Component, Logger, Message })];
  });
  return frames.slice(-MAX_LOG_LINES);
}
