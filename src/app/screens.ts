/** The list of screens. Metadata is bundled; code loads on first display. */
import { screens as activity } from '../features/activity/screens.ts';
import {
  commands as applicationCommands,
  screens as applications,
} from '../features/applications/screens.ts';
import { commands as backupCommands, screens as backups } from '../features/backups/screens.ts';
import { screens as cluster } from '../features/cluster/screens.ts';
import { commands as compareCommands, screens as compare } from '../features/compare-servers/screens.ts';
import { commands as connectionCommands, screens as connections } from '../features/connections/screens.ts';
import { commands as dashboardCommands, screens as dashboard } from '../features/dashboard/screens.ts';
import { commands as diskCheckCommands, screens as diskCheck } from '../features/disk-check/screens.ts';
import { commands as faultCommands, screens as faultInjection } from '../features/fault-injection/screens.ts';
import { commands as documentCommands, screens as documents } from '../features/documents/screens.ts';
import { commands as indexCommands, screens as indexes } from '../features/indexes/screens.ts';
import { screens as io } from '../features/io/screens.ts';
import { commands as memoryCommands, screens as memory } from '../features/memory/screens.ts';
import { screens as overview } from '../features/overview/screens.ts';
import { commands as patchCommands, screens as patch } from '../features/patch/screens.ts';
import { screens as query } from '../features/query/screens.ts';
import { commands as packageCommands, screens as debugPackage } from '../features/debug-package/screens.ts';
import { commands as recordingCommands, screens as recordings } from '../features/recordings/screens.ts';
import {
  commands as certificateCommands,
  screens as serverCertificates,
} from '../features/server-certificates/screens.ts';
import { commands as settingsCommands, screens as settings } from '../features/settings/screens.ts';
import { commands as storageCommands, screens as storage } from '../features/storage/screens.ts';
import { commands as shardCommands, screens as shards } from '../features/shards/screens.ts';
import {
  commands as subscriptionCommands,
  screens as subscriptions,
} from '../features/subscriptions/screens.ts';
import { screens as threads } from '../features/threads/screens.ts';
import { commands as transferCommands, screens as transfer } from '../features/transfer/screens.ts';
import { registerScreens, type Command, type Screen, type Session } from './registry/index.ts';

export const allScreens: readonly Screen[] = [
  ...dashboard,
  ...overview,
  ...documents,
  ...query,
  ...indexes,
  ...patch,
  ...activity,
  ...io,
  ...threads,
  ...memory,
  ...transfer,
  ...backups,
  ...subscriptions,
  ...applications,
  ...compare,
  ...cluster,
  ...storage,
  ...debugPackage,
  ...recordings,
  ...diskCheck,
  ...faultInjection,
  ...shards,
  ...settings,
  ...serverCertificates,
  ...connections,
];
registerScreens(allScreens.map(({ id }) => id));

const byId = new Map(allScreens.map((screen) => [screen.id, screen]));

export function screenById(id: string): Screen | undefined {
  return byId.get(id);
}

export function scopeOf(id: string): Screen['scope'] | undefined {
  return byId.get(id)?.scope;
}

export type RailScreen = Screen & { readonly rail: NonNullable<Screen['rail']> };

export const railScreens: readonly RailScreen[] = allScreens
  .filter((screen): screen is RailScreen => screen.rail !== undefined)
  .sort((a, b) => a.rail.order - b.rail.order);

/** `1` to `9` in the order of the rail, without gaps; later screens have no digit. */
export function railDigit(screen: RailScreen): string | undefined {
  const place = railScreens.indexOf(screen) + 1;
  return place >= 1 && place <= 9 ? String(place) : undefined;
}

/** Feature commands that are active in every tab. */
export function featureCommands(session: Session): readonly Command[] {
  return [
    ...dashboardCommands(session),
    ...applicationCommands(session),
    ...documentCommands(session),
    ...indexCommands(session),
    ...patchCommands(session),
    ...memoryCommands(session),
    ...transferCommands(session),
    ...backupCommands(session),
    ...subscriptionCommands(session),
    ...compareCommands(session),
    ...storageCommands(session),
    ...packageCommands(session),
    ...recordingCommands(session),
    ...diskCheckCommands(session),
    ...faultCommands(session),
    ...shardCommands(session),
    ...settingsCommands(session),
    ...certificateCommands(session),
    ...connectionCommands(session),
  ];
}
