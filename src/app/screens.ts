/** The one list of screens. Their metadata is here from the start; their code arrives when they are first shown. */
import { commands as connectionCommands, screens as connections } from '../features/connections/screens.ts';
import { commands as dashboardCommands, screens as dashboard } from '../features/dashboard/screens.ts';
import { screens as documents } from '../features/documents/screens.ts';
import { screens as io } from '../features/io/screens.ts';
import { screens as query } from '../features/query/screens.ts';
import { screens as settings } from '../features/settings/screens.ts';
import { screens as threads } from '../features/threads/screens.ts';
import type { Command, Screen, Session } from './registry/index.ts';

export const allScreens: readonly Screen[] = [
  ...dashboard,
  ...documents,
  ...query,
  ...io,
  ...threads,
  ...settings,
  ...connections,
];

const byId = new Map(allScreens.map((screen) => [screen.id, screen]));

export function screenById(id: string): Screen | undefined {
  return byId.get(id);
}

export type RailScreen = Screen & { readonly rail: NonNullable<Screen['rail']> };

export const railScreens: readonly RailScreen[] = allScreens
  .filter((screen): screen is RailScreen => screen.rail !== undefined)
  .sort((a, b) => a.rail.order - b.rail.order);

/** Commands of features that exist whichever tab is in front. */
export function featureCommands(session: Session): readonly Command[] {
  return [...dashboardCommands(session), ...connectionCommands(session)];
}
