/** Key names of the current platform. */
const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

const macNames: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };
const otherNames: Readonly<Record<string, string>> = { Mod: 'Ctrl' };

const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
  Plus: '+',
};

/** `Shift+Mod+P` → `Ctrl`, `Shift`, `P`: modifiers in platform order, and `Mod++` keeps its plus. */
export function keyNames(chord: string, mac = isMac): readonly string[] {
  // A list of keys (`← → A D`) is not a chord.
  if (chord.includes(' ')) return chord.split(' ').filter((key) => key !== '');
  const parts = chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+Plus').split('+');
  const names = mac ? macNames : otherNames;
  const order = mac ? ['Ctrl', 'Alt', 'Shift', 'Mod'] : ['Mod', 'Ctrl', 'Alt', 'Shift'];
  const place = (part: string): number => {
    const found = order.indexOf(part);
    return found < 0 ? order.length : found;
  };
  return parts
    .map((part, index) => ({ part, index }))
    .sort((a, b) => place(a.part) - place(b.part) || a.index - b.index)
    .map(({ part }) => names[part] ?? symbols[part] ?? part);
}
