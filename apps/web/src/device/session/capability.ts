import { HardwareModel } from '@tactus/protocol';
import { type DeviceState, hasSlider } from '@tactus/sdk';
import { useDeviceState } from './device-context.tsx';

/** A capability of a device that a page may require. */
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

/** Whether a device certainly lacks a capability: while its capabilities are unknown, it may have all. */
export function lacksCapability(facts: Facts, capability: Capability): boolean {
  return facts.capabilities !== undefined && !HAS[capability](facts);
}

/** Tells of a page whether the device in use can do what the page needs; it can while its capabilities are unknown. */
export function useIsOfUse(): (page: { readonly needs?: Capability }) => boolean {
  const missing = useMissingCapabilities();
  return ({ needs }) => needs === undefined || !missing[needs];
}

/** The missing capabilities of the device in use, read from its reported capabilities, never from its name. */
export function useMissingCapabilities(): Readonly<Record<Capability, boolean>> {
  const slider = useDeviceState((state) => lacksCapability(state, 'slider'));
  const vibration = useDeviceState((state) => lacksCapability(state, 'vibration'));
  return { slider, vibration };
}
