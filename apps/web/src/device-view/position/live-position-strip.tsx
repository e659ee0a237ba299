import { hasSlider } from '@tactus/sdk';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { PositionStrip } from './position-strip.tsx';
import { usePositionReader } from './use-position-reader.ts';

/** The strip of the device in use; nothing for a device without a slider. */
export function LivePositionStrip() {
  const { t } = useTexts();
  const time = useClock();
  const { read } = usePositionReader();
  const sliderMissing = useDeviceState((state) => state.capabilities !== undefined && !hasSlider(state));
  if (sliderMissing) return null;
  return <PositionStrip read={read} time={time} label={t('strip.label')} />;
}
