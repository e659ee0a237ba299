import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { PACE_DURATION_RANGE_MS, PACE_SPEED_RANGE_PERCENT, type PaceKind, type PaceSetting } from './pace.ts';
import styles from './pace-settings.module.css';

/** How fast a move is: within a time, or at a share of the top speed. */
export function MovePaceSettings({ pace, onChange }: { pace: PaceSetting; onChange: (pace: PaceSetting) => void }) {
  const { t, number } = useTexts();
  const kinds: readonly { value: PaceKind; label: string }[] = [
    { value: 'time', label: t('hdsp.pace.time') },
    { value: 'speed', label: t('hdsp.pace.speed') },
  ];
  return (
    <div className={styles['pace']}>
      <Segmented
        label={t('hdsp.pace')}
        options={kinds}
        value={pace.kind}
        onChange={(kind) => onChange({ ...pace, kind })}
      />
      {pace.kind === 'time' ? (
        <Stepper
          label={t('hdsp.pace.duration')}
          decreaseLabel={t('hdsp.pace.duration.shorter')}
          increaseLabel={t('hdsp.pace.duration.longer')}
          value={pace.durationMs}
          {...PACE_DURATION_RANGE_MS}
          valueText={t('unit.ms', { value: number(pace.durationMs) })}
          onChange={(durationMs) => onChange({ ...pace, durationMs })}
        />
      ) : (
        <Stepper
          label={t('hdsp.pace.speedValue')}
          decreaseLabel={t('hdsp.pace.slower')}
          increaseLabel={t('hdsp.pace.faster')}
          value={pace.speedPercent}
          {...PACE_SPEED_RANGE_PERCENT}
          valueText={t('unit.percent', { value: number(pace.speedPercent) })}
          onChange={(speedPercent) => onChange({ ...pace, speedPercent })}
        />
      )}
    </div>
  );
}
