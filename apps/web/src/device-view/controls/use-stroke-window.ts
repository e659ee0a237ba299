import { useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { type ControlDraft, useThrottledDraft } from '../../device/session/use-throttled-draft.ts';
import type { PercentRange } from '../../ui/percent-range.ts';

/** The stroke window of the device as a control shows and sets it, per cent of the full travel. */
export function useStrokeWindow(): ControlDraft<PercentRange> {
  const device = useDevice();
  const min = useDeviceState((state) => Math.round(state.slider.min * 100));
  const max = useDeviceState((state) => Math.round(state.slider.max * 100));
  return useThrottledDraft<PercentRange>({
    reported: { min, max },
    send: (range) => device.slider.setStroke({ min: range.min / 100, max: range.max / 100 }),
  });
}
