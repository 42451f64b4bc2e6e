/** Everything a person can do: one list feeds the palette, menus, shortcuts and tests. */
export interface Command {
  readonly id: string;
  /** Imperative, e.g. "Create database…". */
  readonly title: string;
  readonly group: string;
  /** `Mod` is Ctrl, on macOS Cmd: `Mod+K`, `Shift+Mod+P`, `F5`. */
  readonly shortcut?: string;
  /** More words the palette finds it by. */
  readonly keywords?: string;
  readonly run: () => void | Promise<void>;
}
