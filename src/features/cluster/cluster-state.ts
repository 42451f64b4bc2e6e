/** What a cluster tab keeps over a reload: the view and its filters, never figures. */
import { z } from 'zod';

export const views = ['nodes', 'databases', 'tasks', 'decisions'] as const;
export type View = (typeof views)[number];

export const viewLabels: Readonly<Record<View, string>> = {
  nodes: 'Nodes',
  databases: 'Databases',
  tasks: 'Tasks',
  decisions: 'Observer log',
};

const state = z.object({
  view: z.enum(views).catch('nodes'),
  filter: z.string().catch(''),
  onlyProblems: z.boolean().catch(false),
  taskFilter: z.string().catch(''),
  /** Reads the cluster again and again. */
  watching: z.boolean().catch(true),
});
export type ClusterState = z.infer<typeof state>;
export type ChangeState = (change: Partial<ClusterState>) => void;

export function readClusterState(saved: unknown): ClusterState {
  return state.parse(typeof saved === 'object' && saved !== null ? saved : {});
}
