// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addOpenedFile, openedFiles, useOpenedFile } from './opened-files.ts';

afterEach(() => {
  cleanup();
  openedFiles.setState({ waiting: [] });
});

function Taker({ screen, onFile }: { readonly screen: string; readonly onFile: (name: string) => void }) {
  useOpenedFile(screen, (file) => onFile(file.name));
  return null;
}

test('gives a file to one tab of its screen, also when the tab opens later', () => {
  const taken: string[] = [];
  const onFile = (name: string): void => void taken.push(name);
  addOpenedFile({ screen: 'io', file: new File(['{}'], 'early.json') });
  render(
    <>
      <Taker screen="io" onFile={onFile} />
      <Taker screen="io" onFile={onFile} />
      <Taker screen="threads" onFile={onFile} />
    </>,
  );
  expect(taken).toEqual(['early.json']);
  act(() => addOpenedFile({ screen: 'threads', file: new File([''], 'late.folded') }));
  expect(taken).toEqual(['early.json', 'late.folded']);
  expect(openedFiles.getState().waiting).toEqual([]);
});
