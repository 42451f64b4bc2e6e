export { applicationPortQuery, useApplicationPort } from './application-port.ts';
export * from './command.ts';
export * from './databases-query.ts';
export {
  displayNameError,
  displayNameOf,
  setDisplayName,
  shownName,
  useDisplayNames,
  type DisplayNames,
} from './display-names/display-names.ts';
export { ExportDialog, type ExportChoice, type ExportDialogProps } from './export/export-dialog.tsx';
export * from './feed-badge.tsx';
export * from './id-prefixes.ts';
export * from './known-screens.ts';
export { addOpenedFile, useIsFileWaiting, useOpenedFile } from './opened-files.ts';
export * from './query-matches.ts';
export * from './screen.ts';
export { requestOfScreen, useScreenRequest, type ScreenRequest } from './screen-requests.ts';
export * from './session.ts';
export * from './use-connection.ts';
export * from './use-database.ts';
export * from './use-identity.ts';
export * from './use-loading-indexes.ts';
export * from './use-syntax-check.ts';
export * from './use-tab-state.ts';
export * from './with-run.ts';
export * from './write-refusal.ts';
