import { useDeviceState } from '../../device/session/device-context.tsx';
import { useStrokeWindow } from '../../device-view/controls/use-stroke-window.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeFader } from '../../ui/range-fader.tsx';
import styles from './configure.module.css';

/** Shorter windows make the device turn without moving. */
const LEAST_STROKE_PERCENT = 5;

/** The stroke window, which the device stores and which bounds every mode. */
export function StrokeWindowCard({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const { shown, change, release } = useStrokeWindow();
  const lowMm = useDeviceState((state) => Math.round(state.slider.min_absolute));
  const highMm = useDeviceState((state) => Math.round(state.slider.max_absolute));
  return (
    <Card
      title={t('configure.stroke')}
      aside={
        <span className={styles['value']}>
          {t('unit.percentRange', { min: number(shown.min), max: number(shown.max) })}
        </span>
      }
    >
      <RangeFader
        label={t('configure.stroke')}
        minLabel={t('control.stroke.bottom')}
        maxLabel={t('control.stroke.top')}
        range={shown}
        gap={LEAST_STROKE_PERCENT}
        valueText={(value) => t('unit.percent', { value: number(value) })}
        disabled={disabled}
        onChange={change}
        onRelease={release}
      />
      <p className="note">
        {t('configure.stroke.hint', { range: t('unit.mmRange', { min: number(lowMm), max: number(highMm) }) })}
      </p>
    </Card>
  );
}
