import { expect, it } from 'vitest';
import { keyNames } from './key-names.ts';

it.each([
  ['Mod+K', ['Ctrl', 'K'], ['⌘', 'K']],
  ['Shift+Mod+P', ['Ctrl', 'Shift', 'P'], ['⇧', '⌘', 'P']],
  ['Alt+ArrowRight', ['Alt', '→'], ['⌥', '→']],
  ['Mod++', ['Ctrl', '+'], ['⌘', '+']],
  ['+', ['+'], ['+']],
  ['F5', ['F5'], ['F5']],
  ['← → A D', ['←', '→', 'A', 'D'], ['←', '→', 'A', 'D']],
  ['+ − W S', ['+', '−', 'W', 'S'], ['+', '−', 'W', 'S']],
])('%s', (chord, other, mac) => {
  expect(keyNames(chord, false)).toEqual(other);
  expect(keyNames(chord, true)).toEqual(mac);
});
