import type { ShareLimits } from '@tactus/protocol';
import { useState } from 'react';
import { useConnectionStatus, useDevice } from '../../device/session/device-context.tsx';
import { type ControlDraft, useThrottledDraft } from '../../device/session/use-throttled-draft.ts';
import { isAlternatingMotionRunning } from '../../device-view/controls/device-speed-control.ts';
import { limitEditableSpeed } from '../../device-view/controls/limit-editable-speed.ts';
import { SpeedFader } from '../../device-view/controls/speed-fader.tsx';
import { useSpeedControl } from '../../device-view/controls/use-speed-control.ts';
import { usePositionInStroke } from '../../device-view/position/use-position-in-stroke.ts';
import { REMOTE_RAMP_MS, RemoteStrokeControls } from '../../device-view/remote/remote-strokes.tsx';
import type { GuestHold } from '../../sharing/guest-hold.ts';
import type { PercentRange } from '../../ui/percent-range.ts';
import { OwnerLimitNote } from './owner-limit-note.tsx';
import { useRestartOnNewHold } from './use-restart-on-new-hold.ts';

/** Alternating motion inside the owner's limits: their part of the stroke is the whole of this fader. */
export function GuestStrokeControls({ hold, limits }: { hold: GuestHold; limits: ShareLimits }) {
  const ready = useConnectionStatus() === 'ready';
  const most = Math.round(limits.speed * 100);
  const speed = limitEditableSpeed(useSpeedControl(), most);
  const read = usePositionInStroke(limits.stroke);
  useRestartOnNewHold(hold, isAlternatingMotionRunning, () => speed.start(REMOTE_RAMP_MS));
  return (
    <RemoteStrokeControls
      speed={speed}
      stroke={useZone()}
      read={read}
      disabled={!ready}
      speedFader={<SpeedFader speed={speed} most={most < 100 ? most : undefined} disabled={!ready} />}
      note={<OwnerLimitNote most={most} isAt={speed.shownPercent >= most} />}
    />
  );
}

/** The ends of the strokes. The device reports only the owner's stroke window: the last requested ends are shown. */
function useZone(): ControlDraft<PercentRange> {
  const device = useDevice();
  const [requested, setRequested] = useState<PercentRange>({ min: 0, max: 100 });
  return useThrottledDraft<PercentRange>({
    reported: requested,
    async send(range) {
      await device.hamp.setStroke({ min: range.min / 100, max: range.max / 100 });
      setRequested(range);
    },
  });
}
