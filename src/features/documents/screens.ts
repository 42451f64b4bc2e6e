/** The screens of this feature, as the shell lists them; their code arrives when they are first shown. */
import { FileJson, Files } from 'lucide-react';
import type { Screen } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'documents',
    title: (params) => params.collection ?? 'Documents',
    icon: Files,
    scope: 'database',
    rail: { order: 20, label: 'Documents', key: '2' },
    load: () => import('./documents-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+G', does: 'Go to a document by its id' },
      { keys: 'Enter', does: 'Open the selected document' },
      { keys: 'Space', does: 'Mark the selected document' },
      { keys: 'Delete', does: 'Delete the marked documents' },
    ],
  },
  {
    id: 'document',
    title: (params) => params.id ?? `New in ${params.collection ?? 'this database'}`,
    icon: FileJson,
    scope: 'database',
    load: () => import('./document-screen.tsx'),
    shortcuts: [
      { keys: 'Mod+S', does: 'Save the document' },
      { keys: 'Alt+D', does: 'Show what saving would change' },
      { keys: 'Shift+Alt+F', does: 'Lay the JSON out again' },
    ],
  },
];
