import { describe, expect, it } from 'vitest';
import { matchesShortcut, type KeyPress } from './shortcut.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;
  return { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more };
}

describe('matchesShortcut', () => {
  it('reads Mod as Ctrl, on macOS as Cmd', () => {
    expect(matchesShortcut('Mod+K', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(matchesShortcut('Mod+K', press('k', { metaKey: true }), false)).toBe(false);
    expect(matchesShortcut('Mod+K', press('k', { metaKey: true }), true)).toBe(true);
    expect(matchesShortcut('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false);
  });

  it('requires exactly the given modifiers', () => {
    expect(matchesShortcut('Mod+K', press('K', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matchesShortcut('Shift+Mod+P', press('P', { ctrlKey: true, shiftKey: true }), false)).toBe(true);
    expect(matchesShortcut('Mod+K', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
    expect(matchesShortcut('F5', press('F5', { ctrlKey: true }), false)).toBe(false);
  });

  it('matches a digit by its key, in any layout', () => {
    expect(matchesShortcut('Alt+1', press('&', { code: 'Digit1', altKey: true }), false)).toBe(true);
    expect(matchesShortcut('Alt+1', press('¡', { code: 'Digit1', altKey: true }), true)).toBe(true);
  });

  it('matches a letter by its key position in another script or with Alt', () => {
    expect(matchesShortcut('Mod+K', press('л', { code: 'KeyK', ctrlKey: true }), false)).toBe(true);
    expect(matchesShortcut('Alt+W', press('∑', { code: 'KeyW', altKey: true }), true)).toBe(true);
    // On a layout with other letters on these keys, the typed letter counts.
    expect(matchesShortcut('Mod+A', press('q', { code: 'KeyA', ctrlKey: true }), false)).toBe(false);
  });

  it('matches a symbol on any key', () => {
    expect(matchesShortcut('?', press('?', { code: 'Slash', shiftKey: true }), false)).toBe(true);
    expect(matchesShortcut('?', press('?', { code: 'Minus', shiftKey: true }), false)).toBe(true);
    expect(matchesShortcut('Mod++', press('+', { ctrlKey: true, code: 'BracketRight' }), false)).toBe(true);
  });
});
