/** The injected faults as short texts, for the banner and the list of what happened. */
import type { FaultInjection, Faults } from '../../protocol/fault-injection.ts';
import { formatBytes, pluralize, SECONDS_IN, wholeUnit, type TimeUnit } from '../../ui/index.ts';

export function faultTexts(faults: Faults): string[] {
  const share = faults.delayedPercent === 100 ? '' : ` for ${faults.delayedPercent} %`;
  const delays = (
    [
      ['writes', faults.writeDelay],
      ['syncs', faults.syncDelay],
      ['reads', faults.readDelay],
    ] as const
  ).flatMap(([what, delay]) =>
    delay > 0 && faults.delayedPercent > 0 ? [`${what} + ${delay} ms${share}`] : [],
  );
  return [
    ...delays,
    ...(faults.writeRate === null ? [] : [`at most ${formatBytes(faults.writeRate)}/s written`]),
    ...(faults.full ? ['disk full'] : []),
    ...(faults.failingReadsPercent > 0 ? [`${faults.failingReadsPercent} % of reads fail`] : []),
    ...(faults.clockOffset === 0 ? [] : [clockText(faults.clockOffset)]),
  ];
}

export function offsetUnit(seconds: number): TimeUnit {
  return wholeUnit(seconds, ['days', 'hours', 'minutes', 'seconds']);
}

function clockText(seconds: number): string {
  const unit = offsetUnit(seconds);
  const count = Math.abs(seconds) / SECONDS_IN[unit];
  return `clock ${pluralize(count, unit.slice(0, -1))} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

export function countTexts({ delayed, failedWrites, failedReads }: FaultInjection['counts']): string[] {
  return [
    `${pluralize(delayed, 'operation')} delayed`,
    `${pluralize(failedWrites, 'write')} failed`,
    `${pluralize(failedReads, 'read')} failed`,
  ];
}
