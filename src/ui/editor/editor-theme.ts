/** Monaco's colours from the current design tokens, so that tokens stay the only source of colours. */
import type { Monaco } from './monaco-type.ts';

type Colours = Record<string, string>;

/** Monaco colour id → token. */
const surfaces: Readonly<Record<string, string>> = {
  'editor.background': '--surface-1',
  'editor.foreground': '--text-1',
  'editorGutter.background': '--surface-1',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text-1',
  'editorCursor.foreground': '--accent-text',
  'editor.selectionBackground': '--selection',
  'editor.lineHighlightBackground': '--surface-2',
  'editor.lineHighlightBorder': '--surface-2',
  'editorIndentGuide.background1': '--border',
  'editorBracketMatch.border': '--border-strong',
  'editorBracketMatch.background': '--surface-3',
  'editorError.foreground': '--danger',
  'editorWarning.foreground': '--warning',
  'scrollbarSlider.background': '--surface-3',
  'scrollbarSlider.hoverBackground': '--border-strong',
  'diffEditor.insertedLineBackground': '--success-surface',
  'diffEditor.removedLineBackground': '--danger-surface',
  'diffEditor.unchangedRegionBackground': '--surface-2',
  'diffEditor.unchangedRegionForeground': '--text-2',
  'editorWidget.background': '--surface-3',
  'editorWidget.border': '--border-strong',
  'editorSuggestWidget.background': '--surface-3',
  'editorHoverWidget.background': '--surface-3',
  'input.background': '--surface-1',
  focusBorder: '--focus',
  'menu.background': '--surface-3',
  'menu.foreground': '--text-1',
};

/** Token kind of a language → design token. */
const syntax: readonly (readonly [string, string])[] = [
  ['string.key.json', '--syntax-key'],
  ['string.value.json', '--syntax-string'],
  ['string', '--syntax-string'],
  ['number', '--syntax-number'],
  ['keyword', '--syntax-keyword'],
  ['keyword.json', '--syntax-keyword'],
  ['comment', '--syntax-comment'],
  ['type', '--syntax-type'],
  ['function', '--syntax-function'],
  ['delimiter', '--syntax-punctuation'],
];

/** The tokens define the colour scheme. */
function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme !== 'light';
}

/** Resolves tokens to `#rrggbb[aa]` from any notation; unknown tokens are left out. */
function readTokens(names: Iterable<string>): Map<string, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(document.documentElement);
  const found = new Map<string, string>();
  for (const name of names) {
    if (style.getPropertyValue(name).trim() === '') continue;
    probe.style.color = `var(${name})`;
    const hex = hexColour(getComputedStyle(probe).color);
    if (hex) found.set(name, hex);
  }
  probe.remove();
  return found;
}

/** `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)` as computed styles → `#010203` or `#01020380`. */
export function hexColour(computed: string): string | undefined {
  const numbers = /^rgba?\(([^)]+)\)$/
    .exec(computed)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!numbers || numbers.length < 3 || numbers.some(Number.isNaN)) return undefined;
  return numbers.reduce(
    (hex, value, index) =>
      hex +
      Math.round(index === 3 ? value * 255 : value)
        .toString(16)
        .padStart(2, '0'),
    '#',
  );
}

function applyTheme(monaco: Monaco): void {
  const dark = isDark();
  const tokens = readTokens(new Set([...Object.values(surfaces), ...syntax.map(([, token]) => token)]));
  const colors: Colours = {};
  for (const [id, token] of Object.entries(surfaces)) {
    const colour = tokens.get(token);
    if (colour) colors[id] = colour;
  }
  monaco.editor.defineTheme('rookery', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    colors,
    rules: syntax.flatMap(([token, name]) => {
      const colour = tokens.get(name);
      return colour ? [{ token, foreground: colour.slice(1, 7) }] : [];
    }),
  });
  monaco.editor.setTheme('rookery');
}

/**
 * Applies the theme now and on every change of `[data-theme]` or of the system theme, for the lifetime of the page.
 */
export function followTheme(monaco: Monaco): void {
  const apply = () => applyTheme(monaco);
  apply();
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
}
