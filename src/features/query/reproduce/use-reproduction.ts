/** Data and actions of the wizard: source, estimate, copy, comparison, deletion. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConnections, useSession, useWriteRefusal } from '../../../app/registry/index.ts';
import { SANDBOX_ID } from '../../../contract/index.ts';
import { ServerClient, type DatabaseClient } from '../../../protocol/client.ts';
import { listDatabases } from '../../../protocol/databases.ts';
import { idleComparison, useComparisons, type CompareState } from '../compare/comparisons.ts';
import { resultText } from './copy-steps.ts';
import type { CopyRequest } from './copy-to-sandbox.ts';
import { estimateCopy, probeSample, type Estimate, type Probe } from './estimate.ts';
import { readQuerySource, type QuerySource, type QueryText } from './query-source.ts';
import { secureRandom } from './random.ts';
import { formProblem, initialForm, nameProblem, toChoice, type ReproduceForm } from './reproduce-form.ts';
import { isOf, useReproductions, type PartialDatabase, type Reproduction } from './reproductions.ts';
import { limits } from './sampling.ts';

/** Of each side: enough to see a difference, few enough for a busy server. */
const REPEATS = 3;

export type WizardStep = 'choose' | 'estimate' | 'copy' | 'compare';

export interface Measured {
  readonly probe: Probe;
  readonly estimate: Estimate;
}

interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly retry: () => void;
}

export interface ReproductionModel {
  readonly step: WizardStep;
  readonly text: QueryText;
  readonly source: Loaded<QuerySource>;
  /** Undefined until the source is loaded. */
  readonly form: ReproduceForm | undefined;
  readonly nameError: string | null;
  /** Why the estimate cannot be shown; undefined when it can. */
  readonly blocked: string | undefined;
  readonly measured: Loaded<Measured>;
  /** Why the copy cannot be started; undefined when it can. */
  readonly copyBlocked: string | undefined;
  readonly isGuarded: boolean;
  readonly state: Reproduction | undefined;
  readonly comparison: CompareState;
  readonly change: (part: Partial<ReproduceForm>) => void;
  readonly estimate: () => void;
  readonly back: () => void;
  readonly copy: () => void;
  readonly cancel: (database: PartialDatabase) => void;
  readonly compare: () => void;
  readonly deleteCopy: () => Promise<void>;
  /** Back to the first step, for another copy. The database of this one remains. */
  readonly restart: () => void;
  readonly openInSandbox: () => void;
}

