/** Scripts that scroll a grid from inside the page, one step per frame. */

export interface Shown {
  readonly rows: number;
  readonly last: number;
}

/** Runs in the page: three rows per frame, which is a fast turn of the wheel. */
export async function turnWheel(grid: Element): Promise<Shown> {
  for (let step = 0; step < 600; step++) {
    const turned = new WheelEvent('wheel', { deltaY: 84, bubbles: true, cancelable: true });
    // A browser scrolls on real wheel events only; a long list handles them itself.
    if (grid.dispatchEvent(turned)) grid.scrollTop += 84;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const shown = [...grid.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row')));
  return { rows: shown.length, last: Math.max(...shown) };
}

/** Runs in the page: from the first to the last row and back. */
export async function dragScrollBar(grid: Element): Promise<Shown> {
  const hidden = grid.scrollHeight - grid.clientHeight;
  const steps = 240;
  let last = 0;
  let rows = 0;
  for (let step = 0; step <= 2 * steps; step++) {
    grid.scrollTop = (hidden * (steps - Math.abs(step - steps))) / steps;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = grid.querySelectorAll('[data-row]');
    rows = shown.length;
    last = Math.max(last, Number(shown[rows - 1]?.getAttribute('data-row') ?? 0));
  }
  return { rows, last };
}
