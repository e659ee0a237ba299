import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Switch } from '../../../ui/switch.tsx';
import {
  MAX_SUBTITLE_DELAY_S,
  SUBTITLE_DELAY_STEP_S,
  SUBTITLE_SIZES,
  useSubtitleSettings,
} from '../session/subtitle-settings.ts';
import type { Player } from '../session/use-player.ts';
import styles from './live-settings.module.css';

/** The subtitles of a video: which file, whether they are shown, how large, and how much later. */
export function SubtitlesCard({ player: { library, kind } }: { player: Player }) {
  const { t, number } = useTexts();
  const { subtitles, otherSubtitles } = library;
  const { isOn, sizePercent, delayS, toggle, setSize, setDelay } = useSubtitleSettings(subtitles);
  if (subtitles === undefined || kind !== 'video') return null;
  const files = [subtitles, ...otherSubtitles].map(({ name }) => name).sort((one, other) => one.localeCompare(other));
  return (
    <Card title={t('player.subtitles')}>
      <Switch label={t('player.subtitles.show')} checked={isOn} onChange={toggle} />
      {files.length > 1 && (
        <Select
          label={t('player.subtitles.file')}
          options={files.map((name) => ({ value: name, label: name }))}
          value={subtitles.name}
          onChange={library.chooseSubtitles}
        />
      )}
      <Segmented<number>
        label={t('player.subtitles.size')}
        options={SUBTITLE_SIZES.map((value) => ({ value, label: t('unit.percent', { value: number(value) }) }))}
        value={sizePercent}
        onChange={setSize}
      />
      <div className={styles['row']}>
        <span>{t('player.subtitles.delay')}</span>
        <Stepper
          label={t('player.subtitles.delay')}
          decreaseLabel={t('player.subtitles.earlier')}
          increaseLabel={t('player.subtitles.later')}
          value={delayS}
          min={-MAX_SUBTITLE_DELAY_S}
          max={MAX_SUBTITLE_DELAY_S}
          step={SUBTITLE_DELAY_STEP_S}
          valueText={t('player.seconds', { seconds: number(delayS, 1) })}
          onChange={setDelay}
        />
      </div>
    </Card>
  );
}
