/** Selects the target: this engine, or another process of the same user. */
import { AppWindow, Database } from 'lucide-react';
import { useState } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import { Select, type SelectOption } from '../../ui/index.ts';
import { noCaptures, type Target, useCaptures } from './captures.ts';
import { programOf } from './filter-processes.ts';
import { ProcessDialog } from './process-dialog.tsx';
import styles from './threads.module.css';

interface ProcessChoiceProps {
  readonly tabId: string;
  readonly server: ServerClient;
}

export function ProcessChoice({ tabId, server }: ProcessChoiceProps) {
  const { target } = useCaptures((captures) => captures.byTab.get(tabId) ?? noCaptures);
  const [choosing, setChoosing] = useState(false);
  const setTarget = (target: Target | null) => useCaptures.getState().setTarget(tabId, target);
  const options: SelectOption<'engine' | 'target' | 'another'>[] = [
    { value: 'engine', label: 'This engine', icon: <Database size={14} aria-hidden="true" /> },
    ...(target
      ? [
          {
            value: 'target' as const,
            label: `${target.name} (${target.id})`,
            icon: <AppWindow size={14} aria-hidden="true" />,
          },
        ]
      : []),
    { value: 'another', label: 'Another process…', hint: 'of the same user, on this machine' },
  ];
  return (
    <div className={styles.process}>
      <Select
        label="Process"
        hideLabel
        value={target ? 'target' : 'engine'}
        options={options}
        onChange={(value) => {
          if (value === 'another') setChoosing(true);
          else if (value === 'engine') setTarget(null);
        }}
      />
      {choosing && (
        <ProcessDialog
          server={server}
          onClose={() => setChoosing(false)}
          onChoose={(process) => {
            setTarget(process && { id: process.id, name: programOf(process) });
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
