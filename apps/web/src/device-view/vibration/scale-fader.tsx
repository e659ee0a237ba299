import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import { UprightFader } from '../controls/upright-fader.tsx';
import styles from './scale-fader.module.css';
import type { Scale } from './scales.ts';
import type { Vibration } from './use-vibration.ts';

/** One value of the vibration, its name and number above it. */
export function VibrationValueFader({
  scale,
  vibration,
  disabled,
}: {
  scale: Scale;
  vibration: Vibration;
  disabled: boolean;
}) {
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

/** The strength alone, for devices that have no other setting: the largest element of the page. */
export function VibrationStrengthFader({ vibration, disabled }: { vibration: Vibration; disabled: boolean }) {
  const { t } = useTexts();
  return (
    <UprightFader
      label={t('hvp.strength')}
      value={vibration.amplitudePercent}
      disabled={disabled}
      onChange={(amplitudePercent) => vibration.control.set({ amplitudePercent })}
    />
  );
}
