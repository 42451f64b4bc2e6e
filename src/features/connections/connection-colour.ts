import type { Connection, ConnectionMode } from '../../contract/index.ts';

export type ConnectionColour = Connection['colour'];

/** The usual meaning of the colours; nothing depends on it. */
export const colours: readonly { readonly value: ConnectionColour; readonly label: string }[] = [
  { value: 'slate', label: 'Slate' },
  { value: 'blue', label: 'Blue' },
  { value: 'green', label: 'Green – development' },
  { value: 'amber', label: 'Amber – staging' },
  { value: 'red', label: 'Red – production' },
  { value: 'violet', label: 'Violet' },
];

/** Red marks production by convention, so it is the last choice of a default. */
const defaults: readonly ConnectionColour[] = ['blue', 'violet', 'green', 'amber', 'slate', 'red'];

/** The default colour of a new connection: the one that fewest connections have. */
export function freeColour(taken: readonly ConnectionColour[]): ConnectionColour {
  const uses = (colour: ConnectionColour): number => taken.filter((each) => each === colour).length;
  return defaults.reduce((best, each) => (uses(each) < uses(best) ? each : best), 'blue');
}

export function colourToken(colour: ConnectionColour): string {
  return `var(--env-${colour})`;
}

export const modes: readonly {
  readonly value: ConnectionMode;
  readonly label: string;
  readonly hint: string;
}[] = [
  { value: 'read-only', label: 'Read-only', hint: 'Rookery refuses every write.' },
  {
    value: 'guarded',
    label: 'Guarded',
    hint: 'Allows writes. Dangerous requests, such as deleting a database, need confirmation.',
  },
  { value: 'full', label: 'Full', hint: 'Allows everything that the server allows.' },
];

export function modeLabel(mode: ConnectionMode): string {
  return modes.find((each) => each.value === mode)?.label ?? mode;
}

/** Without the label of the field beside it. */
export function modeBadge(mode: ConnectionMode): string {
  return mode === 'full' ? 'Full access' : modeLabel(mode);
}
