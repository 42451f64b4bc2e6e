/** The rows with coordinates on a map, with the shapes of the query's conditions, and the same points as a list. */
import { FileJson2, MapPinOff, Maximize2, TriangleAlert, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { MapChart, type MapHandle } from '../../../../charts/map/index.ts';
import type { JsonObject } from '../../../../protocol/queries.ts';
import {
  CopyButton,
  SortedGrid,
  EmptyState,
  fileName,
  formatCount,
  IconButton,
  IdLink,
  pluralize,
  saveFile,
  SplitPane,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
  type ValueColumn,
} from '../../../../ui/index.ts';
import { documentId } from '../result-columns.ts';
import { DISTANCE_COLUMN, distanceText, type DistanceRows } from '../spatial-distance.ts';
import styles from '../../query.module.css';
import { toGeoJson } from './geo-json.ts';
import { rowPoints, type PointSource } from './row-points.ts';
import type { QueryShapes } from './spatial-shapes.ts';

interface ResultsMapProps {
  /** Of the answer, with the computed distance if there is one. */
  readonly rows: readonly JsonObject[];
  readonly source: PointSource | null;
  readonly shapes: QueryShapes;
  readonly distanceUnit: DistanceRows['unit'];
  readonly database: string;
  /** Indexes of rows, in the order of the server. */
  readonly selected: number | null;
  readonly onSelect: (row: number) => void;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
}

const degrees = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

export function ResultsMap(props: ResultsMapProps) {
  const { rows, source, shapes, distanceUnit, database, selected, onSelect, onOpenDocument } = props;
  const chart = useRef<MapHandle>(null);
  const points = useMemo(() => rowPoints(rows, source), [rows, source]);
  const pointOf = useMemo(() => new Map([...points.rows].map((row, point) => [row, point])), [points]);
  const count = points.rows.length;
  const rowAt = (point: number): JsonObject => rows[points.rows[point] ?? -1] ?? {};
  const nameOf = (point: number): string =>
    documentId(rowAt(point)) ?? `Row ${formatCount((points.rows[point] ?? 0) + 1)}`;
  const select = (point: number): void => onSelect(points.rows[point] ?? 0);
  const open = (point: number): void => {
    const id = documentId(rowAt(point));
    if (id === null) select(point);
    else onOpenDocument(id);
  };
  const hasDistance = useMemo(() => rows.some((row) => typeof row[DISTANCE_COLUMN] === 'number'), [rows]);
  const columns: readonly ValueColumn<number>[] = [
    {
      id: 'name',
      title: 'Row',
      width: 150,
      mono: true,
      render: (point) => {
        const id = documentId(rowAt(point));
        return id === null ? nameOf(point) : <IdLink id={id} onOpen={onOpenDocument} />;
      },
    },
    {
      id: 'latitude',
      title: 'Latitude',
      width: 96,
      mono: true,
      align: 'end',
      value: (point) => points.latitudes[point],
      render: (point) => degrees.format(points.latitudes[point] ?? 0),
    },
    {
      id: 'longitude',
      title: 'Longitude',
      width: 96,
      mono: true,
      align: 'end',
      value: (point) => points.longitudes[point],
      render: (point) => degrees.format(points.longitudes[point] ?? 0),
    },
    ...(hasDistance
      ? [
          {
            id: 'distance',
            title: 'Distance',
            width: 110,
            mono: true,
            align: 'end' as const,
            render: (point: number) => {
              const distance = rowAt(point)[DISTANCE_COLUMN];
              return typeof distance === 'number' ? distanceText(distance, distanceUnit) : '';
            },
          },
        ]
      : []),
  ];
  const current = selected === null ? null : (pointOf.get(selected) ?? null);
  const geoJson = (): string => toGeoJson(rows, points, shapes.shapes);
  const label = `Map of ${pluralize(count, 'row')}`;
  const without = rows.length - count;

  return (
    <div className={styles.column}>
      <Toolbar label="Map">
        <IconButton label="Zoom out" icon={<ZoomOut />} onClick={() => chart.current?.zoomBy(1 / 1.5)} />
        <IconButton label="Zoom in" icon={<ZoomIn />} onClick={() => chart.current?.zoomBy(1.5)} />
        <IconButton
          label="Show all points and shapes"
          icon={<Maximize2 />}
          onClick={() => chart.current?.fit()}
        />
        <ToolbarSeparator />
        <span className={styles.quiet} role="status">
          {pluralize(count, 'point')}
          {source !== null && ` from ${source.name}`}
          {without > 0 && ` · ${pluralize(without, 'row')} without coordinates`}
          {shapes.shapes.length > 0 && ` · ${pluralize(shapes.shapes.length, 'shape')} of the query`}
        </span>
        <ToolbarSpace />
        <CopyButton label="Copy GeoJSON" text={geoJson} />
        <IconButton
          label="Save as GeoJSON"
          icon={<FileJson2 />}
          onClick={() => saveFile(fileName('map', database, 'geojson'), 'application/geo+json', geoJson())}
        />
      </Toolbar>
      {shapes.skipped.length > 0 && (
        <p className={styles.warning} role="status">
          <TriangleAlert size={14} aria-hidden="true" />
          Not drawn, as it is not a circle, polygon or line in degrees: {shapes.skipped.join('; ')}
        </p>
      )}
      <div className={styles.fill}>
        <SplitPane
          direction="row"
          initial={0.68}
          min={180}
          storageKey="query.map"
          label="Resize the map"
          side={{ which: 'second', name: 'list of points', below: 640 }}
          first={
            <MapChart
              points={points}
              shapes={shapes.shapes}
              label={label}
              selected={current}
              onSelect={select}
              onOpen={open}
              describe={(point) =>
                `${nameOf(point)} · ${degrees.format(points.latitudes[point] ?? 0)}°, ${degrees.format(points.longitudes[point] ?? 0)}°`
              }
              handle={chart}
            />
          }
          second={
            <SortedGrid
              label="Points of the map"
              columns={columns}
              rowCount={count}
              row={(point) => point}
              selected={current}
              onSelect={select}
              onOpen={open}
              followSelected
              empty={
                <EmptyState
                  icon={<MapPinOff />}
                  title={rows.length === 0 ? 'No documents match' : 'No row has coordinates'}
                  text={
                    rows.length === 0
                      ? 'The map shows the shapes of the query, so that you can check where they are.'
                      : 'The map shows the shapes of the query. Select the fields of a latitude and a longitude to show rows as points.'
                  }
                />
              }
            />
          }
        />
      </div>
    </div>
  );
}
