import type { ReactNode } from 'react';
import { colourToken, type ConnectionColour } from './connection-colour.ts';
import styles from './connections.module.css';

/** The connection's colour as a mark next to its name, which identifies it. */
export function ConnectionDot({ colour }: { readonly colour: ConnectionColour }): ReactNode {
  return <span aria-hidden="true" className={styles.dot} style={{ background: colourToken(colour) }} />;
}
