// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { MetricName } from '../../../protocol/server-metrics.ts';
import { allSeries, type Target } from '../series.ts';
import { ChangesPanel, type ChangesPanelProps } from './changes-panel.tsx';
import type { Comparison } from './rank-changes.ts';

afterEach(cleanup);

const none: Comparison<MetricName> = { changes: [], steady: [], tooFew: [] };
const threads: Target = { screen: 'threads', label: 'Threads' };

function show(comparison: Comparison<MetricName>, props: Partial<ChangesPanelProps> = {}) {
  render(
    <ChangesPanel
      kind="2"
      onKind={() => undefined}
      moments={{ first: 1_000, second: 60_000 }}
      onMoments={() => undefined}
      now={90_000}
      shownMs={90_000}
      comparison={comparison}
      seriesOf={(id) => allSeries.find((series) => series.id === id)}
      targetOf={() => threads}
      onOpen={() => undefined}
      {...props}
    />,
  );
}

test('says that two moments have no samples', () => {
  show(none, { kind: 'moments' });
  expect(screen.getByText('No samples at these moments. Choose two others.')).toBeTruthy();
});

test('says that there will be samples of the last half minute', () => {
  show(none);
  expect(screen.getByText('Too few samples to compare yet.')).toBeTruthy();
});

test('lists the metrics with too few samples', () => {
  show({ ...none, steady: ['cpu.machine'], tooFew: [{ id: 'cpu.process', samples: [4, 1] }] });
  screen.getByText('1 metric with too few samples').click();
  expect(screen.getByText('CPU of the server process (4 and 1)')).toBeTruthy();
});

test('links a change to the screen that explains it, if there is one', () => {
  const change = {
    id: 'cpu.process',
    before: 1,
    after: 50,
    deviations: 9,
    samples: [9, 9],
    score: 9,
  } as const;
  const comparison = { ...none, changes: [change] };
  const opened: Target[] = [];
  show(comparison, { onOpen: (target) => opened.push(target) });
  screen.getByRole('button', { name: 'CPU of the server process' }).click();
  expect(opened).toEqual([threads]);
  cleanup();
  show(comparison, { targetOf: () => null });
  expect(screen.queryByRole('button', { name: 'CPU of the server process' })).toBeNull();
  expect(screen.getByText('CPU of the server process')).toBeTruthy();
});
