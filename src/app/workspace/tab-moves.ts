/** Tab moves that only the docking library can perform. The work area registers itself while it is mounted. */
export type TabMove = 'next' | 'previous' | 'left' | 'right' | 'up' | 'down' | 'join';

let mover: ((move: TabMove) => void) | null = null;

export function moveTab(move: TabMove): void {
  mover?.(move);
}

export function setTabMover(next: ((move: TabMove) => void) | null): void {
  mover = next;
}
