/** One rule of the revisions configuration: its summary, and its fields. */
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { RevisionsRule } from '../../protocol/revisions.ts';
import {
  Button,
  Checkbox,
  IconButton,
  NumberField,
  Select,
  unitOptions,
  type TimeUnit,
} from '../../ui/index.ts';
import {
  ageCount,
  ageOf,
  ageUnit,
  minimumAge,
  ruleLabel,
  ruleText,
  withMinimumAge,
} from './revisions-text.ts';
import styles from './settings.module.css';

export interface RevisionsRuleItemProps {
  /** Null: the default. */
  readonly collection: string | null;
  readonly rule: RevisionsRule;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Undefined removes the rule. */
  readonly onChange: (rule: RevisionsRule | undefined) => void;
}

export function RevisionsRuleItem({ collection, rule, open, onOpen, onChange }: RevisionsRuleItemProps) {
  const fields = useId();
  const label = ruleLabel(collection);
  return (
    <li className={styles.rule}>
      <div className={styles.ruleHead}>
        <span className={styles.ruleText}>
          <b>{label}</b>
          <span className={styles.hint}>{ruleText(rule)}</span>
        </span>
        <Button
          variant="ghost"
          icon={open ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={open}
          aria-controls={open ? fields : undefined}
          aria-label={`Edit ${label}`}
          onClick={() => onOpen(!open)}
        >
          Edit
        </Button>
        <IconButton label={`Remove ${label}`} icon={<Trash2 />} onClick={() => onChange(undefined)} />
      </div>
      {open && (
        <div id={fields} className={styles.ruleFields} role="group" aria-label={label}>
          <RuleFields rule={rule} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

const UNITS = unitOptions(['seconds', 'minutes', 'hours', 'days']);

export function RuleFields(props: {
  readonly rule: RevisionsRule;
  readonly onChange: (rule: RevisionsRule) => void;
}) {
  const { rule, onChange } = props;
  const age = minimumAge(rule);
  const [chosenUnit, setUnit] = useState<TimeUnit>();
  const unit = chosenUnit ?? (age === null ? 'days' : ageUnit(age));
  const count = age === null ? null : ageCount(age, unit);
  const off = rule.Disabled === true;
  return (
    <>
      <Checkbox
        label="Create revisions"
        hint="When off, existing revisions stay."
        checked={!off}
        onChange={(on) => onChange({ ...rule, Disabled: !on })}
      />
      <NumberField
        label="Revisions to keep per document"
        value={rule.MinimumRevisionsToKeep ?? null}
        min={1}
        max={2_147_483_647}
        placeholder="unlimited"
        disabled={off}
        onChange={(newest) => onChange({ ...rule, MinimumRevisionsToKeep: newest })}
      />
      <div className={styles.pair}>
        <NumberField
          label="Minimum age to keep"
          value={count}
          min={0.01}
          step={0.01}
          placeholder="unlimited"
          hint="With both limits, only revisions beyond both are deleted."
          disabled={off}
          onChange={(next) => onChange(withMinimumAge(rule, next === null ? null : ageOf(next, unit)))}
        />
        <Select
          label="Unit"
          value={unit}
          options={UNITS}
          disabled={off}
          onChange={(next) => {
            setUnit(next);
            if (count !== null) onChange(withMinimumAge(rule, ageOf(count, next)));
          }}
        />
      </div>
      <NumberField
        label="Revisions to delete per save"
        value={rule.MaximumRevisionsToDeleteUponDocumentUpdate ?? null}
        min={1}
        max={2_147_483_647}
        placeholder="unlimited"
        hint="Spreads the deletion of many revisions over several saves."
        disabled={off}
        onChange={(most) => onChange({ ...rule, MaximumRevisionsToDeleteUponDocumentUpdate: most })}
      />
      <Checkbox
        label="Delete revisions with their document"
        hint="Such documents do not appear in the revisions bin."
        checked={rule.PurgeOnDelete === true}
        disabled={off}
        onChange={(purge) => onChange({ ...rule, PurgeOnDelete: purge })}
      />
    </>
  );
}
