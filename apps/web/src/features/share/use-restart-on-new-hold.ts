import { type DeviceState, isStopBegun } from '@tactus/sdk';
import { useEffect } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import type { GuestHold } from '../../sharing/guest-hold.ts';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';

/** A motion that ran so shortly before the loss of the hold was stopped by that loss. */
const JUST_MS = 1_500;

/** A motion that may be restarted. */
interface RestartableMotion {
  /** Whether it runs. */
  readonly isOn: (state: DeviceState) => boolean;
  /** Whether a start is in flight, which the loss of the hold aborts. */
  readonly isStarting?: () => boolean;
  readonly start: () => void;
}

/**
 * Restarts a motion that the loss of the hold has stopped, once the hold is back and the hand still on the control
 * (docs/sharing.md, "The hold"). After a Stop nothing restarts.
 */
export function useRestartOnNewHold(hold: GuestHold, motion: RestartableMotion): void {
  const device = useDevice();
  const time = useClock();
  const latest = useLatest(motion);
  useEffect(() => {
    let endedAtMs = Number.NEGATIVE_INFINITY;
    let wasOn = false;
    const isOn = (state: DeviceState) => state.stopPhase === 'none' && latest.current.isOn(state);
    const undos = [
      device.store.subscribe((now, before) => {
        if (isOn(before) && !isOn(now)) endedAtMs = time.monotonic();
        if (!isStopBegun(now, before)) return;
        endedAtMs = Number.NEGATIVE_INFINITY;
        wasOn = false;
      }),
      hold.state.subscribe((now) => {
        if (now !== 'slipped' || wasOn) return;
        wasOn =
          latest.current.isStarting?.() === true ||
          isOn(device.store.getState()) ||
          time.monotonic() - endedAtMs < JUST_MS;
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
