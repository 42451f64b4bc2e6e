import { describe, expect, it, vi } from 'vitest';

// In tests the bundler returns an empty text for a stylesheet, and this folder has no Node types: so it is read by
// module name.
const { readFileSync } = await vi.importActual<{ readFileSync(path: URL, encoding: 'utf8'): string }>(
  'node:fs',
);
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function theme(selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(selector);
  const block = css.slice(css.indexOf('{', start), css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/(--[a-z0-9-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['--surface-0', '--surface-1', '--surface-2', '--surface-3', '--hover', '--selection'];
const texts = ['--text-1', '--text-2', '--text-3', '--accent-text'];
const pairs: readonly (readonly [string, string, number])[] = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
  ...['info', 'success', 'warning', 'danger'].flatMap((tone) =>
    [`--${tone}-surface`, '--surface-1', '--surface-2', '--surface-3'].map(
      (ground) => [`--${tone}-text`, ground, 4.5] as const,
    ),
  ),
  ...['key', 'string', 'number', 'keyword', 'comment', 'type', 'function', 'punctuation'].map(
    (kind) => [`--syntax-${kind}`, '--surface-1', 4.5] as const,
  ),
  ...['own', 'runtime', 'system', 'waiting'].map((kind) => ['--text-1', `--frame-${kind}`, 4.5] as const),
  ['--on-accent', '--accent', 4.5],
  ['--on-accent', '--accent-hover', 4.5],
  ['--on-danger', '--danger-fill', 4.5],
  ['--on-danger', '--danger-fill-hover', 4.5],
  // Non-text elements that must be visible: field borders, focus, lanes, marks.
  ...['--border-strong', '--focus', '--io-journal', '--io-flush', '--io-sync', '--io-compression'].flatMap(
    (mark) => ['--surface-1', '--surface-2'].map((ground) => [mark, ground, 3] as const),
  ),
  ...['slate', 'blue', 'green', 'amber', 'red', 'violet'].map(
    (colour) => [`--env-${colour}`, '--surface-2', 3] as const,
  ),
];

describe.each([
  ['dark', "[data-theme='dark'] {"],
  ['light', "[data-theme='light'] {"],
])('%s theme', (_name, selector) => {
  const tokens = theme(selector);
  it.each(pairs)('%s on %s holds %d:1', (front, ground, least) => {
    const [a, b] = [tokens.get(front), tokens.get(ground)];
    if (a === undefined || b === undefined)
      throw new Error(`${front} or ${ground} is not a plain colour of this theme.`);
    expect(contrast(a, b)).toBeGreaterThanOrEqual(least);
  });
});

it('has the same colours in both themes', () => {
  expect([...theme("[data-theme='light'] {").keys()].sort()).toEqual(
    [...theme("[data-theme='dark'] {").keys()].sort(),
  );
});
