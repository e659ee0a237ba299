import { IconFolderOpen } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';

const TAKES = 'video/*,audio/*,.mkv,.funscript,.json,.csv,.vtt,.srt';

/** A button that opens files of this computer, several at once. */
export function FileButton({
  onFiles,
  primary = false,
}: {
  onFiles: (files: Iterable<File>) => void;
  primary?: boolean;
}) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'quiet'}
        size={primary ? 'lg' : 'md'}
        icon={<IconFolderOpen size={20} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {primary ? t('player.choose') : t('player.add')}
      </Button>
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
    </>
  );
}
