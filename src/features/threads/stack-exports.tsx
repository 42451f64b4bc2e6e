/** Exports of a capture: files in five formats, and Markdown to the clipboard or a file. */
import { Download, FileJson2, Flame, Gauge, NotebookText, Text } from 'lucide-react';
import { Button, fileName, formatDateTime, Menu, saveFile, type MenuItem } from '../../ui/index.ts';
import type { StoredCapture } from './captures.ts';
import { debuggerText } from './formats/debugger-text.ts';
import { foldedText } from './formats/folded.ts';
import { markdownText } from './formats/markdown.ts';
import { ravenJson } from './formats/ravendb-json.ts';
import { speedscopeJson } from './formats/speedscope.ts';

export function StackExports({ kept }: { readonly kept: StoredCapture }) {
  const { capture } = kept;
  const save = (ending: string, type: string, text: () => string) => () =>
    saveFile(fileName(kept.unit === 'thread' ? 'stacks' : 'profile', null, ending), type, text());
  const items: MenuItem[] = [
    {
      id: 'json',
      label: 'JSON',
      hint: 'opens in RavenDB Studio',
      icon: <FileJson2 />,
      onSelect: save('json', 'application/json', () => ravenJson(capture)),
    },
    {
      id: 'speedscope',
      label: 'Speedscope JSON',
      hint: 'for speedscope.app and compatible tools',
      icon: <Gauge />,
      onSelect: save('speedscope.json', 'application/json', () => speedscopeJson(capture.groups, kept.name)),
    },
    {
      id: 'folded',
      label: 'Folded stacks',
      hint: 'one line per stack, for flame graph tools',
      icon: <Flame />,
      onSelect: save('folded.txt', 'text/plain', () => foldedText(capture.groups)),
    },
    {
      id: 'text',
      label: 'Text',
      hint: 'one block per thread, like a debugger',
      icon: <Text />,
      onSelect: save('txt', 'text/plain', () => debuggerText(capture)),
    },
    {
      id: 'markdown',
      label: 'Markdown',
      hint: 'a summary table with collapsed stacks',
      icon: <NotebookText />,
      onSelect: save('md', 'text/markdown', () => ticket(kept)),
    },
  ];
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={<Download />}>
          Export
        </Button>
      }
      items={items}
    />
  );
}

function ticket(kept: StoredCapture): string {
  const { capture, unit } = kept;
  const { pauseMs = null, method = null, notes = [] } = capture.facts ?? {};
  return markdownText(capture, {
    title: `Stacks: ${kept.name}`,
    facts: [
      kept.file === null ? `taken ${formatDateTime(kept.at, { utc: true })}` : `from the file ${kept.file}`,
      ...(pauseMs === null ? [] : [`the process was paused for ${pauseMs.toFixed(2)} ms`]),
      ...(method === null ? [] : [method]),
      ...notes,
    ],
    unit: unit === 'thread' ? 'threads' : 'samples',
  });
}
