/** The CPU credits of a server on a burstable machine, where its configuration names them. */
import { z } from 'zod';
import { readJson, type RequestOptions, type ServerClient } from './client.ts';

export interface CpuCredits {
  readonly remaining: number;
  readonly most: number;
  /** Below it the server pauses background tasks, such as indexing; null: never. */
  readonly backgroundBelow: number | null;
  /** Background tasks start again from here on. */
  readonly backgroundFrom: number | null;
  /** Below it the server refuses requests, so that clients use other nodes; null: never. */
  readonly requestsBelow: number | null;
}

const number = z.number().catch(Number.NaN);
const answer = z.looseObject({
  Used: z.boolean().catch(false),
  RemainingCpuCredits: number,
  MaxCredits: number,
  BackgroundTasksThreshold: number,
  BackgroundTasksThresholdReleaseValue: number,
  FailoverThreshold: number,
});

/** Null: the server knows no credits. */
export async function getCpuCredits(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<CpuCredits | null> {
  const path = '/debug/cpu-credits';
  const response = await server.send('GET', path, { ...options, accept: [404] });
  if (response.status === 404) return null;
  const read = readJson(answer, path, response.body);
  const { RemainingCpuCredits: remaining, MaxCredits: most } = read;
  if (!read.Used || !(most > 0) || !Number.isFinite(remaining)) return null;
  // A threshold that is not positive is never reached.
  const threshold = (value: number): number | null => (value > 0 ? value : null);
  return {
    remaining: Math.max(0, remaining),
    most,
    backgroundBelow: threshold(read.BackgroundTasksThreshold),
    backgroundFrom: threshold(read.BackgroundTasksThresholdReleaseValue),
    requestsBelow: threshold(read.FailoverThreshold),
  };
}
