export * from './command.ts';
export * from './known-screens.ts';
export * from './screen.ts';
export * from './session.ts';
export * from './use-connection.ts';
export * from './write-refusal.ts';
