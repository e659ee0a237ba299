import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { hzOfPercent } from './frequency-scale.ts';
import { canChooseFrequency, canChoosePosition } from './vibration-abilities.ts';
import type { WantedVibration } from './vibration-control.ts';

/** One property of the vibration that can be set on this device. */
export interface VibrationScale {
  readonly name: keyof WantedVibration;
  readonly label: string;
  /** A value as text. */
  readonly text: (percent: number) => string;
}

/** The properties that this device has, strength first: pitch with an LRA, position with a slider. */
export function useVibrationScales(): readonly VibrationScale[] {
  const { t, number } = useTexts();
  const frequency = useDeviceState(canChooseFrequency);
  const position = useDeviceState(canChoosePosition);
  const percentText = (percent: number) => t('unit.percent', { value: number(percent) });
  const scales: VibrationScale[] = [{ name: 'amplitudePercent', label: t('hvp.strength'), text: percentText }];
  if (frequency)
    scales.push({
      name: 'pitchPercent',
      label: t('hvp.pitch'),
      text: (percent) => t('hvp.hertz', { value: number(hzOfPercent(percent)) }),
    });
  if (position) scales.push({ name: 'positionPercent', label: t('hvp.place'), text: percentText });
  return scales;
}
