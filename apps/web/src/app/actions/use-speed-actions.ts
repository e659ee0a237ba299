import { useEffect, useState } from 'react';
import type { AllDrivenTargets } from '../../device/linked/driven-devices.tsx';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { buildDeviceSpeedControl, SPEED_ABANDONED_TEXTS } from '../../device-view/controls/device-speed-control.ts';
import type { SpeedAbandonReason } from '../../device-view/controls/speed-control.ts';
import { buildDeviceVibrationControl } from '../../device-view/vibration/device-vibration-control.ts';
import { useTextSource } from '../../i18n/text.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { useClock, useHeartbeat, useRandom } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { createSpeedActions, type SentSpeed, type SpeedActions } from './speed-actions.ts';

/** Starts the device and sets its speed on every page; has controls of its own for the pages that show none. */
export function useSpeedActions(driven: AllDrivenTargets, onSet: (set: SentSpeed) => void): SpeedActions {
  const device = useDevice();
  const time = useClock();
  const heartbeat = useHeartbeat();
  const random = useRandom();
  const report = useLatest(useShowError());
  const { textOf, needText } = useTextSource();
  const notifications = useNotifications();
  const reportAbandoned = useLatest((how: SpeedAbandonReason) => {
    const key = SPEED_ABANDONED_TEXTS[how];
    void needText(key).then(
      () => notifications.show({ tone: 'warning', message: textOf(key) }),
      (error) => report.current(error),
    );
  });
  const [{ pace, open }] = useState(() => {
    const onError = (error: unknown) => report.current(error);
    const speed = buildDeviceSpeedControl({
      device,
      time,
      onError,
      onAbandoned: (how) => reportAbandoned.current(how),
    });
    const vibration = buildDeviceVibrationControl({ device, time, heartbeat, random, onError });
    const { isMoving, stop } = driven;
    return {
      pace: createSpeedActions({ device, own: { speed, vibration }, isMoving, stop, onSet }),
      open() {
        const undos = [speed.control.open(), vibration.open()];
        return () => {
          for (const undo of undos) undo();
        };
      },
    };
  });
  useEffect(open, [open]);
  return pace;
}
