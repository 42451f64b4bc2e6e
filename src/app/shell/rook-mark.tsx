import type { ReactNode } from 'react';

/** The application logo. */
export function RookMark(): ReactNode {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="20" height="20" rx="5" fill="var(--accent)" />
      <path
        d="M15.6 6.2c-1-1.6-2.8-2.5-4.7-2.3-2.7.2-4.7 2.4-4.7 5.1v1.4c0 2.2-.9 4.2-2.4 5.7h9.1c1.5-1.3 2.3-3.3 2.1-5.4l-.2-1.6 2.4-.6c-.2-1.1-.8-1.9-1.6-2.3Zm-3.4 1.9a.95.95 0 1 1 0-1.9.95.95 0 0 1 0 1.9Z"
        fill="var(--on-accent)"
      />
    </svg>
  );
}
