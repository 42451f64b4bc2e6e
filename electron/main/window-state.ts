/** The position of the window, restored at start; ignored when no display shows it. */
import { z } from 'zod';
import { JsonFile } from '../host/stored/json-file.ts';

const bounds = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(480),
  height: z.number().int().min(320),
  maximised: z.boolean(),
});
export type WindowState = z.infer<typeof bounds>;

export const firstState: WindowState = { width: 1440, height: 900, maximised: false };

export async function openWindowState(folder: string) {
  const { file } = await JsonFile.open({
    folder,
    name: 'window',
    what: 'the window position',
    schema: bounds,
    empty: firstState,
  });
  return file;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** At least this much of the title bar must be visible. */
const VISIBLE = 100;

export function placeOn(state: WindowState, screens: readonly Area[]): WindowState {
  const { x, y, width, height, maximised } = state;
  if (x === undefined || y === undefined) return state;
  const reachable = screens.some(
    (screen) =>
      x + width >= screen.x + VISIBLE &&
      x <= screen.x + screen.width - VISIBLE &&
      y >= screen.y - 10 &&
      y <= screen.y + screen.height - VISIBLE,
  );
  return reachable ? state : { width, height, maximised };
}
