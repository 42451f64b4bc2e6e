/** Files that the command line named, until the screen for their type takes them. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface OpenedFile {
  /** The id of the screen. */
  readonly screen: string;
  readonly file: File;
}

export const openedFiles = createStore<{ readonly waiting: readonly OpenedFile[] }>(() => ({ waiting: [] }));

export function addOpenedFile(opened: OpenedFile): void {
  openedFiles.setState(({ waiting }) => ({ waiting: [...waiting, opened] }));
}

/** Removes the first file of a screen from the list. */
export function takeOpenedFile(screen: string): File | undefined {
  const { waiting } = openedFiles.getState();
  const found = waiting.find((each) => each.screen === screen);
  if (found) openedFiles.setState({ waiting: waiting.filter((each) => each !== found) });
  return found?.file;
}

export const useIsFileWaiting = (screen: string): boolean =>
  useStore(openedFiles, ({ waiting }) => waiting.some((each) => each.screen === screen));

/** Calls `onFile` with each file for this screen; of several mounted tabs the first one takes it. */
export function useOpenedFile(screen: string, onFile: (file: File) => void): void {
  const isWaiting = useIsFileWaiting(screen);
  useEffect(() => {
    const file = isWaiting ? takeOpenedFile(screen) : undefined;
    if (file) onFile(file);
  }, [isWaiting, screen, onFile]);
}
