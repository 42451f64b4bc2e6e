import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { ConfirmDialog } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { resolveClose, workspaceStore } from './workspace-store.ts';

/** Confirmation before tabs with unsaved changes close. */
export function CloseConfirmation(): ReactNode {
  const asking = useStore(workspaceStore, (state) => state.pendingClose);
  const tabs = useStore(workspaceStore, (state) => state.tabs);
  if (asking.length === 0) return null;
  const titles = asking.map((id) => {
    const tab = tabs.find((each) => each.id === id);
    return tab ? (screenById(tab.screen)?.title(tab.params) ?? id) : id;
  });
  return (
    <ConfirmDialog
      open
      danger
      title={titles.length === 1 ? `Close ${titles[0] ?? ''} without saving?` : 'Close without saving?'}
      confirmLabel="Close without saving"
      cancelLabel="Keep open"
      onClose={() => resolveClose(false)}
      onConfirm={() => resolveClose(true)}
    >
      {titles.length === 1
        ? 'Unsaved changes will be lost.'
        : `Unsaved changes in these tabs will be lost: ${titles.join(', ')}.`}
    </ConfirmDialog>
  );
}
