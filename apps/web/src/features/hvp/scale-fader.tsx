import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import styles from './scale-fader.module.css';
import type { Scale } from './scales.ts';
import type { Vibration } from './use-vibration.ts';

/** From this value on the number has room inside the fill, below the handle; under it, the number stands above. */
const ROOM_FOR_NUMBER_PERCENT = 30;

/** One value of the vibration, its name and number above it. */
export function ValueFader({ scale, vibration, disabled }: { scale: Scale; vibration: Vibration; disabled: boolean }) {
  const value = vibration[scale.name];
  const text = scale.text(value);
  return (
    <div className={styles['field']}>
      <p className={styles['label']} aria-hidden="true">
        <span>{scale.label}</span>
        <span className={styles['number']}>{text}</span>
      </p>
      <Fader
        label={scale.label}
        value={value}
        valueText={text}
        disabled={disabled}
        onChange={(percent) => vibration.control.set({ [scale.name]: percent })}
      />
    </div>
  );
}

/** The strength alone, for devices that have nothing else to set: the largest thing on the page. */
export function StrengthFader({ vibration, disabled }: { vibration: Vibration; disabled: boolean }) {
  const { t, number } = useTexts();
  const value = vibration.amplitudePercent;
  return (
    <div className={styles['column']}>
      <p className={styles['label']}>{t('hvp.strength')}</p>
      <Fader
        label={t('hvp.strength')}
        orientation="vertical"
        value={value}
        valueText={t('unit.percent', { value: number(value) })}
        disabled={disabled}
        onChange={(percent) => vibration.control.set({ amplitudePercent: percent })}
      >
        <span className={styles['big']} data-low={value < ROOM_FOR_NUMBER_PERCENT || undefined}>
          {number(value)}
          <span className={styles['unit']}>%</span>
        </span>
      </Fader>
    </div>
  );
}
