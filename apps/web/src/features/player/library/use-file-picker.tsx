import type { ReactNode } from 'react';
import { useFileInput } from '../source/file-buttons.tsx';
import { type ChosenFile, pickFiles } from './file-access.ts';

/** Opens a file picker: the browser's own with handles where it has one, else a file input. */
export function useFilePicker(
  label: string,
  onFiles: (files: readonly ChosenFile[]) => void,
): { readonly choose: () => Promise<void>; readonly input: ReactNode } {
  const { choose, input } = useFileInput({
    label,
    onFiles: (files) => onFiles(files.map((file) => ({ file, handle: undefined }))),
  });
  return {
    async choose() {
      const found = await pickFiles();
      if (found === undefined) choose();
      else if (found.length > 0) onFiles(found);
    },
    input,
  };
}
