/** A plan as a standalone SVG file in the colours of the page. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { svgFile } from '../svg-file.ts';
import type { PlanBox } from './plan-box.ts';
import { PlanDrawing } from './plan-drawing.tsx';
import { layoutPlan } from './plan-layout.ts';
import styles from './plan.module.css';

/** Every operator of the plan, whatever a diagram shows of it. Drawn in the page for a moment, because its colours are. */
export function planToSvg(root: PlanBox, label: string): string {
  const layout = layoutPlan(root);
  const host = document.createElement('div');
  host.className = styles.offscreen ?? '';
  host.ariaHidden = 'true';
  document.body.append(host);
  const drawn = createRoot(host);
  try {
    flushSync(() =>
      drawn.render(
        <svg className={styles.svg}>
          <PlanDrawing
            layout={layout}
            shown={{ boxes: layout.boxes, edges: layout.edges, readable: true }}
            label={label}
            transform=""
            focusedId={null}
            selectedId={null}
            onPick={() => undefined}
          />
        </svg>,
      ),
    );
    const svg = host.querySelector('svg');
    if (!svg) throw new Error('The plan was not drawn.');
    return svgFile(svg, {
      width: layout.width,
      height: layout.height,
      contentSelector: '[data-content]',
      background: getComputedStyle(svg).backgroundColor,
      title: label,
    });
  } finally {
    drawn.unmount();
    host.remove();
  }
}
