import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { OpenFiles, UrlRefusal } from '../session/use-open-files.ts';
import { FileButton } from '../source/file-buttons.tsx';
import styles from './nothing-open-card.module.css';

/** Shown while nothing is open: a drop area for files, and fields for addresses. */
export function NothingOpenCard({ library, onChoose }: { library: OpenFiles; onChoose: () => void }) {
  const { t } = useTexts();
  return (
    <div className={styles['open']}>
      <div className={styles['drop']}>
        <span className={styles['icon']}>
          <IconMovie size={44} stroke={1.4} aria-hidden="true" />
        </span>
        <h2>{t('player.empty.title')}</h2>
        <p className={styles['text']}>{t('player.empty.text')}</p>
        <FileButton primary onChoose={onChoose} />
        <p className={styles['note']}>{t('player.empty.private')}</p>
      </div>
      <Addresses library={library} />
    </div>
  );
}

/** Addresses of a video and a script; stored for the next visit. */
function Addresses({ library }: { library: OpenFiles }) {
  const { t } = useTexts();
  const stored = useSetting(({ localPlayer }) => localPlayer);
  const [videoUrl, setVideoUrl] = useState(stored.videoUrl);
  const [scriptUrl, setScriptUrl] = useState(stored.scriptUrl);
  const [refusal, setRefusal] = useState<UrlRefusal>();
  return (
    <Card title={t('player.urls')}>
      <form
        className={styles['urls']}
        onSubmit={(event) => {
          event.preventDefault();
          setRefusal(library.openUrls({ videoUrl, scriptUrl }));
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
    </Card>
  );
}
