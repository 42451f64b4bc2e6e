/** The JSON of speedscope.app: written as one sampled profile; sampled and evented profiles are read. Pure. */
import { z } from 'zod';
import type { StackGroup } from '../../../protocol/thread-stacks.ts';
import { pluralize } from '../../../ui/index.ts';
import { importedGroup } from './imported.ts';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';
/** Limits the nesting of invalid files. */
const MAX_DEPTH = 100_000;

export function speedscopeJson(groups: readonly StackGroup[], name: string): string {
  const indices = new Map<string, number>();
  const indexOf = (frame: string) => {
    let index = indices.get(frame);
    if (index === undefined) indices.set(frame, (index = indices.size));
    return index;
  };
  const samples = groups.map((group) => [...group.frames].reverse().map(indexOf));
  const weights = groups.map((group) => group.count);
  return JSON.stringify({
    $schema: SCHEMA,
    exporter: 'Rookery',
    name,
    activeProfileIndex: 0,
    shared: { frames: [...indices.keys()].map((frame) => ({ name: frame })) },
    profiles: [
      {
        type: 'sampled',
        name,
        unit: 'none',
        startValue: 0,
        endValue: weights.reduce((sum, weight) => sum + weight, 0),
        samples,
        weights,
      },
    ],
  });
}

const sampled = z.object({
  type: z.literal('sampled'),
  samples: z.array(z.array(z.int().nonnegative())),
  weights: z.array(z.number().nonnegative()),
});
const evented = z.object({
  type: z.literal('evented'),
  startValue: z.number(),
  events: z.array(z.object({ type: z.enum(['O', 'C']), at: z.number(), frame: z.int().nonnegative() })),
});
const file = z.object({
  shared: z.object({ frames: z.array(z.object({ name: z.string() })) }),
  profiles: z.array(z.discriminatedUnion('type', [sampled, evented])),
});

export function looksLikeSpeedscope(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'shared' in json && 'profiles' in json;
}

/** Throws an Error with the reason. */
export function readSpeedscope(json: unknown): StackGroup[] {
  const parsed = file.safeParse(json);
  if (!parsed.success)
    throw new Error(`This is not a speedscope profile: ${z.prettifyError(parsed.error).slice(0, 500)}`);
  const { shared, profiles } = parsed.data;
  const nameOf = (index: number) => {
    const frame = shared.frames[index];
    if (!frame)
      throw new Error(
        `A sample refers to frame ${index}, but the file has ${pluralize(shared.frames.length, 'frame')}.`,
      );
    return frame.name;
  };
  return profiles.flatMap((profile) =>
    profile.type === 'sampled' ? ofSamples(profile, nameOf) : ofEvents(profile, nameOf),
  );
}

function ofSamples(profile: z.infer<typeof sampled>, nameOf: (index: number) => string): StackGroup[] {
  if (profile.weights.length !== profile.samples.length)
    throw new Error(
      `The profile has ${pluralize(profile.samples.length, 'sample')} but ${pluralize(profile.weights.length, 'weight')}.`,
    );
  return profile.samples.map((sample, at) =>
    importedGroup(sample.map(nameOf).reverse(), profile.weights[at] ?? 0),
  );
}

/** The stack between two events is weighted by the elapsed time. */
function ofEvents(profile: z.infer<typeof evented>, nameOf: (index: number) => string): StackGroup[] {
  const groups: StackGroup[] = [];
  const open: number[] = [];
  let since = profile.startValue;
  for (const event of profile.events) {
    if (event.at < since) throw new Error('The events are not in time order.');
    if (event.at > since && open.length > 0)
      groups.push(importedGroup(open.map(nameOf).reverse(), event.at - since));
    since = event.at;
    if (event.type === 'O') open.push(event.frame);
    else if (open.pop() !== event.frame)
      throw new Error('An event closes a frame that is not the innermost open frame.');
    if (open.length > MAX_DEPTH) throw new Error('The frames are nested too deeply.');
  }
  return groups;
}
