import { type DeviceCallName, type DeviceEvent, HampPlayState } from '@tactus/protocol';
import type { VirtualDevice } from '@tactus/virtual-device';

/** Temperatures at which a motor reports that it is hot, and that it has recovered, degrees Celsius. */
const HOT_C = 82;
const WELL_C = 40;

/** The action of a hand or the environment that raised this event; undefined where a command raised it. */
const ACTIONS: { readonly [Name in DeviceEvent['name']]?: (device: VirtualDevice, data: never) => void } = {
  slider_blocked: (device) => device.hardware().setSliderBlocked(true),
  slider_unblocked: (device) => device.hardware().setSliderBlocked(false),
  temp_high: (device) => device.hardware().setMotorTemperature(HOT_C),
  temp_ok: (device) => device.hardware().setMotorTemperature(WELL_C),
  battery_changed: (device, { level, charger_connected }: DataOf<'battery_changed'>) => {
    if (charger_connected !== undefined) device.hardware().setCharger(charger_connected);
    device.hardware().setBatteryLevel(level);
  },
  button_event: (device, { button, event }: DataOf<'button_event'>) => device.hardware().press(button, event),
  low_memory_warning: (device, data: DataOf<'low_memory_warning'>) => device.hardware().reportLowMemory(data),
  low_memory_error: (device, data: DataOf<'low_memory_error'>) => device.hardware().reportLowMemory(data),
  device_error: (device, data: DataOf<'device_error'>) => device.hardware().reportError(data),
  wifi_scan_complete: (device, data: DataOf<'wifi_scan_complete'>) =>
    device.hardware().reportWifiScan(data.nr_of_networks),
  device_disconnected: (device, { reason }: DataOf<'device_disconnected'>) => device.disconnect(reason ?? 'lost'),
  device_connected: (device) => device.connect(),
};

type DataOf<Name extends DeviceEvent['name']> = Extract<DeviceEvent, { name: Name }>['data'];

/** Causes on a modelled device what made the recorded one raise an event: a button, a fault, the network. */
export function replayCauseOfEvent(device: VirtualDevice, name: string, data: unknown): void {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name as DeviceEvent['name']] : undefined;
  // The recorder has decoded the event by the contract.
  action?.(device, data as never);
}

/** A call to send to the modelled device: its name and arguments. */
export interface ReplayedCall {
  readonly call: DeviceCallName;
  readonly input: object;
}

/**
 * The calls that another app must have made where a device reported a change that no recorded command caused. A change that a
 * fault caused is sent once more, which has no effect.
 */
export function inferCallsOfOtherApps(name: string, data: unknown): readonly ReplayedCall[] {
  if (typeof data !== 'object' || data === null) return [];
  const { play_state, velocity, min, max } = data as Record<string, unknown>; // found entries only
  if (name === 'stroke_changed' && min !== undefined) return [{ call: 'slider.setStroke', input: { min, max } }];
  if (name !== 'hamp_state_changed') return [];
  if (play_state !== HampPlayState.PLAYING) return [{ call: 'hamp.stop', input: {} }];
  return [
    { call: 'hamp.start', input: {} },
    { call: 'hamp.velocity', input: { velocity } },
  ];
}