export function useReproduction(tabId: string, db: DatabaseClient, text: QueryText): ReproductionModel {
  const session = useSession();
  const queryClient = useQueryClient();
  const { port } = session;
  const connections = useConnections();
  const sandboxMode = connections.find(({ id }) => id === SANDBOX_ID)?.mode;
  const refusal = useWriteRefusal(SANDBOX_ID);
  const stored = useReproductions(({ states }) => states.get(tabId));
  const state =
    stored && (stored.kind === 'copying' || isOf(stored, text.query, text.parameters)) ? stored : undefined;
  const compareKey = `reproduce ${tabId}`;
  const comparison = useComparisons(({ states }) => states.get(compareKey) ?? idleComparison);
  const [typed, setTyped] = useState<Partial<ReproduceForm>>({});
  const [isEstimating, setEstimating] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const from = [db.server.connection, db.name, 'reproduce', text.query, text.parameters] as const;
  const source = useQuery({
    queryKey: [...from, 'source'],
    queryFn: ({ signal }) => readQuerySource(db, text, signal),
    // Read again each time the wizard opens.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const names = useQuery({
    queryKey: [SANDBOX_ID, '@databases', 'names'],
    queryFn: async ({ signal }) =>
      (await listDatabases(new ServerClient(port, SANDBOX_ID), { signal })).map(({ name }) => name),
    staleTime: 0,
    retry: false,
  });
  const [proposed, setProposed] = useState<ReproduceForm>();
  if (proposed === undefined && source.data && names.data)
    setProposed(initialForm(source.data, db.name, names.data));
  const form = proposed && { ...proposed, ...typed };
  const choice = form && toChoice(form);
  const measured = useQuery({
    queryKey: [...from, 'estimate', choice],
    queryFn: async ({ signal }): Promise<Measured> => {
      if (!source.data || !choice) throw new Error('The estimate needs the source of the query.');
      const request = { db, text, source: source.data, choice, random: secureRandom };
      const probe = await probeSample(request, signal);
      return { probe, estimate: estimateCopy(probe, source.data, choice, limits) };
    },
    enabled: isEstimating && state === undefined && source.data !== undefined && choice !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });

  const nameError = form && names.data ? nameProblem(form, names.data) : null;
  const estimate = measured.data?.estimate;

  function onDatabases(): void {
    void queryClient.invalidateQueries({ queryKey: [SANDBOX_ID] });
  }
  function compare(request: CopyRequest): void {
    const side = (label: string, client: DatabaseClient) => ({ label, db: client, ...request.text });
    const connection = connections.find(({ id }) => id === db.server.connection)?.name ?? 'Server';
    const sandbox = new ServerClient(port, SANDBOX_ID).database(request.name);
    const ended = useReproductions.getState().states.get(tabId);
    const missing = ended?.kind === 'copied' ? ended.result.missingFields : [];
    void useComparisons.getState().start(compareKey, [side(connection, db), side('Sandbox', sandbox)], {
      count: REPEATS,
      cold: false,
      masked: request.choice.maskedFields.filter((field) => !missing.includes(field)),
    });
  }
  async function copy(): Promise<void> {
    if (!form || !choice || !source.data || !estimate) return;
    const request: CopyRequest = {
      db,
      text,
      source: source.data,
      choice,
      random: secureRandom,
      sandbox: new ServerClient(port, SANDBOX_ID),
      name: form.name,
      limits,
      expected: estimate.documents + estimate.references,
    };
    await useReproductions.getState().start(tabId, request, {
      runOperation: (title, work) => session.runOperation(title, work),
      onDatabases,
    });
    const ended = useReproductions.getState().states.get(tabId);
    if (ended?.kind === 'copied') compare(request);
    if (isOpen.current) return;
    if (ended?.kind === 'copied')
      session.notify({
        kind: 'success',
        message: `${resultText(ended.result)} to ${form.name} in the sandbox. Open “Reproduce” again to compare.`,
      });
    else if (ended?.kind === 'failed') session.reportError(ended.error, `Copying to ${form.name}`);
  }
  function restart(): void {
    useComparisons.getState().stop(compareKey);
    useReproductions.getState().clear(tabId);
    setTyped({});
    setProposed(undefined);
    setEstimating(false);
  }

  return {
    step: state
      ? state.kind === 'copied' || state.kind === 'deleted'
        ? 'compare'
        : 'copy'
      : isEstimating
        ? 'estimate'
        : 'choose',
    text,
    source: {
      data: source.data,
      error: source.error ?? names.error,
      retry: () => {
        if (source.isError) void source.refetch();
        if (names.isError) void names.refetch();
      },
    },
    form,
    nameError,
    blocked:
      refusal ??
      (form && source.data
        ? (nameError ?? formProblem(form, source.data) ?? undefined)
        : 'The query is being examined.'),
    measured: {
      data: measured.data,
      error: measured.error,
      retry: () => void measured.refetch(),
    },
    copyBlocked:
      refusal ??
      nameError ??
      (!estimate
        ? 'The size is being estimated.'
        : estimate.documents === 0
          ? 'The sample has no documents.'
          : estimate.exceeded !== null
            ? 'The sample is too large. Choose fewer documents.'
            : undefined),
    isGuarded: sandboxMode === 'guarded',
    state,
    comparison,
    change: (part) => setTyped((before) => ({ ...before, ...part })),
    estimate: () => setEstimating(true),
    back: () => setEstimating(false),
    copy: () => void copy(),
    cancel: (database) => useReproductions.getState().cancel(tabId, database),
    compare: () => {
      if (state) compare(state.request);
    },
    deleteCopy: () =>
      useReproductions.getState().deleteCopy(tabId, new ServerClient(port, SANDBOX_ID), onDatabases),
    restart,
    openInSandbox: () => {
      if (!state) return;
      const { name } = state.request;
      session.openScreen('query', {
        connectionId: SANDBOX_ID,
        database: name,
        params: { query: text.query },
      });
    },
  };
}
