/** What a server does now, and what changed: all live figures with the last ten minutes. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useConnection, useSession, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getCluster } from '../../protocol/server.ts';
import type { MetricName } from '../../protocol/server-metrics.ts';
import { ErrorView, useIsNarrow, useVisible } from '../../ui/index.ts';
import { ChangesPanel } from './changes/changes-panel.tsx';
import {
  comparedSpans,
  noMoments,
  recordedPart,
  withMoment,
  type ComparisonKind,
  type Moments,
} from './changes/compared-spans.ts';
import { rankChanges } from './changes/rank-changes.ts';
import { chooseNode } from './nodes.ts';
import { OverviewToolbar } from './overview-toolbar.tsx';
import { readOverviewState } from './overview-state.ts';
import styles from './overview.module.css';
import { feedFailure } from './feed-state.ts';
import type { Reporter } from './reported.ts';
import { allSeries, explainedBy, tiles, type Series, type Target } from './series.ts';
import { CreditOutlook } from './credits/credit-outlook.tsx';
import { RATE_MS } from './credits/outlook.ts';
import type { SharedTime } from './tiles/figure-row.tsx';
import { OverviewTile } from './tiles/overview-tile.tsx';
import { SlowestQuery } from './tiles/slowest-query.tsx';
import { useRecorder } from './use-recorder.ts';

const seriesById = new Map(allSeries.map((series) => [series.id, series]));
const seriesOf = (id: MetricName): Series | undefined => seriesById.get(id);
/** A list that changes every second cannot be read. */
const COMPARE_EVERY_MS = 3_000;

export default function OverviewScreen({ tabId, connectionId }: ScreenProps): ReactNode {
  const session = useSession();
  const { port } = session;
  const server = useMemo(() => new ServerClient(port, connectionId), [port, connectionId]);
  const connection = useConnection(connectionId);
  const [state, change] = useTabState(tabId, readOverviewState);
  const [watchRequests, setWatchRequests] = useState(false);
  const [hovered, setHovered] = useState<number | null>(null);
  const [moments, setMoments] = useState<Moments>(noMoments);
  const [root, visible] = useVisible<HTMLDivElement>();
  const [body, narrow] = useIsNarrow<HTMLDivElement>(960);

  const { monitoringFeeds, builtIn } = capabilitiesOf(connectionId);
  const cluster = useQuery({
    queryKey: [connectionId, '@cluster'],
    queryFn: ({ signal }) => getCluster(server, { signal }),
    staleTime: 30_000,
    enabled: monitoringFeeds,
  });
  // A server whose nodes cannot be read may still report its figures.
  const { node, choices } = chooseNode(
    monitoringFeeds ? (cluster.data ?? (cluster.isError ? null : undefined)) : null,
    state.node,
  );
  const { recorder, now, retry } = useRecorder(server, node, { active: visible, watchRequests });

  const compareAt = Math.floor(now / COMPARE_EVERY_MS) * COMPARE_EVERY_MS;
  const kind = state.comparison;
  const compared = useMemo(() => {
    const spans = comparedSpans(kind, moments, compareAt);
    if (!spans) return null;
    const series = allSeries.map(({ id, kind: seriesKind, floor }) => ({
      id,
      kind: seriesKind,
      floor,
      ...recorder.history.since(id, spans.before.from),
    }));
    return { spans, result: rankChanges(series, spans.before, spans.after) };
  }, [recorder, kind, moments, compareAt]);

  const pick = useCallback(
    (at: number) => {
      setMoments((before) => withMoment(kind === 'moments' ? before : noMoments, at));
      change({ comparison: 'moments' });
    },
    [kind, change],
  );
  const open = useCallback(
    ({ screen, params }: Target) =>
      session.openScreen(screen, { connectionId, ...(params ? { params } : {}) }),
    [session, connectionId],
  );
  const time: SharedTime = {
    now,
    shownMs: recorder.history.shownMs(now),
    hovered,
    onHover: setHovered,
    onPick: pick,
    marks: compared
      ? [
          { ...recordedPart(compared.spans.before, recorder.history.started), tone: 'first' },
          { ...recordedPart(compared.spans.after, recorder.history.started), tone: 'second' },
        ]
      : [],
  };
  const by: Reporter = {
    sandbox: builtIn,
    connectedNode: node?.connected ?? true,
    watchingRequests: watchRequests,
  };
  const failure = feedFailure(recorder);
  // Most machines have none.
  const shownTiles = tiles.filter(({ id }) => id !== 'credits' || recorder.credits !== null);

  return (
    <div className={styles.screen} ref={root}>
      <OverviewToolbar
        recorder={recorder}
        now={now}
        hovered={hovered}
        choices={choices}
        node={node?.tag ?? null}
        onNode={(tag) => change({ node: tag })}
        canWatchRequests={by.connectedNode}
        watchRequests={watchRequests}
        onWatchRequests={setWatchRequests}
        source={{ connection: connection?.name ?? connectionId, node: node?.tag ?? null }}
        compared={compared}
      />
      <div className={styles.body} ref={body} data-narrow={narrow}>
        {failure !== undefined && (
          <div className={styles.failure}>
            <ErrorView error={failure} doing="Watching the server metrics" onRetry={retry} compact />
          </div>
        )}
        <ChangesPanel
          kind={kind}
          onKind={(comparison: ComparisonKind) => change({ comparison })}
          moments={moments}
          onMoments={setMoments}
          now={now}
          shownMs={time.shownMs}
          comparison={compared?.result ?? null}
          seriesOf={seriesOf}
          targetOf={(series) => explainedBy(series, by)}
          onOpen={open}
        />
        <div className={styles.tiles}>
          {shownTiles.map((tile) => (
            <OverviewTile key={tile.id} tile={tile} recorder={recorder} by={by} time={time} onOpen={open}>
              {tile.id === 'credits' && recorder.credits && (
                <CreditOutlook
                  credits={recorder.credits}
                  samples={recorder.history.since('cpu.credits', now - RATE_MS)}
                  onOpen={open}
                />
              )}
              {tile.id === 'queries' && recorder.slowest && (
                <SlowestQuery query={recorder.slowest} connectionId={connectionId} />
              )}
            </OverviewTile>
          ))}
        </div>
      </div>
    </div>
  );
}
