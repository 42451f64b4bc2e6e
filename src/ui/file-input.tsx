/** The invisible input behind a button that opens the system's file dialog: `input.current?.click()`. */
import type { ReactNode, RefObject } from 'react';

export type FileInputProps = {
  readonly ref: RefObject<HTMLInputElement | null>;
  /** Names the input for assistive technology and for tests. */
  readonly label: string;
  /** Endings and media types that the dialog offers: a hint, not a check. Any file without it. */
  readonly accept?: string;
} & (
  | { readonly onFile: (file: File) => void }
  /** Several files at once, in the order of the dialog; never none. */
  | { readonly onFiles: (files: readonly File[]) => void }
);

export function FileInput(props: FileInputProps): ReactNode {
  const { ref, label, accept } = props;
  const choose = (files: readonly File[]): void => {
    const [first] = files;
    if (first === undefined) return;
    if ('onFiles' in props) props.onFiles(files);
    else props.onFile(first);
  };
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      {...(accept === undefined ? {} : { accept })}
      multiple={'onFiles' in props}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Allows selecting the same file again.
        target.value = '';
        choose(files);
      }}
    />
  );
}
