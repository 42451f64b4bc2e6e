/** Frame filters: hidden frames, and own code. */
import { useState } from 'react';
import { readPatterns } from '../../charts/flame/index.ts';
import { Button, Dialog, TextArea } from '../../ui/index.ts';
import styles from './threads.module.css';
import { type ThreadsState, defaultHidden } from './threads-state.ts';

interface FrameRulesDialogProps {
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
  readonly onClose: () => void;
}

export function FrameRulesDialog({ state, onChange, onClose }: FrameRulesDialogProps) {
  const [hide, setHide] = useState(state.hide);
  const [own, setOwn] = useState(state.own);
  const complaint = (text: string) => {
    const { wrong } = readPatterns(text);
    return wrong.length === 0 ? null : `Not a regular expression: ${wrong.join(', ')}`;
  };
  const isWrong = complaint(hide) !== null || complaint(own) !== null;
  const save = () => {
    if (isWrong) return;
    onChange({ hide, own });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Frame filters"
      description="One pattern per line: text, or a /regular expression/. Not case-sensitive."
      onSubmit={save}
      footer={
        <>
          <Button variant="ghost" onClick={() => setHide(defaultHidden)}>
            Suggest patterns
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={save} disabled={isWrong}>
            Apply
          </Button>
        </>
      }
    >
      <div className={styles.rules}>
        <TextArea
          label="Hide these frames"
          rows={6}
          value={hide}
          onChange={setHide}
          error={complaint(hide)}
          hint="Removed from every stack; callers connect to callees."
        />
        <TextArea
          label="Own code"
          rows={4}
          value={own}
          onChange={setOwn}
          error={complaint(own)}
          hint="Highlighted. Default: RavenDB, Voron, Sparrow, Corax and Rookery."
        />
      </div>
    </Dialog>
  );
}
