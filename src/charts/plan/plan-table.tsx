/** The plan as a table: the accessible alternative to the diagram. */
import { countText, type PlanBox } from './plan-box.ts';
import styles from './plan-table.module.css';

export interface PlanTableProps {
  readonly root: PlanBox;
  readonly label: string;
  readonly selectedId: string | null;
  readonly onSelect: (id: string | null) => void;
}

interface Row {
  readonly box: PlanBox;
  readonly level: number;
}

export function PlanTable({ root, label, selectedId, onSelect }: PlanTableProps) {
  const rows: Row[] = [];
  collect(root, 1);
  function collect(box: PlanBox, level: number) {
    rows.push({ box, level });
    for (const child of box.children) collect(child, level + 1);
  }
  const timed = rows.some(({ box }) => box.time !== null);
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <caption className={styles.caption}>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Operator</th>
            <th scope="col">Parameters</th>
            <th scope="col" className={styles.number}>
              Entries
            </th>
            {timed && (
              <th scope="col" className={styles.number}>
                Own time
              </th>
            )}
            {timed && (
              <th scope="col" className={styles.number}>
                Share
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ box, level }) => (
            <tr key={box.id} className={box.id === selectedId ? styles.selected : undefined}>
              <th scope="row" style={{ paddingLeft: 12 + (level - 1) * 18 }}>
                <span className={styles.hidden}>Level {level}: </span>
                <button
                  type="button"
                  className={styles.pick}
                  aria-pressed={box.id === selectedId}
                  onClick={() => onSelect(box.id === selectedId ? null : box.id)}
                >
                  <span className={styles.icon} aria-hidden="true">
                    <box.icon size={12} />
                  </span>
                  {box.title}
                </button>
              </th>
              <td className={styles.parameters}>{box.lines.join(' · ')}</td>
              <td className={styles.number}>
                {countText(box)}
                {box.deviation !== null && <div className={styles.deviation}>△ {box.deviation}</div>}
              </td>
              {timed && <td className={styles.number}>{box.time ?? ''}</td>}
              {timed && (
                <td className={styles.number}>
                  {box.share === null ? '' : `${(box.share * 100).toFixed(1)} %`}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
