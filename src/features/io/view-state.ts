/** The view as text: to save it with the tab, and to share it. */
import { z } from 'zod';

const windowShape = z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => to > from, {
  error: 'the range must end after it starts',
});
const keys = z.array(z.string().max(2000)).max(2000);

export const ioView = z.object({
  /** The format version; later versions can add members. */
  version: z.literal(1),
  view: windowShape.optional(),
  range: windowShape.optional(),
  utc: z.boolean(),
  foldPauses: z.boolean(),
  /** Longer pauses are folded, in seconds. */
  pauseSeconds: z.number().min(0.01).max(86_400),
  indexing: z.boolean(),
  /** Garbage collections, slow queries and requests. Views saved earlier do not have it. */
  activity: z.boolean().default(false),
  arrangement: z.object({
    collapsed: keys,
    pinned: keys,
    hidden: keys,
    hiddenKinds: z.array(z.number().int().min(0).max(255)).max(256),
    order: keys,
  }),
  rule: z.object({ timesMedian: z.number().min(1).max(1000), atLeastMs: z.number().min(0).max(600_000) }),
  tab: z.string().max(40),
});
export type IoView = z.infer<typeof ioView>;

export const defaultView: IoView = {
  version: 1,
  utc: false,
  foldPauses: true,
  pauseSeconds: 10,
  indexing: false,
  activity: false,
  arrangement: { collapsed: [], pinned: [], hidden: [], hiddenKinds: [], order: [] },
  rule: { timesMedian: 4, atLeastMs: 5 },
  tab: 'answers',
};

const PREFIX = 'rookery:io?view=';

/** A link: the same text as one word. */
export const viewLink = (view: IoView): string => `${PREFIX}${encodeURIComponent(JSON.stringify(view))}`;

/** Parses a link or JSON; throws an Error with a message for anything else. */
export function readView(text: string): IoView {
  const trimmed = text.trim();
  let json: unknown;
  try {
    json = JSON.parse(
      trimmed.startsWith(PREFIX) ? decodeURIComponent(trimmed.slice(PREFIX.length)) : trimmed,
    );
  } catch (cause) {
    throw new Error(`This is not a view. Paste a link that starts with ${PREFIX}, or the copied JSON.`, {
      cause,
    });
  }
  const parsed = ioView.safeParse(json);
  if (!parsed.success)
    throw new Error(
      `This is not a timeline view: ${z.prettifyError(parsed.error).split('\n').slice(0, 2).join(' ')}`,
    );
  return parsed.data;
}

/** The saved view of a tab; the default view for invalid data. */
export function savedView(state: unknown): IoView {
  const parsed = ioView.safeParse(state);
  return parsed.success ? parsed.data : defaultView;
}
