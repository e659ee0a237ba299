import { useCallback } from 'react';
import { useConnectionStatus, useDevice } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { LiveText } from '../position/live-text.tsx';
import { UprightFader } from './upright-fader.tsx';
import type { EditableSpeed } from './use-speed-control.ts';

interface SpeedFaderProps {
  speed: EditableSpeed;
  /** The limit, whole per cent: no speed above is allowed. */
  most?: number | undefined;
  disabled: boolean;
}

/** The speed, with the slider's present speed in mm/s. */
export function SpeedFader({ speed, most, disabled }: SpeedFaderProps) {
  const { t } = useTexts();
  const { control, shownPercent } = speed;
  return (
    <UprightFader
      label={t('control.speed')}
      aside={<LiveSpeed />}
      most={most}
      value={shownPercent}
      disabled={disabled}
      onChange={control.drag}
      onRelease={control.release}
    />
  );
}

/** The speed of the slider at this instant; a dash while the device is not reached. */
export function LiveSpeed() {
  const { t, number } = useTexts();
  const device = useDevice();
  const known = useConnectionStatus() === 'ready';
  const read = useCallback(() => {
    if (!known) return '–';
    const speedMmS = Math.abs(device.position.at()?.speedMmS ?? 0);
    return t('unit.mmPerSecond', { value: number(Math.round(speedMmS)) });
  }, [device, known, t, number]);
  return <LiveText read={read} />;
}
