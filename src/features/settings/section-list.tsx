/** The sections of the settings, for jumping to one. */
import { sectionEntries } from './sections.ts';
import styles from './settings.module.css';

/** Scrolls to the section and moves the focus there, so that Tab continues in it. */
function jumpTo(from: HTMLElement, anchor: string): void {
  const scroller = from.closest('[data-settings-scroll]');
  const section = scroller?.querySelector<HTMLElement>(`[data-section="${anchor}"]`);
  if (!scroller || !section) return;
  scroller.scrollTop = section.offsetTop - 16;
  section.focus({ preventScroll: true });
}

export function SectionList() {
  return (
    <nav className={styles.sectionList} aria-label="Sections">
      <ul>
        {sectionEntries.map(({ anchor, title }) => (
          <li key={anchor}>
            <button type="button" onClick={(event) => jumpTo(event.currentTarget, anchor)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
