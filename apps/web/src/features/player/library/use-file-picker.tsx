import type { ReactNode } from 'react';
import { useFileInput } from '../source/file-buttons.tsx';
import { type PickedFiles, pickFiles } from './file-access.ts';

/** Opens a file picker: the browser's own with handles where it has one, else a file input. */
export function useFilePicker(
  label: string,
  onPicked: (picked: PickedFiles) => void,
): { readonly choose: () => Promise<void>; readonly input: ReactNode } {
  const { choose, input } = useFileInput({
    label,
    onFiles: (files) =>
      onPicked({ files: files.map((file) => ({ file, handle: undefined })), unreadable: [], isCut: false }),
  });
  return {
    async choose() {
      const found = await pickFiles();
      if (found === undefined) choose();
      else if (found.files.length + found.unreadable.length > 0) onPicked(found);
    },
    input,
  };
}
