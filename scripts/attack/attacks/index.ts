import type { Attack } from '../attack.ts';
import { exchangedHelper } from './capture-helper.ts';
import {
  backupFoldersOutside,
  backupsAtOnce,
  dumpItemsInMemory,
  dumpUnfolds,
  hugeLengths,
  pipesAsBackups,
} from './dumps-and-backups.ts';
import {
  bodiesInMemory,
  decompressionBombs,
  halfOpenConnections,
  otherProcessesWithoutToken,
} from './exhaust-server.ts';
import { foreignPages, journalsOutside, openToNetwork, readableData } from './local-neighbours.ts';
import { callsBeyondMode, namesOutsideFolder, programsAndRoutes } from './newer-calls.ts';
import { cookieAlone, tokenInProcessList } from './served-session.ts';
import { deepTexts, patchHoldsWriter } from './stop-engine.ts';
import { abandonedWork } from './stop-work.ts';
import { controlCharacters, mutatedPaths, queryBuildsIndex, raisedRights, repeatedKeys } from './window.ts';

export const attacks: readonly Attack[] = [
  controlCharacters,
  mutatedPaths,
  repeatedKeys,
  queryBuildsIndex,
  raisedRights,
  callsBeyondMode,
  namesOutsideFolder,
  programsAndRoutes,
  patchHoldsWriter,
  deepTexts,
  cookieAlone,
  tokenInProcessList,
  foreignPages,
  readableData,
  journalsOutside,
  openToNetwork,
  halfOpenConnections,
  bodiesInMemory,
  decompressionBombs,
  dumpItemsInMemory,
  dumpUnfolds,
  backupFoldersOutside,
  backupsAtOnce,
  pipesAsBackups,
  hugeLengths,
  otherProcessesWithoutToken,
  abandonedWork,
  exchangedHelper,
];
