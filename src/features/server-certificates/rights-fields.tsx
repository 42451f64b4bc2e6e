import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton, Select, TextField } from '../../ui/index.ts';
import { LIMITED } from './certificate-list.ts';
import { clearanceOptions, rightOptions, type RightRow, type RightsForm } from './rights-form.ts';
import styles from './server-certificates.module.css';

/** Name, clearance and the rights on databases. */
export function RightsFields(props: {
  readonly form: RightsForm;
  readonly databases: readonly string[];
  readonly onChange: (form: RightsForm) => void;
}): ReactNode {
  const { form, databases, onChange } = props;
  const { name, clearance, rows } = form;
  const changeRow = (index: number, part: Partial<RightRow>): void =>
    onChange({ ...form, rows: rows.map((row, at) => (at === index ? { ...row, ...part } : row)) });
  const unused = databases.find((each) => !rows.some(({ database }) => database === each)) ?? '';
  return (
    <>
      <TextField label="Name" value={name} onChange={(next) => onChange({ ...form, name: next })} />
      <Select
        label="Clearance"
        value={clearance}
        options={clearanceOptions(clearance)}
        onChange={(next) => onChange({ ...form, clearance: next })}
      />
      {clearance === LIMITED && (
        <section className={styles.rights} aria-label="Rights on databases">
          {rows.map(({ database, right }, index) => (
            // Rows have no identity but their place.
            <div key={index} className={styles.right}>
              <TextField
                label={`Database ${index + 1}`}
                value={database}
                onChange={(next) => changeRow(index, { database: next })}
              />
              <Select
                label={`Right on database ${index + 1}`}
                value={right}
                options={rightOptions}
                onChange={(next) => changeRow(index, { right: next })}
              />
              <IconButton
                label={`Remove database ${index + 1}`}
                icon={Trash2}
                onClick={() => onChange({ ...form, rows: rows.filter((_, at) => at !== index) })}
              />
            </div>
          ))}
          <div>
            <Button
              icon={Plus}
              onClick={() => onChange({ ...form, rows: [...rows, { database: unused, right: 'ReadWrite' }] })}
            >
              Add database
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
