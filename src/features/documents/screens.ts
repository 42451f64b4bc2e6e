/** The screens of this feature; their code loads on first display. */
import { FileClock, FileJson, Files } from 'lucide-react';
import type { Command, Screen, Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'documents',
    title: (params) => params.collection ?? 'Documents',
    icon: Files,
    scope: 'database',
    rail: { order: 20, label: 'Documents' },
    load: () => import('./list/documents-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+G', does: 'Go to document by id' },
      { keys: 'Enter', does: 'Open the current document' },
      { keys: 'Space', does: 'Select or deselect the current document' },
      { keys: 'Shift+ArrowDown', does: 'Select a range of documents' },
      { keys: 'Mod+A', does: 'Select all documents' },
      { keys: 'Delete', does: 'Delete the selected documents' },
    ],
  },
  {
    id: 'document',
    title: (params) => params.id ?? `New in ${params.collection ?? 'this database'}`,
    icon: FileJson,
    scope: 'database',
    load: () => import('./editor/document-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+S', does: 'Save document' },
      { keys: 'Alt+D', does: 'Show unsaved changes' },
      { keys: 'Shift+Alt+F', does: 'Format JSON' },
      { keys: 'Ctrl+M', does: 'Editor: Tab moves the focus instead of indenting, and back' },
    ],
  },
  {
    id: 'revisions-bin',
    title: () => 'Revisions bin',
    icon: FileClock,
    scope: 'database',
    load: () => import('./revisions/revisions-bin-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Show the last revision of the current document' },
      { keys: 'Space', does: 'Select or deselect the current document' },
    ],
  },
];

export function commands(session: Session): Command[] {
  if (session.database === null) return [];
  return [
    {
      // The list of a collection registers its own with the same id.
      id: 'documents.new',
      title: 'New document',
      group: 'Documents',
      keywords: 'create add',
      run: () => session.openScreen('document', { params: { collection: '' } }),
    },
    {
      id: 'documents.revisions-bin',
      title: 'Open revisions bin',
      group: 'Go to',
      keywords: 'deleted restore trash recover undelete',
      run: () => session.openScreen('revisions-bin'),
    },
  ];
}
