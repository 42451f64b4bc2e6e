/** One field for each `$parameter` of the query. */
import { TextField } from '../../../ui/index.ts';
import { readParameter } from './parameter-value.ts';
import styles from '../query.module.css';

interface ParameterFormProps {
  readonly names: readonly string[];
  readonly typed: Readonly<Record<string, string>>;
  readonly onChange: (name: string, typed: string) => void;
  /** Empty fields are marked as errors only after an attempt to run. */
  readonly showMissing: boolean;
}

export function ParameterForm({ names, typed, onChange, showMissing }: ParameterFormProps) {
  return (
    <form className={styles.parameters} aria-label="Parameters" onSubmit={(event) => event.preventDefault()}>
      <h3>Parameters</h3>
      {names.map((name) => {
        const text = typed[name] ?? '';
        const value = readParameter(text);
        const quiet = text.trim() === '' && !showMissing;
        return (
          <TextField
            key={name}
            label={`$${name}`}
            mono
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder='10, "text", ["a", "b"]'
            onChange={(next) => onChange(name, next)}
            hint={value.ok ? `Sent as ${value.kind}` : 'JSON, or plain text'}
            error={value.ok || quiet ? null : value.problem}
          />
        );
      })}
    </form>
  );
}
