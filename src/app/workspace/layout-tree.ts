/**
 * The tab layout: groups of tabs inside splits. Saved in this form instead of the docking library's, so that it can
 * be validated, repaired and kept across a change of library. Rows and columns alternate with depth.
 */
import { z } from 'zod';

export interface GroupNode {
  readonly kind: 'group';
  readonly size: number;
  readonly tabs: readonly string[];
  readonly active: string | null;
}

export interface SplitNode {
  readonly kind: 'split';
  readonly size: number;
  readonly children: readonly LayoutNode[];
}

export type LayoutNode = GroupNode | SplitNode;

export interface Layout {
  /** Direction of the outermost split. */
  readonly direction: 'row' | 'column';
  readonly width: number;
  readonly height: number;
  readonly root: SplitNode;
}

const size = z.number().min(0).max(100_000);

const group = z.object({
  kind: z.literal('group'),
  size,
  tabs: z.array(z.string()),
  active: z.string().nullable(),
});
const split: z.ZodType<SplitNode> = z.object({
  kind: z.literal('split'),
  size,
  get children() {
    return z.array(node);
  },
});
const node: z.ZodType<LayoutNode> = z.lazy(() => z.union([group, split]));

export const layoutSchema: z.ZodType<Layout> = z.object({
  direction: z.enum(['row', 'column']),
  width: size,
  height: size,
  root: split,
});

/** Removes unknown and duplicate tabs, and groups and splits that became empty. Null when nothing is left. */
export function pruneLayout(layout: Layout, exists: (tab: string) => boolean): Layout | null {
  const seen = new Set<string>();
  const keep = (tab: string): boolean => {
    if (!exists(tab) || seen.has(tab)) return false;
    seen.add(tab);
    return true;
  };
  const prune = (from: LayoutNode): LayoutNode | null => {
    if (from.kind === 'group') {
      const tabs = from.tabs.filter(keep);
      if (tabs.length === 0) return null;
      return {
        ...from,
        tabs,
        active: from.active !== null && tabs.includes(from.active) ? from.active : (tabs[0] ?? null),
      };
    }
    const children = from.children.map(prune).filter((child) => child !== null);
    return children.length === 0 ? null : { ...from, children };
  };
  const root = prune(layout.root);
  return root?.kind === 'split' ? { ...layout, root } : null;
}

export function tabsOfLayout(from: LayoutNode): readonly string[] {
  return from.kind === 'group' ? from.tabs : from.children.flatMap(tabsOfLayout);
}
