import { useTexts } from '../../i18n/text.tsx';
import { Fader } from '../../ui/fader.tsx';
import { UprightFader } from '../controls/upright-fader.tsx';
import type { EditableVibration } from './use-vibration-control.ts';
import type { VibrationScale } from './vibration-scales.ts';
import styles from './vibration-value-fader.module.css';

/** One value of the vibration, its name and number above it. */
export function VibrationValueFader({
  scale,
  vibration,
  disabled,
}: {
  scale: VibrationScale;
  vibration: EditableVibration;
  disabled: boolean;
}) {
  const value = vibration[scale.name];
  const text = scale.text(value);
  return (
    <div className="grid gap-6">
      <p className="row gap-8 justify-between note" aria-hidden="true">
        <span>{scale.label}</span>
        <span className={styles['number']}>{text}</span>
      </p>
      <Fader
        label={scale.label}
        value={value}
        valueText={text}
        most={scale.name === 'amplitudePercent' ? vibration.mostPercent : undefined}
        disabled={disabled}
        onChange={(percent) => vibration.control.set({ [scale.name]: percent })}
      />
    </div>
  );
}

/** The strength alone, for devices that have no other setting: the largest element of the page. */
export function VibrationStrengthFader({ vibration, disabled }: { vibration: EditableVibration; disabled: boolean }) {
  const { t } = useTexts();
  return (
    <UprightFader
      label={t('hvp.strength')}
      value={vibration.amplitudePercent}
      most={vibration.mostPercent}
      disabled={disabled}
      onChange={(amplitudePercent) => vibration.control.set({ amplitudePercent })}
    />
  );
}
