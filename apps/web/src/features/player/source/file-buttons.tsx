import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconFolderOpen } from '../../../ui/icons.ts';

const TAKES = 'video/*,audio/*,.mkv,.funscript,.json,.csv,.vtt,.srt';

/** The file picker of the page, for files of this computer, several at once: its input is rendered once, buttons open it. */
export function useFileInput(onFiles: (files: Iterable<File>) => void): { choose: () => void; input: ReactNode } {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={TAKES}
        aria-label={t('player.choose')}
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
