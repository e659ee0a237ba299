import { useTexts } from '../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ClipTransferMode } from './sync-session.ts';
import styles from './sync-test-page.module.css';

interface ClipSettingsProps {
  readonly transferMode: ClipTransferMode;
  readonly onTransferMode: (transferMode: ClipTransferMode) => void;
  readonly sound: boolean;
  readonly onSound: (on: boolean) => void;
  /** While the clip plays its transfer mode cannot change. */
  readonly busy: boolean;
}

/** Repetition and sound of the clip, and the transfer mode of its script. */
export function ClipSettingsCard({ transferMode, onTransferMode, sound, onSound, busy }: ClipSettingsProps) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const loop = useSetting(({ syncPage }) => syncPage.loop);
  const modes: readonly { value: ClipTransferMode; label: string }[] = [
    { value: 'stream', label: t('sync.way.stream') },
    { value: 'upload', label: t('sync.way.upload') },
  ];
  return (
    <Card title={t('sync.settings')}>
      <div className={styles['choices']}>
        <Switch
          label={t('sync.loop')}
          checked={loop}
          onChange={(on) => settings.update({ syncPage: { ...settings.state.getState().syncPage, loop: on } })}
        />
        <Switch label={t('sync.sound')} checked={sound} onChange={onSound} />
      </div>
      <div className="grid gap-8">
        <Segmented
          label={t('sync.way')}
          options={modes}
          value={transferMode}
          disabled={busy}
          onChange={onTransferMode}
        />
        <p className="note">{t(transferMode === 'stream' ? 'sync.way.stream.text' : 'sync.way.upload.text')}</p>
      </div>
    </Card>
  );
}
