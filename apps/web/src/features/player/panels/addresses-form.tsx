import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { OpenFiles, UrlRefusal } from '../session/use-open-files.ts';
import styles from './addresses-form.module.css';

interface AddressesFormProps {
  readonly library: OpenFiles;
  /** Called once an address is open. */
  readonly onOpened?: () => void;
}

/** Addresses of a video and a script; stored for the next visit. */
export function AddressesForm({ library, onOpened }: AddressesFormProps) {
  const { t } = useTexts();
  const stored = useSetting(({ localPlayer }) => localPlayer);
  const [videoUrl, setVideoUrl] = useState(stored.videoUrl);
  const [scriptUrl, setScriptUrl] = useState(stored.scriptUrl);
  const [refusal, setRefusal] = useState<UrlRefusal>();
  return (
    <form
      className={styles['urls']}
      onSubmit={(event) => {
        event.preventDefault();
        const refused = library.openUrls({ videoUrl, scriptUrl });
        setRefusal(refused);
        if (refused === undefined) onOpened?.();
      }}
    >
      <TextField
        label={t('player.urls.video')}
        inputMode="url"
        value={videoUrl}
        hint={t('player.urls.videoHint')}
        error={refusal && t(refusal)}
        onChange={(event) => setVideoUrl(event.currentTarget.value)}
      />
      <TextField
        label={t('player.urls.script')}
        inputMode="url"
        value={scriptUrl}
        hint={t('player.urls.scriptHint')}
        onChange={(event) => setScriptUrl(event.currentTarget.value)}
      />
      <Button type="submit">{t('player.urls.open')}</Button>
    </form>
  );
}
