/** Named sets of faults, as starting points. */
import { noFaults, type Faults } from '../../protocol/fault-injection.ts';

export interface FaultPreset {
  readonly id: string;
  readonly label: string;
  readonly faults: Faults;
}

const MIB = 1024 * 1024;

export const faultPresets: readonly FaultPreset[] = [
  { id: 'none', label: 'No faults', faults: noFaults },
  {
    id: 'hard-disk',
    label: 'Hard disk: 8 ms per sync and read, 120 MiB/s',
    faults: { ...noFaults, syncDelay: 8, readDelay: 8, writeRate: 120 * MIB },
  },
  {
    id: 'network-disk',
    label: 'Network disk: 3 ms per sync, 1 ms per read',
    faults: { ...noFaults, syncDelay: 3, readDelay: 1 },
  },
  {
    id: 'no-burst-credits',
    label: 'Cloud disk without burst credits: 30 ms per sync, 2 MiB/s',
    faults: { ...noFaults, syncDelay: 30, writeRate: 2 * MIB },
  },
  {
    id: 'stalls',
    label: 'Stalls: 2 s for 1 % of the operations',
    faults: { ...noFaults, writeDelay: 2_000, syncDelay: 2_000, readDelay: 2_000, delayedPercent: 1 },
  },
  { id: 'full', label: 'Full disk', faults: { ...noFaults, full: true } },
  {
    id: 'read-errors',
    label: 'Failing disk: 5 % of the reads fail',
    faults: { ...noFaults, failingReadsPercent: 5 },
  },
];

export function presetOf(faults: Faults): FaultPreset | undefined {
  return faultPresets.find((preset) => sameFaults(preset.faults, faults));
}

export function sameFaults(a: Faults, b: Faults): boolean {
  return (Object.keys(noFaults) as (keyof Faults)[]).every((member) => a[member] === b[member]);
}
