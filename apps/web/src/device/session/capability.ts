import { HardwareModel } from '@tactus/protocol';
import { type DeviceState, hasSlider } from '@tactus/sdk';
import { useDeviceState } from './device-context.tsx';

/** Something a device has or has not, that a page may be useless without. */
export type Capability = 'slider' | 'vibration';

type Facts = Pick<DeviceState, 'info' | 'capabilities'>;

const HAS: Readonly<Record<Capability, (facts: Facts) => boolean>> = {
  slider: hasSlider,
  vibration({ info, capabilities }) {
    if (capabilities?.lra === undefined && capabilities?.erm === undefined) {
      return info?.hw_model_no === HardwareModel.OH;
    }
    return (capabilities.lra ?? 0) + (capabilities.erm ?? 0) >= 1;
  },
};

/** Whether a device lacks something for certain: as long as its capabilities are not known, it may have everything. @internal */
export function lacks(facts: Facts, capability: Capability): boolean {
  return facts.capabilities !== undefined && !HAS[capability](facts);
}

/** What the device in use lacks, asked of its capabilities, never of its name. */
export function useMissingCapabilities(): Readonly<Record<Capability, boolean>> {
  const slider = useDeviceState((state) => lacks(state, 'slider'));
  const vibration = useDeviceState((state) => lacks(state, 'vibration'));
  return { slider, vibration };
}
