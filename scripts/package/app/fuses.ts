/** Switches in the Electron binary that are set once, when it is packed. */
import {
  flipFuses,
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
  type FuseV1Config,
} from '@electron/fuses';

/** Every switch that matters, the state it must have, and the first Electron that has it. */
export const wantedFuses = [
  { name: 'RunAsNode', option: FuseV1Options.RunAsNode, on: false },
  { name: 'EnableCookieEncryption', option: FuseV1Options.EnableCookieEncryption, on: true },
  {
    name: 'EnableNodeOptionsEnvironmentVariable',
    option: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    on: false,
  },
  { name: 'EnableNodeCliInspectArguments', option: FuseV1Options.EnableNodeCliInspectArguments, on: false },
  {
    name: 'EnableEmbeddedAsarIntegrityValidation',
    option: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    on: true,
  },
  { name: 'OnlyLoadAppFromAsar', option: FuseV1Options.OnlyLoadAppFromAsar, on: true },
  {
    name: 'GrantFileProtocolExtraPrivileges',
    option: FuseV1Options.GrantFileProtocolExtraPrivileges,
    on: false,
  },
] as const;

export interface FuseReport {
  readonly name: string;
  readonly wanted: boolean;
  /** `missing`: this Electron has no such switch. */
  readonly state: 'on' | 'off' | 'missing';
}

/** Sets every switch that this binary has. */
export async function flip(binary: string): Promise<void> {
  const wire = await getCurrentFuseWire(binary);
  const config: FuseV1Config = { version: FuseVersion.V1, resetAdHocDarwinSignature: false };
  for (const { option, on } of wantedFuses) if (isPresent(wire[option])) config[option] = on;
  await flipFuses(binary, config);
}

/** Reads them back from the binary. */
export async function readFuses(binary: string): Promise<FuseReport[]> {
  const wire = await getCurrentFuseWire(binary);
  return wantedFuses.map(({ name, option, on }) => ({
    name,
    wanted: on,
    state: isPresent(wire[option]) ? (wire[option] === FuseState.ENABLE ? 'on' : 'off') : 'missing',
  }));
}

/** What is set otherwise than wanted; missing switches are reported by name, not failed. */
export const wrongFuses = (report: readonly FuseReport[]): string[] =>
  report
    .filter(({ wanted, state }) => state !== 'missing' && (state === 'on') !== wanted)
    .map(({ name, state }) => `${name} is ${state}`);

const isPresent = (state: FuseState | undefined): boolean =>
  state === FuseState.ENABLE || state === FuseState.DISABLE;
