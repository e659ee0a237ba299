import type { ClockSync } from '../state/device-state.ts';
import type { ClockEstimate } from '../state/estimate.ts';

/** What a new measurement of the device's clock says; `undefined` when there is none, or it says the same. */
export function deviceTimingOf(next: ClockSync, previous: ClockSync): ClockEstimate | undefined {
  const { deviceClockOffset: clockOffset, deviceRtd: rtd, deviceTime } = next;
  if (deviceTime === previous.deviceTime || deviceTime === 0) return undefined;
  if (clockOffset === previous.deviceClockOffset && rtd === previous.deviceRtd) return undefined;
  return { rtd, clockOffset };
}
