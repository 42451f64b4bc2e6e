/** The policies of one collection: a summary, and its fields. */
import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { FOREVER, type TimeSeriesPolicy, type TimeSeriesRule } from '../../protocol/time-series-policies.ts';
import { Button, Checkbox, IconButton, TextField } from '../../ui/index.ts';
import styles from './settings.module.css';
import { SpanField } from './span-field.tsx';
import { retentionOf, rollupProblems, timeSeriesRuleText } from './time-series-text.ts';

export interface TimeSeriesRuleItemProps {
  readonly collection: string;
  readonly rule: TimeSeriesRule;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Undefined removes the rule. */
  readonly onChange: (rule: TimeSeriesRule | undefined) => void;
}

export function TimeSeriesRuleItem({ collection, rule, open, onOpen, onChange }: TimeSeriesRuleItemProps) {
  const fields = useId();
  return (
    <li className={styles.rule}>
      <div className={styles.ruleHead}>
        <span className={styles.ruleText}>
          <b>{collection}</b>
          <span className={styles.hint}>{timeSeriesRuleText(rule)}</span>
        </span>
        <Button
          variant="ghost"
          icon={open ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={open}
          aria-controls={open ? fields : undefined}
          aria-label={`Edit ${collection}`}
          onClick={() => onOpen(!open)}
        >
          Edit
        </Button>
        <IconButton label={`Remove ${collection}`} icon={<Trash2 />} onClick={() => onChange(undefined)} />
      </div>
      {open && (
        <div id={fields} className={styles.ruleFields} role="group" aria-label={collection}>
          <TimeSeriesRuleFields rule={rule} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

const NEW_FRAME = { Value: 3_600, Unit: 'Second' } as const;
const NOT_SET = { Value: 0, Unit: 'None' } as const;

function TimeSeriesRuleFields(props: {
  readonly rule: TimeSeriesRule;
  readonly onChange: (rule: TimeSeriesRule) => void;
}) {
  const { rule, onChange } = props;
  const isOff = rule.Disabled === true;
  const rollups = rule.Policies ?? [];
  const problems = rollupProblems(rule);
  const change = (index: number, part: Partial<TimeSeriesPolicy>) =>
    onChange({
      ...rule,
      Policies: rollups.map((each, at) => (at === index ? { ...each, ...part } : each)),
    });
  return (
    <>
      <Checkbox
        label="Carry out these policies"
        checked={!isOff}
        onChange={(on) => onChange({ ...rule, Disabled: !on })}
      />
      <SpanField
        label="Keep entries for"
        unitLabel="Unit of entries"
        value={retentionOf(rule)}
        empty={FOREVER}
        placeholder="forever"
        disabled={isOff}
        onChange={(kept) => onChange({ ...rule, RawPolicy: { ...rule.RawPolicy, RetentionTime: kept } })}
      />
      {rollups.map((rollup, index) => (
        <fieldset key={index} className={styles.rollup}>
          <legend>Rollup {index + 1}</legend>
          <TextField
            label="Name"
            value={rollup.Name}
            disabled={isOff}
            error={problems[index]}
            onChange={(name) => change(index, { Name: name })}
            after={
              <IconButton
                label={`Remove rollup ${rollup.Name}`}
                icon={<Trash2 />}
                onClick={() => onChange({ ...rule, Policies: rollups.filter((_, at) => at !== index) })}
              />
            }
          />
          <SpanField
            label="Frames of"
            unitLabel="Unit of frames"
            value={rollup.AggregationTime}
            empty={NOT_SET}
            placeholder="not set"
            disabled={isOff}
            onChange={(frame) => change(index, { AggregationTime: frame })}
          />
          <SpanField
            label="Keep for"
            unitLabel="Unit of retention"
            value={rollup.RetentionTime}
            empty={FOREVER}
            placeholder="forever"
            disabled={isOff}
            onChange={(kept) => change(index, { RetentionTime: kept })}
          />
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Plus />}
          disabled={isOff}
          onClick={() =>
            onChange({
              ...rule,
              Policies: [
                ...rollups,
                { Name: '', AggregationTime: { ...NEW_FRAME }, RetentionTime: { ...FOREVER } },
              ],
            })
          }
        >
          Add rollup
        </Button>
      </div>
    </>
  );
}
