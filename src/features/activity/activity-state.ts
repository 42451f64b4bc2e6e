/** What an activity tab keeps over a reload: the view and its filters, never the rows. */
import { z } from 'zod';
import { logLevels } from '../../protocol/log-lines.ts';
import { views } from './activity-views.ts';

export const trafficGroupings = ['none', 'route', 'client', 'database'] as const;

const state = z.object({
  view: z.enum(views).catch('queries'),
  queryFilter: z.string().catch(''),
  operationFilter: z.string().catch(''),
  endedOperations: z.boolean().catch(true),
  trafficFilter: z.string().catch(''),
  trafficSlowMs: z.enum(['0', '10', '100', '1000']).catch('0'),
  trafficFailed: z.boolean().catch(false),
  trafficGrouping: z.enum(trafficGroupings).catch('none'),
  logFilter: z.string().catch(''),
  /** Whose notifications are shown beside those of the server; empty: none. */
  notificationDatabase: z.string().catch(''),
  /** Whose transactions and tombstones are shown; empty: the server's. */
  internalsDatabase: z.string().catch(''),
  internalsView: z.enum(['tcp', 'transactions', 'tombstones']).catch('tcp'),
  logLevel: z.enum(logLevels).catch('info'),
});
export type ActivityState = z.infer<typeof state>;
export type ChangeState = (change: Partial<ActivityState>) => void;

export function readActivityState(saved: unknown): ActivityState {
  return state.parse(typeof saved === 'object' && saved !== null ? saved : {});
}
