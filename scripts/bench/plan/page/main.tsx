/** The real diagram of a synthetic plan. plan.ts in the parent folder reads its figures. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import '../../../../src/ui/tokens.css';
import '../../../../src/ui/global.css';
import { planToSvg, PlanTree, type PlanBox, type PlanTreeHandle } from '../../../../src/charts/plan/index.ts';
import { layoutPlan } from '../../../../src/charts/plan/plan-layout.ts';
import { planBoxes } from '../../../../src/features/query/plan/plan-view.ts';
import { syntheticPlan } from './synthetic-plan.ts';

let root: Root | undefined;
let picture: PlanTreeHandle | null = null;
let opened: PlanBox | undefined;

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves after the next frame was painted. */
async function painted(): Promise<void> {
  await frame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

const bench = {
  /** From the plan of the answer to the painted diagram. */
  async open(operators: number) {
    root?.unmount();
    root = createRoot(document.getElementById('root') ?? document.body);
    const plan = syntheticPlan(operators);
    await document.fonts.ready;
    await painted();
    const began = performance.now();
    const boxes = planBoxes(plan);
    opened = boxes;
    flushSync(() =>
      root?.render(
        <div style={{ position: 'fixed', inset: 0 }}>
          <PlanTree
            root={boxes}
            label="Bench"
            selectedId={null}
            onSelect={() => undefined}
            handle={(handle) => {
              picture = handle;
            }}
          />
        </div>,
      ),
    );
    await painted();
    const ms = performance.now() - began;
    const beforeLayout = performance.now();
    const layout = layoutPlan(boxes);
    const layoutMs = performance.now() - beforeLayout;
    return {
      ms,
      layoutMs,
      operators: layout.boxes.length,
      levels: Math.max(...layout.boxes.map(({ level }) => level)),
      drawn: document.querySelectorAll('[role="treeitem"]').length,
    };
  },

  /** Frame times while the diagram zooms in and out and pans. */
  async zoom(steps: number) {
    const svg = document.querySelector('svg');
    if (!svg || !picture) throw new Error('no diagram is open');
    picture.fit();
    await painted();
    const { width, height } = svg.getBoundingClientRect();
    const times: number[] = [];
    let before = await frame();
    for (let step = 0; step < steps; step++) {
      const phase = (step / steps) * 2 * Math.PI;
      svg.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: -Math.round(40 * Math.sin(2 * phase)),
          clientX: width * (0.5 + 0.4 * Math.cos(phase)),
          clientY: height * (0.5 + 0.4 * Math.sin(phase)),
          bubbles: true,
          cancelable: true,
        }),
      );
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  },

  /** The file has every operator, not only the drawn ones. */
  async file() {
    await painted();
    const began = performance.now();
    if (!opened) throw new Error('no diagram is open');
    const text = planToSvg(opened, 'Bench');
    const ms = performance.now() - began;
    const boxes = new DOMParser()
      .parseFromString(text, 'image/svg+xml')
      .querySelectorAll('[data-box]').length;
    return { ms, boxes, kilobytes: text.length / 1024 };
  },
};
declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
