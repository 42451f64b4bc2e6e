/** Reads both databases: the figures often, the structure rarely, while the screen is visible. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import {
  readFigures,
  readStructure,
  REQUESTS_OF_FIGURES,
  REQUESTS_OF_STRUCTURE,
  type Both,
  type FigureReading,
  type Structure,
} from './reading.ts';

/** Readings that are kept for trends. */
const MAX_READINGS = 40;
const SHORTEST_MS = 3_000;
/** At most a tenth of the time is spent in requests. */
const SHARE = 10;
/** Definitions and settings change rarely and their answers are large. */
const SHORTEST_OF_STRUCTURE_MS = 30_000;

interface Timed {
  readonly elapsedMs: number;
}
interface ReadFigures extends Timed {
  readonly history: readonly FigureReading[];
}
interface ReadStructure extends Timed {
  readonly both: Both<Structure>;
}

const none: readonly FigureReading[] = [];

function intervalOf(read: Timed | undefined, shortest: number): number {
  return Math.max(shortest, (read?.elapsedMs ?? 0) * SHARE);
}

export interface Readings {
  /** In order of time; empty until the first reading. */
  readonly history: readonly FigureReading[];
  readonly structure: Both<Structure> | null;
  readonly isReading: boolean;
  readonly requestsPerMinute: number;
  readonly refresh: () => void;
}

export function useReadings(
  sides: Both<DatabaseClient> | null,
  key: readonly unknown[],
  { watching, visible }: { readonly watching: boolean; readonly visible: boolean },
): Readings {
  const queries = useQueryClient();
  const live = watching && visible;
  const queryKey = [...key, 'compare', 'figures'];
  const figures = useQuery<ReadFigures>({
    queryKey,
    enabled: sides !== null && visible,
    refetchInterval: ({ state }) => (live ? intervalOf(state.data, SHORTEST_MS) : false),
    // The readings are compared by their order, not by their members.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<ReadFigures> => {
      if (!sides) throw new Error('No database to compare with is chosen.');
      const at = Date.now();
      const [left, right] = await Promise.all([
        readFigures(sides.left, signal),
        readFigures(sides.right, signal),
      ]);
      const before = queries.getQueryData<ReadFigures>(queryKey)?.history ?? none;
      return { history: [...before, { at, left, right }].slice(-MAX_READINGS), elapsedMs: Date.now() - at };
    },
  });
  const structure = useQuery<ReadStructure>({
    queryKey: [...key, 'compare', 'structure'],
    enabled: sides !== null && visible,
    staleTime: Infinity,
    structuralSharing: false,
    refetchInterval: ({ state }) => (live ? intervalOf(state.data, SHORTEST_OF_STRUCTURE_MS) : false),
    queryFn: async ({ signal }): Promise<ReadStructure> => {
      if (!sides) throw new Error('No database to compare with is chosen.');
      const at = Date.now();
      const [left, right] = await Promise.all([
        readStructure(sides.left, signal),
        readStructure(sides.right, signal),
      ]);
      return { both: { left, right }, elapsedMs: Date.now() - at };
    },
  });
  const { refetch: readFiguresAgain } = figures;
  const { refetch: readStructureAgain } = structure;
  const refresh = useCallback(() => {
    void readFiguresAgain();
    void readStructureAgain();
  }, [readFiguresAgain, readStructureAgain]);
  return {
    history: figures.data?.history ?? none,
    structure: structure.data?.both ?? null,
    isReading: figures.isFetching || structure.isFetching,
    requestsPerMinute:
      live && sides
        ? Math.round(
            (60_000 / intervalOf(figures.data, SHORTEST_MS)) * REQUESTS_OF_FIGURES +
              (60_000 / intervalOf(structure.data, SHORTEST_OF_STRUCTURE_MS)) * REQUESTS_OF_STRUCTURE,
          )
        : 0,
    refresh,
  };
}
