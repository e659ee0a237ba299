import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import { useClock, useHeartbeat, useRandom } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { buildDeviceVibrationControl } from './device-vibration-control.ts';
import { SHOWN_VIBRATION_CONTROL_REGISTRY } from './shown-vibration.ts';
import type { VibrationControl, VibrationState } from './vibration-control.ts';

/** The vibration as a page shows and sets it. */
export interface EditableVibration extends VibrationState {
  readonly control: VibrationControl;
  /** The strongest that the owner of a shared device allows, whole per cent; undefined for no limit. */
  readonly mostPercent?: number | undefined;
}

/** Creates the vibration while the page is open. */
export function useVibrationControl(): EditableVibration {
  const device = useDevice();
  const time = useClock();
  const heartbeat = useHeartbeat();
  const random = useRandom();
  const report = useLatest(useShowError());
  const [vibration] = useState(() =>
    buildDeviceVibrationControl({ device, time, heartbeat, random, onError: (error) => report.current(error) }),
  );
  useEffect(() => vibration.open(), [vibration]);
  useEffect(() => SHOWN_VIBRATION_CONTROL_REGISTRY.show(device, vibration), [device, vibration]);
  const state = useStore(vibration.control.state);
  const startHere = useStartInThisTab();
  const isHeld = useRef(false);
  const control = useMemo((): VibrationControl => {
    const { control } = vibration;
    return {
      ...control,
      start: () => startHere(control.start),
      hold(held) {
        isHeld.current = held;
        if (held) startHere(() => control.hold(isHeld.current));
        else control.hold(false);
      },
    };
  }, [vibration, startHere]);
  return { ...state, control };
}
