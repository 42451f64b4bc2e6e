export * from './command.ts';
export { ExportDialog, type ExportChoice, type ExportDialogProps } from './export/export-dialog.tsx';
export * from './known-screens.ts';
export * from './screen.ts';
export * from './session.ts';
export * from './use-connection.ts';
export * from './write-refusal.ts';
