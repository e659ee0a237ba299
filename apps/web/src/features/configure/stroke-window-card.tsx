import { useDeviceState } from '../../device/session/device-context.tsx';
import { StrokeRange } from '../../device-view/controls/stroke-fader.tsx';
import { useStrokeWindow } from '../../device-view/controls/use-stroke-window.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './configure.module.css';

/** The stroke window, which the device stores and which bounds every mode. */
export function StrokeWindowCard({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const stroke = useStrokeWindow();
  const lowMm = useDeviceState((state) => Math.round(state.slider.min_absolute));
  const highMm = useDeviceState((state) => Math.round(state.slider.max_absolute));
  return (
    <Card
      title={t('configure.stroke')}
      aside={
        <span className={styles['value']}>
          {t('unit.percentRange', { min: number(stroke.shown.min), max: number(stroke.shown.max) })}
        </span>
      }
    >
      <StrokeRange label={t('configure.stroke')} stroke={stroke} disabled={disabled} />
      <p className="note">
        {t('configure.stroke.hint', { range: t('unit.mmRange', { min: number(lowMm), max: number(highMm) }) })}
      </p>
    </Card>
  );
}
