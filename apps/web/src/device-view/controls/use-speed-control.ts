import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { buildDeviceSpeedControl, isAlternatingMotionRunning, SPEED_ABANDONED_TEXTS } from './device-speed-control.ts';
import { SHOWN_SPEED_CONTROL_REGISTRY } from './shown-speed.ts';
import type { SpeedAbandonReason, SpeedControl, SpeedState } from './speed-control.ts';

/** The speed of the alternating motion as a page shows and sets it. */
export interface EditableSpeed extends SpeedState {
  readonly control: SpeedControl;
  readonly playing: boolean;
  /**
   * The value of the fader: the wanted speed while the hand is on it or nothing moves, else (a boost included) the reported
   * one. While another tab controls the device it is the speed of the next start.
   */
  readonly shownPercent: number;
  start(rampMs: number): void;
}

/** Creates the speed control while the page is open. */
export function useSpeedControl(): EditableSpeed {
  const device = useDevice();
  const time = useClock();
  const report = useLatest(useShowError());
  const startHere = useStartInThisTab();
  const { t } = useTexts();
  const notifications = useNotifications();
  const onAbandoned = useLatest((how: SpeedAbandonReason) =>
    notifications.show({ tone: 'warning', message: t(SPEED_ABANDONED_TEXTS[how]) }),
  );
  const [speed] = useState(() =>
    buildDeviceSpeedControl({
      device,
      time,
      onError: (error) => report.current(error),
      onAbandoned: (how) => onAbandoned.current(how),
    }),
  );
  const { control, failed } = speed;
  useEffect(() => control.open(), [control]);
  useEffect(() => SHOWN_SPEED_CONTROL_REGISTRY.show(device, speed), [device, speed]);
  const state = useStore(control.state);
  const playing = useDeviceState(isAlternatingMotionRunning);
  const isOurs = useDeviceState((known) => known.control !== 'elsewhere');
  const reportedPercent = useDeviceState((known) => Math.round(known.hamp.velocity * 100));
  return {
    ...state,
    control,
    playing,
    shownPercent: playing && isOurs && (state.boosted || !state.leading) ? reportedPercent : state.wantedPercent,
    start: (rampMs) => startHere(() => void control.start(rampMs).catch(failed)),
  };
}
