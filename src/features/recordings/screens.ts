import { FileClock } from 'lucide-react';
import { requestOfScreen, type Command, type Screen, type Session } from '../../app/registry/index.ts';

export const screens: readonly Screen[] = [
  {
    id: 'recording',
    title: () => 'Recordings',
    icon: FileClock,
    scope: 'app',
    load: () => import('./recording-screen.tsx'),
    shortcuts: [
      { keys: 'Enter', does: 'Open the selected recording' },
      { keys: 'Delete', does: 'Delete the selected recording' },
      { keys: 'ArrowLeft', does: 'Earlier time, with the charts focused' },
      { keys: 'ArrowRight', does: 'Later time' },
      { keys: '+', does: 'Zoom in' },
      { keys: '-', does: 'Zoom out' },
      { keys: '0', does: 'Show everything' },
    ],
  },
];

export function commands(session: Session): Command[] {
  const { connectionId, database } = session;
  return [
    {
      id: 'recording.open',
      title: 'Open a recording of a server',
      group: 'Go to',
      keywords: 'rookery file record diagnostics support findings offline timeline stall recordings library',
      run: () => session.openScreen('recording'),
    },
    {
      id: 'recording.record',
      title: 'Record a server',
      group: 'Server',
      keywords: 'recording recorder diagnostics trigger support start capture',
      run: () => {
        requestOfScreen({ screen: 'recording', action: 'record', connectionId, database });
        session.openScreen('recording');
      },
    },
  ];
}
