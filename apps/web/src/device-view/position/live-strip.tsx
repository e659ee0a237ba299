import { hasSlider } from '@tactus/sdk';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { PositionStrip } from './position-strip.tsx';
import { useDrawnPosition } from './use-drawn-position.ts';

/** The strip of the device in use; nothing for a device without a slider. */
export function LiveStrip() {
  const { t } = useTexts();
  const time = useTime();
  const { read } = useDrawnPosition();
  const sliderMissing = useDeviceState((state) => state.capabilities !== undefined && !hasSlider(state));
  if (sliderMissing) return null;
  return <PositionStrip read={read} time={time} label={t('strip.label')} />;
}
