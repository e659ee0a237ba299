import type { DeviceState } from '@tactus/sdk';
import { useEffect } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import type { GuestHold } from '../../sharing/guest-hold.ts';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';

/** A motion that ran so shortly before the loss of the hold was stopped by that loss. */
const JUST_MS = 1_500;

/**
 * Restarts a motion that the loss of the hold has stopped, once the hold is back and the hand still on the control
 * (docs/sharing.md, "The hold"). `isOn`: whether the motion runs.
 */
export function useRestartOnNewHold(hold: GuestHold, isOn: (state: DeviceState) => boolean, start: () => void): void {
  const device = useDevice();
  const time = useClock();
  const latest = useLatest({ isOn, start });
  useEffect(() => {
    let endedAtMs = Number.NEGATIVE_INFINITY;
    let wasOn = false;
    const undos = [
      device.store.subscribe((now, before) => {
        if (latest.current.isOn(before) && !latest.current.isOn(now)) endedAtMs = time.monotonic();
      }),
      hold.state.subscribe((now) => {
        if (now !== 'slipped' || wasOn) return;
        wasOn = latest.current.isOn(device.store.getState()) || time.monotonic() - endedAtMs < JUST_MS;
      }),
      hold.state.subscribe((now) => {
        if (now === 'free') wasOn = false;
      }),
      hold.onRampUp(() => {
        if (wasOn) latest.current.start();
        wasOn = false;
      }),
    ];
    return () => {
      for (const undo of undos) undo();
    };
  }, [device, hold, time, latest]);
}
