import { useState } from 'react';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { EditableVibration } from './use-vibration-control.ts';
import type { VibrationScale } from './vibration-scales.ts';
import { XyPad } from './xy-pad.tsx';

interface VibrationPadProps {
  vibration: EditableVibration;
  strength: VibrationScale;
  /** The possible properties of the other direction. */
  others: readonly VibrationScale[];
  disabled: boolean;
}

/** Strength across, pitch or position along; the glow shows the reported strength. */
export function VibrationPad({ vibration, strength, others, disabled }: VibrationPadProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<VibrationScale['name']>();
  const glow01 = useDeviceState((state) => (state.hvp.enabled ? state.hvp.amplitude : 0));
  const along = others.find(({ name }) => name === chosen) ?? others[0] ?? strength;
  const axis = (scale: VibrationScale) => ({
    label: scale.label,
    value: vibration[scale.name],
    valueText: scale.text(vibration[scale.name]),
    most: scale.name === 'amplitudePercent' ? vibration.mostPercent : undefined,
  });
  const [x, y] = [axis(strength), axis(along)];
  return (
    <div className="column gap-10 shrink">
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
