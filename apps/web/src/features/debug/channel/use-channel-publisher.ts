import { useEffect, useState } from 'react';
import { useRegisterDrivenTarget } from '../../../device/linked/driven-devices.tsx';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import { useShowStopReason } from '../../../device/session/stop-reason.ts';
import { useSettingsStore } from '../../../settings/use-settings.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { type ChannelPublisher, createChannelPublisher, mayChannelStillMove } from './channel-publisher.ts';
import type { AnsweredChannelCall } from './publish.ts';

/**
 * Drives one channel from the page; undefined without one. Its motion ends with every Stop, when the tab is closed,
 * and when the page is left, unless the person wants it to go on.
 */
export function useChannelPublisher(
  channel: string | undefined,
  onAnswer: (answer: AnsweredChannelCall) => void,
): ChannelPublisher | undefined {
  const { cloud } = useLinkedDevices();
  const time = useClock();
  const settings = useSettingsStore();
  const registerDriven = useRegisterDrivenTarget();
  const showReason = useLatest(useShowStopReason());
  const [drive] = useState(() =>
    channel === undefined
      ? undefined
      : createChannelPublisher({ cloud, time, channel, ordered: cloud.features.commandOrder === true }, onAnswer),
  );
  useEffect(() => {
    if (drive === undefined) return undefined;
    const release = registerDriven(drive);
    const stop = () => {
      if (mayChannelStillMove(drive)) void drive.stop();
    };
    window.addEventListener('pagehide', stop);
    return () => {
      if (settings.state.getState().stopOnLeave && mayChannelStillMove(drive)) {
        stop();
        showReason.current('page-left');
      }
      // On every other page, Escape, the hide key and the gamepad still stop it.
      whenAtRest(drive, () => {
        window.removeEventListener('pagehide', stop);
        release();
      });
    };
  }, [registerDriven, drive, settings, showReason]);
  return drive;
}

function whenAtRest(drive: ChannelPublisher, run: () => void): void {
  if (!mayChannelStillMove(drive)) {
    run();
    return;
  }
  const undo = drive.store.subscribe(() => {
    if (mayChannelStillMove(drive)) return;
    undo();
    run();
  });
}
