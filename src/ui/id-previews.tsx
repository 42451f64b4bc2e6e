import { PreviewCard } from '@base-ui/react/preview-card';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { IdPrefixes } from './find-ids.ts';
import { IdPrefixContext } from './id-prefix-context.ts';
import { IdPreviewContext, type IdHover, type IdPreview } from './id-preview-context.ts';
import styles from './id-previews.module.css';
import { readError } from './read-error.ts';

export type LoadIdPreview = (id: string, signal: AbortSignal) => Promise<IdPreview>;

interface Hovered {
  readonly id: string;
  readonly anchor: Element;
}

const DELAY_MS = 400;
/** The pointer may cross the gap between the link and the card. */
const CLOSE_MS = 150;

/** A preview of the document on hover over each `IdLink` inside: one card for all of them. */
export function IdPreviews(props: {
  readonly load: LoadIdPreview;
  /** By which cells inside recognise ids without a digit. */
  readonly prefixes?: IdPrefixes;
  readonly children: ReactNode;
}): ReactNode {
  const { load, prefixes, children } = props;
  const [hovered, setHovered] = useState<Hovered>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hover = useMemo<IdHover>(() => {
    const after = (ms: number, next: Hovered | undefined) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // A card would cover an open context menu.
        if (next === undefined || document.querySelector('[role="menu"]') === null) setHovered(next);
      }, ms);
    };
    return {
      enter: (id, anchor) => after(DELAY_MS, { id, anchor }),
      leave: () => after(CLOSE_MS, undefined),
      keep: () => clearTimeout(timer.current),
      close: () => {
        clearTimeout(timer.current);
        setHovered(undefined);
      },
    };
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <IdPreviewContext value={hover}>
      <IdPrefixContext value={prefixes}>{children}</IdPrefixContext>
      <PreviewCard.Root
        open={hovered !== undefined}
        onOpenChange={(open) => {
          if (!open) hover.close();
        }}
      >
        <PreviewCard.Portal>
          <PreviewCard.Positioner
            anchor={hovered?.anchor ?? null}
            side="bottom"
            align="start"
            sideOffset={4}
            className={styles.positioner}
          >
            <PreviewCard.Popup
              role="region"
              aria-label={hovered && `Preview of ${hovered.id}`}
              className={styles.popup}
              onPointerEnter={() => hover.keep()}
              onPointerLeave={() => hover.leave()}
            >
              {hovered && <Preview key={hovered.id} id={hovered.id} load={load} />}
            </PreviewCard.Popup>
          </PreviewCard.Positioner>
        </PreviewCard.Portal>
      </PreviewCard.Root>
    </IdPreviewContext>
  );
}

function Preview(props: { readonly id: string; readonly load: LoadIdPreview }): ReactNode {
  const { id, load } = props;
  const [preview, setPreview] = useState<IdPreview>();
  useEffect(() => {
    const abort = new AbortController();
    load(id, abort.signal)
      .catch((thrown: unknown): IdPreview => ({ kind: 'note', text: readError(thrown).message }))
      .then(
        (loaded) => {
          if (!abort.signal.aborted) setPreview(loaded);
        },
        () => undefined,
      );
    return () => abort.abort();
  }, [id, load]);
  return (
    <>
      <strong className={styles.id}>{id}</strong>
      {preview === undefined ? (
        <p className={styles.note}>Loading…</p>
      ) : preview.kind === 'note' ? (
        <p className={styles.note}>{preview.text}</p>
      ) : (
        <pre className={styles.json}>{preview.text}</pre>
      )}
    </>
  );
}
