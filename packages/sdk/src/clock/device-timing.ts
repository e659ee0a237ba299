import type { ClockSync } from '../state/device-state.ts';
import type { ClockEstimate } from '../state/estimate.ts';

/** The timing in a new measurement of the device's clock; `undefined` without one, or without a change. */
export function changedDeviceTiming(next: ClockSync, previous: ClockSync): ClockEstimate | undefined {
  const { deviceClockOffset: clockOffset, deviceRtd: rtd, deviceTime } = next;
  if (deviceTime === previous.deviceTime || deviceTime === 0) return undefined;
  if (clockOffset === previous.deviceClockOffset && rtd === previous.deviceRtd) return undefined;
  return { rtd, clockOffset };
}
