/** The texts of an index, one editor below the other: maps, reduce, additional sources. */
import { Plus } from 'lucide-react';
import { useImperativeHandle, useRef, type Ref } from 'react';
import { Button, Menu } from '../../../ui/index.ts';
import type { DatabaseNames } from './completion/use-completion-source.ts';
import { partName, samePart, type TextPart } from './error-place.ts';
import type { IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import type { Problem } from './problem.ts';
import { languageOf, languageOfIndex, type Language } from './language.ts';
import { TextSection, type TextSectionHandle } from './text-section.tsx';

export interface TextsHandle {
  /** Puts the caret at a position. */
  goTo(part: TextPart, line: number, column: number): void;
  /** Scrolls a line into view without taking the focus. */
  reveal(part: TextPart, line: number): void;
}

interface TextsPaneProps {
  readonly form: IndexForm;
  readonly names: DatabaseNames;
  /** The names of the fields that the maps return. */
  readonly outputs: readonly string[];
  readonly problem: Problem | undefined;
  readonly readOnly: boolean;
  readonly onEdit: (change: Partial<IndexForm>) => void;
  readonly onSave: () => void;
  readonly handle: Ref<TextsHandle>;
}

const keyOf = (part: TextPart): string => (part.kind === 'reduce' ? 'reduce' : `${part.kind}-${part.index}`);

const newReduce: Readonly<Record<Language, string>> = {
  javascript:
    'groupBy(entry => entry.Key)\n    .aggregate(group => ({\n        Key: group.key,\n        Count: group.values.length,\n    }));\n',
  csharp:
    'from result in results\ngroup result by result.Key into g\nselect new\n{\n    Key = g.Key,\n    Count = g.Sum(x => x.Count),\n}\n',
};

export function TextsPane({
  form,
  names,
  outputs,
  problem,
  readOnly,
  onEdit,
  onSave,
  handle,
}: TextsPaneProps) {
  const sections = useRef(new Map<string, TextSectionHandle>());
  useImperativeHandle(
    handle,
    () => ({
      goTo: (part, line, column) => sections.current.get(keyOf(part))?.goTo(line, column),
      reveal: (part, line) => sections.current.get(keyOf(part))?.reveal(line),
    }),
    [],
  );
  const language = languageOfIndex(form);
  const replaced = <T,>(list: readonly T[], index: number, value: T): readonly T[] =>
    list.map((each, at) => (at === index ? value : each));
  const without = <T,>(list: readonly T[], index: number): readonly T[] =>
    list.filter((_, at) => at !== index);

  const section = (
    part: TextPart,
    text: string,
    change: (text: string) => void,
    more: {
      readonly remove?: (() => void) | undefined;
      readonly language?: Language;
      readonly rename?: (name: string) => void;
    } = {},
  ) => {
    const sentText = problem && textOf(problem.form, part);
    const isHere = problem !== undefined && samePart(problem.place.part, part) && sentText === text;
    return (
      <TextSection
        key={keyOf(part)}
        title={partName(part, form)}
        name={part.kind === 'source' ? (form.sources[part.index]?.name ?? '') : undefined}
        text={text}
        language={more.language ?? languageOf(text)}
        part={part.kind}
        names={names}
        outputs={outputs}
        marker={isHere ? problem.place : undefined}
        readOnly={readOnly}
        onText={change}
        onRename={more.rename}
        onRemove={more.remove}
        onSave={onSave}
        handleKey={keyOf(part)}
        handles={sections}
      />
    );
  };

  return (
    <div className={styles.texts} role="region" aria-label="Texts of the index">
      {form.maps.map((map, index) =>
        section({ kind: 'map', index }, map, (text) => onEdit({ maps: replaced(form.maps, index, text) }), {
          remove: form.maps.length > 1 ? () => onEdit({ maps: without(form.maps, index) }) : undefined,
        }),
      )}
      {form.reduce !== '' &&
        section({ kind: 'reduce' }, form.reduce, (text) => onEdit({ reduce: text === '' ? '\n' : text }), {
          remove: () => onEdit({ reduce: '' }),
        })}
      {form.sources.map((source, index) =>
        section(
          { kind: 'source', index },
          source.text,
          (text) => onEdit({ sources: replaced(form.sources, index, { ...source, text }) }),
          {
            language,
            remove: () => onEdit({ sources: without(form.sources, index) }),
            rename: (name) => onEdit({ sources: replaced(form.sources, index, { ...source, name }) }),
          },
        ),
      )}
      {!readOnly && (
        <div className={styles.buttonRow}>
          <Menu
            trigger={
              <Button variant="secondary" icon={<Plus />}>
                Add text
              </Button>
            }
            items={[
              {
                id: 'map',
                label: 'Map',
                hint: 'of another collection',
                onSelect: () =>
                  onEdit({
                    maps: [
                      ...form.maps,
                      language === 'csharp'
                        ? 'from document in docs.Collection\nselect new\n{\n    document.Name,\n}\n'
                        : "map('Collection', document => ({\n    Name: document.Name,\n}));\n",
                    ],
                  }),
              },
              {
                id: 'reduce',
                label: 'Reduce',
                hint: 'groups the results of the maps',
                disabled: form.reduce !== '',
                onSelect: () => onEdit({ reduce: newReduce[language] }),
              },
              {
                id: 'source',
                label: 'Additional source',
                hint: 'functions that maps and reduce call',
                onSelect: () =>
                  onEdit({
                    sources: [
                      ...form.sources,
                      {
                        name: freeName(form, language),
                        text:
                          language === 'csharp'
                            ? 'public static class Helper\n{\n}\n'
                            : 'function helper(value) {\n    return value;\n}\n',
                      },
                    ],
                  }),
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}

function textOf(form: IndexForm, part: TextPart): string | undefined {
  if (part.kind === 'map') return form.maps[part.index];
  return part.kind === 'reduce' ? form.reduce : form.sources[part.index]?.text;
}

function freeName(form: IndexForm, language: Language): string {
  const ending = language === 'csharp' ? 'cs' : 'js';
  const taken = new Set(form.sources.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? `helpers.${ending}` : `helpers${number}.${ending}`;
    if (!taken.has(name)) return name;
  }
}
