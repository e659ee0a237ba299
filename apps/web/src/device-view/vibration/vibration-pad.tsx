import { useState } from 'react';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Scale } from './scales.ts';
import type { Vibration } from './use-vibration.ts';
import styles from './vibration-pad.module.css';
import { XyPad } from './xy-pad.tsx';

interface VibrationPadProps {
  vibration: Vibration;
  strength: Scale;
  /** The possible properties of the other direction. */
  others: readonly Scale[];
  disabled: boolean;
}

/** Strength across, pitch or position along; the glow shows the reported strength. */
export function VibrationPad({ vibration, strength, others, disabled }: VibrationPadProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<Scale['name']>();
  const glow01 = useDeviceState((state) => (state.hvp.enabled ? state.hvp.amplitude : 0));
  const along = others.find(({ name }) => name === chosen) ?? others[0] ?? strength;
  const axis = (scale: Scale) => ({
    label: scale.label,
    value: vibration[scale.name],
    valueText: scale.text(vibration[scale.name]),
  });
  const [x, y] = [axis(strength), axis(along)];
  return (
    <div className={styles['column']}>
      <XyPad
        label={t('hvp.pad.name')}
        x={x}
        y={y}
        glow01={glow01}
        disabled={disabled}
        onChange={(place) => vibration.control.set({ [strength.name]: place.x, [along.name]: place.y })}
      />
      {others.length > 1 && (
        <Segmented
          label={t('hvp.pad.along')}
          options={others.map(({ name, label }) => ({ value: name, label }))}
          value={along.name}
          onChange={setChosen}
        />
      )}
    </div>
  );
}
