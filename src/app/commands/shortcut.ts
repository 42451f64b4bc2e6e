/**
 * Parses shortcuts (`Mod+K`, `Shift+Mod+P`, `Alt+1`, `F5`, `?`) and matches them against key presses. `Mod` is
 * Ctrl, on macOS Cmd.
 */

export interface KeyPress {
  readonly key: string;
  /** The physical key: `KeyK`, `Digit1`. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

interface Chord {
  readonly mod: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly key: string;
}

export function parseShortcut(text: string): Chord {
  const parts = text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const key = parts.pop() ?? '';
  const has = (name: string): boolean => parts.some((part) => part.toLowerCase() === name);
  return {
    mod: has('mod'),
    ctrl: has('ctrl'),
    alt: has('alt'),
    shift: has('shift'),
    key: key === '' ? '+' : key,
  };
}

export function matchesShortcut(text: string, press: KeyPress, mac: boolean): boolean {
  const chord = parseShortcut(text);
  const wantsCtrl = chord.ctrl || (chord.mod && !mac);
  const wantsMeta = chord.mod && mac;
  if (press.ctrlKey !== wantsCtrl || press.metaKey !== wantsMeta || press.altKey !== chord.alt) return false;
  const key = chord.key.toLowerCase();
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  // The position of a symbol and its need for Shift differ between layouts, so the symbol itself is compared.
  if (isSign) return press.key === chord.key;
  if (press.shiftKey !== chord.shift) return false;
  if (/^[a-z]$/.test(key)) {
    // Alt types another character on macOS, and other scripts have other letters: compare the physical key.
    return (
      press.key.toLowerCase() === key || (isForeign(press.key) && press.code === `Key${key.toUpperCase()}`)
    );
  }
  if (/^\d$/.test(key)) return press.code === `Digit${key}` || press.code === `Numpad${key}`;
  return press.key.toLowerCase() === key;
}

function isForeign(key: string): boolean {
  return key.length === 1 && !/[a-z]/i.test(key);
}

/** Keys that type belong to a focused field; with a modifier, and function keys, they are shortcuts. */
export function isTyping(target: EventTarget | null, press: KeyPress): boolean {
  if (press.ctrlKey || press.metaKey || press.altKey || /^F\d+$/.test(press.key)) return false;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null;
}

export function isMac(): boolean {
  return /mac/i.test(navigator.userAgent);
}
