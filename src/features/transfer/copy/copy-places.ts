/** Databases of a copy with their connections: several servers often have databases of one name. */
import type { CopyPlan } from '../../../contract/index.ts';
import { useConnections } from '../../../app/registry/index.ts';

export interface CopyPlaces {
  /** `shop on Production`. */
  readonly source: string;
  readonly target: string;
}

export function useCopyPlaces(plan: CopyPlan): CopyPlaces {
  const connections = useConnections();
  const placeOf = ({ connection, database }: { readonly connection: string; readonly database: string }) =>
    `${database} on ${connections.find(({ id }) => id === connection)?.name ?? connection}`;
  return { source: placeOf(plan.source), target: placeOf(plan.target) };
}
