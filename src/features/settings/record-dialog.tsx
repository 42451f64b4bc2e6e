/** The complete database record, for reading. */
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Database } from '../../app/registry/index.ts';
import { getDatabaseRecord } from '../../protocol/databases.ts';
import { formatJson, parseJsonText } from '../../protocol/json-text.ts';
import { CodeEditor } from '../../ui/editor/index.ts';
import { Button, CopyButton, Dialog, ErrorView, fileName, saveFile, SkeletonRows } from '../../ui/index.ts';
import styles from './settings.module.css';

export interface RecordDialogProps {
  readonly database: Database;
  readonly onClose: () => void;
}

export function RecordDialog({ database, onClose }: RecordDialogProps) {
  const { name, server } = database.client;
  const record = useQuery({
    queryKey: [...database.key, 'settings', 'record'],
    queryFn: async ({ signal }) => {
      const text = await getDatabaseRecord(server, name, { signal });
      return formatJson(text, parseJsonText(text));
    },
    gcTime: 0,
    retry: false,
  });
  const text = record.data ?? '';
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={`Database record of ${name}`}
      description="Settings, indexes and tasks as the cluster stores them. It can contain passwords of connection strings."
      footer={
        <>
          <Button
            icon={<Download />}
            disabled={!record.isSuccess}
            onClick={() => saveFile(fileName('record', name, 'json'), 'application/json', text)}
          >
            Save as file
          </Button>
          <CopyButton text={text} label="Copy record" />
        </>
      }
    >
      <div className={styles.record}>
        {record.isPending ? (
          <SkeletonRows rows={10} label="Loading the database record" />
        ) : record.isError ? (
          <ErrorView
            error={record.error}
            doing={`Loading the record of ${name}`}
            onRetry={() => void record.refetch()}
          />
        ) : (
          <CodeEditor value={text} language="json" label={`Database record of ${name}`} readOnly />
        )}
      </div>
    </Dialog>
  );
}
