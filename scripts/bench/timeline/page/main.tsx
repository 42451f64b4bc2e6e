/**
 * The real timeline on synthetic events, driven frame by frame. timeline.ts in the parent folder reads its figures.
 */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import '../../../../src/ui/tokens.css';
import {
  fitAll,
  PauseList,
  defaultArrangement,
  Timeline,
  useResolvedTokens,
  widthOf,
  type EventStore,
  type ViewWindow,
} from '../../../../src/charts/timeline/index.ts';
import { startDecoder } from '../../../../src/features/io/decode/decoder.ts';
import { ioKinds } from '../../../../src/features/io/io-kinds.ts';
import { IoRecording } from '../../../../src/features/io/io-recording.ts';
import { formatBytes, formatMs } from '../../../../src/ui/format.ts';
import { KINDS, syntheticFile, syntheticStore } from './synthetic-recording.ts';

const tokens = {
  surface: '--surface-1',
  stripe: '--surface-2',
  line: '--border',
  text: '--text-1',
  mutedText: '--text-2',
  focus: '--accent',
  font: '--font-ui',
  ink: '--surface-0',
};
const colours = ['#5aa2ff', '#4fc777', '#ff6b6b', '#b58cff'];
const kinds = ioKinds.map(({ label, from, to }, id) => ({
  ...{ id, label, from, to, always: true },
  colour: colours[id] ?? '',
}));

let setView: (view: ViewWindow) => void = () => undefined;
let root: Root | undefined;

function Bench({ store, lanes }: { store: EventStore; lanes: number }) {
  const theme = useResolvedTokens(tokens);
  const [extent] = useState(() => fitAll(store.extent()));
  const [groups] = useState(() =>
    Array.from({ length: Math.ceil(lanes / KINDS) }, (_, id) => ({
      id,
      key: String(id),
      label: `Index ${id}`,
      shift: 0,
    })),
  );
  const [view, change] = useState(extent);
  setView = change;
  return (
    <div style={{ position: 'fixed', inset: 0 }}>
      <Timeline
        {...{ store, groups, kinds, theme, extent, view }}
        version={store.version}
        arrangement={defaultArrangement}
        onArrangement={() => undefined}
        onView={change}
        range={undefined}
        onRange={() => undefined}
        cursor={undefined}
        onCursor={() => undefined}
        flagged={[]}
        pauses={PauseList.none}
        utc
        label="Bench"
        renderHit={() => null}
        describeEvent={() => ''}
        sizeLabel={formatBytes}
        pauseLabel={formatMs}
      />
    </div>
  );
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Zooms and pans like a user who searches: every frame shows another window. */
function windowAt(extent: ViewWindow, step: number, steps: number): ViewWindow {
  const phase = step / steps;
  const zoom = 10 ** (-3 * (0.5 - 0.5 * Math.cos(phase * 4 * Math.PI)));
  const width = widthOf(extent) * zoom;
  const middle = extent.from + widthOf(extent) * (0.5 + 0.4 * Math.sin(phase * 2 * Math.PI));
  return { from: middle - width / 2, to: middle + width / 2 };
}

const bench = {
  /** Frame times while panning and zooming, and the bytes per event. */
  async draw(events: number, lanes: number, steps: number) {
    const store = syntheticStore(events, lanes);
    root?.unmount();
    root = createRoot(document.getElementById('root') ?? document.body);
    root.render(<Bench store={store} lanes={lanes} />);
    for (let i = 0; i < 10; i++) await frame();
    const extent = fitAll(store.extent());
    const times: number[] = [];
    let before = await frame();
    for (let step = 0; step < steps; step++) {
      flushSync(() => setView(windowAt(extent, step, steps)));
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return { times, bytesPerEvent: store.bytes / store.count };
  },

  /** Time to read and merge a file, and the longest time without a frame. */
  async open(events: number) {
    root?.unmount();
    root = undefined;
    const file = syntheticFile(events);
    const decoder = startDecoder();
    await decoder.text('{"Environments":[]}');
    let longestGap = 0;
    let before = await frame();
    let request = requestAnimationFrame(function watch(now) {
      longestGap = Math.max(longestGap, now - before);
      before = now;
      request = requestAnimationFrame(watch);
    });
    const began = performance.now();
    const decoded = await decoder.file(file);
    const recording = new IoRecording();
    const added = recording.add(recording.addSource('file:bench', 'bench', 'file'), decoded);
    const ms = performance.now() - began;
    await frame();
    await frame();
    cancelAnimationFrame(request);
    decoder.close();
    return {
      ms,
      added,
      longestGap,
      megabytes: file.size / 1024 ** 2,
      bytesPerEvent: recording.store.bytes / added,
    };
  },
};
declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
