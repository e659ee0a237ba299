import { useTexts } from '../../../i18n/text.tsx';
import { IconActivity, IconVolume, IconVolumeOff } from '../../../ui/icons.ts';
import type { Player } from '../session/use-player.ts';
import styles from './level-readout.module.css';

/** The intensity and the volume over the picture, while one of them changes. */
export function LevelReadout({ player: { shape, shown, open, kind, isStale } }: { player: Player }) {
  const { t, number } = useTexts();
  const percent = (value: number) => t('unit.percent', { value: number(Math.round(value)) });
  const volume = shown.muted ? 0 : shown.volume * 100;
  return (
    <div className={styles['readout']} role="status">
      {open.script !== undefined && (
        <p className={styles['level']}>
          <IconActivity size={20} aria-hidden="true" />
          {t('player.intensity')} <b>{percent(shape.intensityPercent)}</b>
          {isStale && <span className={styles['note']}>{t('player.stale')}</span>}
        </p>
      )}
      {kind !== 'script' && (
        <p className={styles['level']}>
          {volume === 0 ? <IconVolumeOff size={20} aria-hidden="true" /> : <IconVolume size={20} aria-hidden="true" />}
          {t('player.volume')} <b>{percent(volume)}</b>
        </p>
      )}
    </div>
  );
}
