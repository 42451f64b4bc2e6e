/** The messages of the server about an export or import: any number, by level, saved as a file. */
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { DumpMessage } from '../../../protocol/dump-report.ts';
import {
  Badge,
  Button,
  Select,
  SortedGrid,
  fileName,
  formatCount,
  pluralize,
  saveFile,
  type BadgeTone,
} from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import { messagesAsCsv, messagesOf, type ShownLevel } from './report-text.ts';

const tones: Readonly<Record<DumpMessage['level'], BadgeTone>> = {
  info: 'neutral',
  warning: 'warning',
  error: 'danger',
};

interface MessageListProps {
  readonly messages: readonly DumpMessage[];
  readonly database: string;
}

export function MessageList({ messages, database }: MessageListProps): ReactNode {
  const errors = messagesOf(messages, 'errors');
  const problems = messagesOf(messages, 'problems');
  const [level, setLevel] = useState<ShownLevel>(problems.length > 0 ? 'problems' : 'all');
  const [selected, setSelected] = useState<number | null>(null);
  const shown = level === 'errors' ? errors : level === 'problems' ? problems : messages;
  const message = selected === null ? undefined : shown[selected];
  return (
    <>
      <div className={styles.head}>
        <h3>{pluralize(messages.length, 'message')}</h3>
        <Select<ShownLevel>
          label="Shown messages"
          hideLabel
          value={level}
          onChange={(next) => {
            setLevel(next);
            setSelected(null);
          }}
          options={[
            { value: 'errors', label: `Errors (${formatCount(errors.length)})` },
            { value: 'problems', label: `Warnings and errors (${formatCount(problems.length)})` },
            { value: 'all', label: `All messages (${formatCount(messages.length)})` },
          ]}
        />
        <Button
          icon={<Download />}
          variant="ghost"
          disabledReason={shown.length === 0 ? 'No message is shown.' : undefined}
          onClick={() => saveFile(fileName('messages', database, 'csv'), 'text/csv', messagesAsCsv(shown))}
        >
          Save shown messages as CSV
        </Button>
      </div>
      <div className={styles.messages}>
        <SortedGrid<DumpMessage>
          label="Messages of the server"
          rowCount={shown.length}
          row={(index) => shown[index]}
          selected={selected}
          onSelect={setSelected}
          empty={<p className={styles.note}>The server reported no such message.</p>}
          columns={[
            {
              id: 'time',
              title: 'Time',
              width: 80,
              mono: true,
              value: ({ time }) => time,
              render: ({ time }) => time,
            },
            {
              id: 'level',
              title: 'Level',
              width: 90,
              value: ({ level }) => level,
              render: ({ level }) => <Badge tone={tones[level]}>{level}</Badge>,
            },
            {
              id: 'text',
              title: 'Message',
              width: 900,
              value: ({ text }) => text,
              render: ({ text }) => text,
            },
          ]}
        />
      </div>
      {message !== undefined && <pre className={styles.message}>{message.text}</pre>}
    </>
  );
}
