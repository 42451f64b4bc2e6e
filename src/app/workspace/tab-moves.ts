/** What only the docking library can do, asked for by commands. The work area answers while it is there. */
export type TabMove = 'next' | 'previous' | 'right' | 'below';

let mover: ((move: TabMove) => void) | null = null;

export function moveTab(move: TabMove): void {
  mover?.(move);
}

export function setTabMover(next: ((move: TabMove) => void) | null): void {
  mover = next;
}
