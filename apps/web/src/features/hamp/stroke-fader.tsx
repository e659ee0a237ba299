import { PositionColumn } from '../../device-view/position-column.tsx';
import { useDrawnPosition } from '../../device-view/use-drawn-position.ts';
import { useTexts } from '../../i18n/text.tsx';
import { RangeFader } from '../../ui/range-fader.tsx';
import { useTime } from '../../ui/time-context.tsx';
import styles from './hamp-fader.module.css';
import { useStroke } from './use-stroke.ts';

/** Shorter windows make the device turn without moving. */
const LEAST_STROKE_PERCENT = 5;

/** The stroke window, with the live position inside it. */
export function StrokeFader({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const time = useTime();
  const { read } = useDrawnPosition();
  const { shown, change, release } = useStroke();
  return (
    <div className={styles['column']}>
      <p className={styles['label']}>
        <span>{t('hamp.stroke')}</span>
        <span className={styles['value']}>
          {t('unit.percentRange', { min: number(shown.min), max: number(shown.max) })}
        </span>
      </p>
      <RangeFader
        label={t('hamp.stroke')}
        minLabel={t('hamp.stroke.bottom')}
        maxLabel={t('hamp.stroke.top')}
        orientation="vertical"
        range={shown}
        gap={LEAST_STROKE_PERCENT}
        valueText={(value) => t('unit.percent', { value: number(value) })}
        disabled={disabled}
        onChange={change}
        onRelease={release}
      >
        <PositionColumn read={read} time={time} />
      </RangeFader>
    </div>
  );
}
