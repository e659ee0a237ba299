import { type ReactNode, useRef } from 'react';
import { type FoundFile, pickFiles } from './file-access.ts';

/** Has the person choose files, by the browser's picker that keeps the way to them where there is one. */
export function useChooseFiles(
  label: string,
  onFiles: (files: readonly FoundFile[]) => void,
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
          // The same file may be chosen again after it was changed.
          event.currentTarget.value = '';
        }}
      />
    ),
  };
}
