import { type ReactNode, useRef } from 'react';
import { type ChosenFile, pickFiles } from './file-access.ts';

/** Opens a file picker: the browser's own with handles where it has one, else a file input. */
export function useFilePicker(
  label: string,
  onFiles: (files: readonly ChosenFile[]) => void,
): { readonly choose: () => Promise<void>; readonly input: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  return {
    async choose() {
      const found = await pickFiles();
      if (found === undefined) input.current?.click();
      else if (found.length > 0) onFiles(found);
    },
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])].map((file) => ({ file, handle: undefined })));
          // So that the same file can be chosen again after a change.
          event.currentTarget.value = '';
        }}
      />
    ),
  };
}
