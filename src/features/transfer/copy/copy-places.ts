/** Databases of a copy with their connections: several servers often have databases of one name. */
import type { CopyPlan } from '../../../contract/index.ts';
import { useConnection } from '../../../app/registry/index.ts';

export interface CopyPlaces {
  /** `shop on Production`. */
  readonly source: string;
  readonly target: string;
}

export function useCopyPlaces(plan: CopyPlan): CopyPlaces {
  return { source: usePlace(plan.source), target: usePlace(plan.target) };
}

function usePlace({ connection, database }: CopyPlan['source']): string {
  return `${database} on ${useConnection(connection)?.name ?? connection}`;
}
