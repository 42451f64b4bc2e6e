import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../../ui/index.ts';
import { matchText, type Match } from './match-text.ts';
import styles from './filter-list.module.css';

export interface FilterItem {
  readonly id: string;
  readonly label: string;
  /** Additional search keywords. */
  readonly keywords?: string | undefined;
  /** Shown before the label. */
  readonly icon?: ReactNode;
  /** Secondary text after the label. */
  readonly note?: ReactNode;
  /** Shown at the end of the row. */
  readonly end?: ReactNode;
  /** Items of one group appear under its name while the query is empty. */
  readonly group?: string;
  readonly current?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** A text field above a list: typing filters, arrow keys select, Enter runs. Focus stays in the field. */
export function FilterList(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly items: readonly FilterItem[];
  readonly nothing: ReactNode;
  readonly onDone: () => void;
  readonly footer?: ReactNode;
  /** The text to match, where it is not the typed one. */
  readonly searched?: string;
  readonly onTyped?: (typed: string) => void;
  /** Results that were found elsewhere for the typed text; shown after the matches, one with this very label before them. */
  readonly more?: readonly FilterItem[];
  /** Shown below the list, and announced. */
  readonly status?: ReactNode;
}): ReactNode {
  const { label, placeholder, items, nothing, onDone, footer, more = [], status } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  /** An id: matches that arrive later do not move the choice. */
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = typed.trim().toLowerCase();
  const isExact = (item: FilterItem): boolean => item.label.toLowerCase() === wanted;
  const found = (item: FilterItem): Match<FilterItem> => ({ item, ranges: [] });
  const matches = [
    ...more.filter(isExact).map(found),
    ...matchText(items, props.searched ?? typed, (item) => ({
      shown: item.label,
      more: [item.keywords, item.group].filter((word) => word !== undefined).join(' '),
    })),
    ...more.filter((item) => !isExact(item)).map(found),
  ];
  const beginning =
    typed === ''
      ? Math.max(
          0,
          matches.findIndex(({ item }) => item.current === true),
        )
      : 0;
  const chosenPlace = chosen === null ? -1 : matches.findIndex(({ item }) => item.id === chosen);
  const place = chosenPlace === -1 ? beginning : chosenPlace;
  const choose = (index: number): void => setChosen(matches[index]?.item.id ?? null);

  function run(match: Match<FilterItem> | undefined): void {
    if (!match || match.item.disabled === true) return;
    onDone();
    match.item.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = matches.length - 1;
    const to: Readonly<Record<string, number>> = {
      ArrowDown: place >= last ? 0 : place + 1,
      ArrowUp: place <= 0 ? last : place - 1,
      PageDown: Math.min(last, place + 8),
      PageUp: Math.max(0, place - 8),
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      choose(Math.max(0, next));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(matches[place]);
    }
  }

  return (
    <div className={styles.filter}>
      <input
        className={styles.input}
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={matches.length > 0 ? `${id}-${place}` : undefined}
        aria-autocomplete="list"
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          props.onTyped?.(event.target.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
        {matches.map((match, index) => {
          const { item } = match;
          const heading =
            typed === '' && item.group !== matches[index - 1]?.item.group ? item.group : undefined;
          return (
            <div key={item.id} role="presentation">
              {heading !== undefined && (
                <div className={styles.group} role="presentation">
                  {heading}
                </div>
              )}
              <div
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === place}
                aria-disabled={item.disabled}
                ref={index === place ? intoView : undefined}
                className={classNames(
                  styles.item,
                  index === place && styles.chosen,
                  item.disabled && styles.disabled,
                )}
                onPointerMove={() => {
                  if (index !== place) choose(index);
                }}
                onClick={() => run(match)}
              >
                <span className={styles.icon} aria-hidden="true">
                  {item.icon}
                </span>
                <span className={styles.label}>
                  <Marked text={item.label} ranges={match.ranges} />
                </span>
                {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
                {typed !== '' && item.group !== undefined && (
                  <span className={styles.note}>{item.group}</span>
                )}
                <span className={styles.end}>{item.end}</span>
              </div>
            </div>
          );
        })}
      </div>
      {status !== undefined && (
        <p className={styles.status} role="status">
          {status}
        </p>
      )}
      {matches.length === 0 && status === undefined && (
        <p className={styles.nothing} role="status">
          {typed === '' ? nothing : `No matches for “${typed}”`}
        </p>
      )}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}

function intoView(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Marked({ text, ranges }: { readonly text: string; readonly ranges: readonly number[] }): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const [begin = 0, end = 0] = ranges.slice(index, index + 2);
    if (begin > from) parts.push(text.slice(from, begin));
    parts.push(<b key={index}>{text.slice(begin, end)}</b>);
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
