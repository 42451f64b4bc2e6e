/** Reads both databases: the figures repeatedly while the screen is visible, the structure on demand. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import {
  readFigures,
  readStructure,
  REQUESTS_OF_FIGURES,
  type Both,
  type FigureReading,
  type Structure,
} from './reading.ts';

/** Readings that are kept for trends. */
const MAX_READINGS = 40;
const SHORTEST_MS = 3_000;
/** At most a tenth of the time is spent in requests. */
const SHARE = 10;

interface ReadFigures {
  readonly history: readonly FigureReading[];
  readonly elapsedMs: number;
}

const none: readonly FigureReading[] = [];

function intervalOf(read: ReadFigures | undefined): number {
  return Math.max(SHORTEST_MS, (read?.elapsedMs ?? 0) * SHARE);
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
  const queryKey = [...key, 'compare', 'figures'];
  const figures = useQuery<ReadFigures>({
    queryKey,
    enabled: sides !== null && visible,
    refetchInterval: ({ state }) => (watching && visible ? intervalOf(state.data) : false),
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
  const structure = useQuery({
    queryKey: [...key, 'compare', 'structure'],
    enabled: sides !== null && visible,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Both<Structure>> => {
      if (!sides) throw new Error('No database to compare with is chosen.');
      const [left, right] = await Promise.all([
        readStructure(sides.left, signal),
        readStructure(sides.right, signal),
      ]);
      return { left, right };
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
    structure: structure.data ?? null,
    isReading: figures.isFetching || structure.isFetching,
    requestsPerMinute:
      watching && visible && sides
        ? Math.round((60_000 / intervalOf(figures.data)) * REQUESTS_OF_FIGURES)
        : 0,
    refresh,
  };
}
