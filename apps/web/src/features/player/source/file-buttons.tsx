import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconFolderOpen } from '../../../ui/icons.ts';

interface FileInputOptions {
  /** The name of the input. */
  label: string;
  /** The kinds of files that it offers; all where it is left out. */
  accept?: string;
  onFiles: (files: readonly File[]) => void;
}

/** A file picker for files of this computer, several at once: its input is rendered once, buttons open it. */
export function useFileInput({ label, accept, onFiles }: FileInputOptions): { choose: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again after a change.
          event.currentTarget.value = '';
        }}
      />
    ),
  };
}

/** A button that opens the file picker. */
export function FileButton({ onChoose, primary = false }: { onChoose: () => void; primary?: boolean }) {
  const { t } = useTexts();
  return (
    <Button
      variant={primary ? 'primary' : 'quiet'}
      size={primary ? 'lg' : 'md'}
      icon={<IconFolderOpen size={20} aria-hidden="true" />}
      onClick={onChoose}
    >
      {primary ? t('player.choose') : t('player.add')}
    </Button>
  );
}
