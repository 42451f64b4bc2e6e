/** The sections of the settings, for jumping to one; the one in view is marked. */
import { useRef } from 'react';
import { sectionEntries } from './sections.ts';
import styles from './settings.module.css';
import { useCurrentSection } from './use-current-section.ts';

export function SectionList() {
  const list = useRef<HTMLElement>(null);
  const [current, jumpTo] = useCurrentSection(list);
  return (
    <nav ref={list} className={styles.sectionList} aria-label="Sections">
      <ul>
        {sectionEntries.map(({ anchor, title }) => (
          <li key={anchor}>
            <button
              type="button"
              aria-current={anchor === current ? 'location' : undefined}
              onClick={() => jumpTo(anchor)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
