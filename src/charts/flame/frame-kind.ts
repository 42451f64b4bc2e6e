/** Kinds of frames: colour, pattern and name of each. */

export const frameKinds = ['own', 'runtime', 'system', 'waiting'] as const;
/** `runtime`: runtimes and libraries. `system`: the operating system. `waiting`: blocked, whatever the code. */
export type FrameKind = (typeof frameKinds)[number];

export const frameKindNames: Readonly<Record<FrameKind, string>> = {
  own: 'Own code',
  runtime: 'Runtime and libraries',
  system: 'Operating system',
  waiting: 'Waiting',
};
