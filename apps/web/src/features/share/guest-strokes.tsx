import type { ShareLimits } from '@tactus/protocol';
import { useStore } from 'zustand';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { type ControlDraft, useThrottledDraft } from '../../device/session/use-throttled-draft.ts';
import { isAlternatingMotionRunning } from '../../device-view/controls/device-speed-control.ts';
import { limitEditableSpeed } from '../../device-view/controls/limit-editable-speed.ts';
import { SpeedFader } from '../../device-view/controls/speed-fader.tsx';
import { StrokeFader } from '../../device-view/controls/stroke-fader.tsx';
import { useSpeedControl } from '../../device-view/controls/use-speed-control.ts';
import { usePositionInStroke, WHOLE_STROKE } from '../../device-view/position/use-position-in-stroke.ts';
import { REMOTE_RAMP_MS, RemoteStrokeControls } from '../../device-view/remote/remote-strokes.tsx';
import type { GuestSessionParts } from '../../sharing/guest-connection-facts.ts';
import type { PercentRange } from '../../ui/percent-range.ts';
import { OwnerLimitNote } from './owner-limit-note.tsx';
import { useRestartOnNewHold } from './use-restart-on-new-hold.ts';

/** Alternating motion inside the owner's limits, which both faders show. */
export function GuestStrokeControls({ inside, limits }: { inside: GuestSessionParts; limits: ShareLimits }) {
  const ready = useConnectionStatus() === 'ready';
  const most = Math.round(limits.speed * 100);
  const speed = limitEditableSpeed(useSpeedControl(), most);
  const zone = useZone(inside);
  const read = usePositionInStroke(WHOLE_STROKE);
  const within = {
    min: Math.round(limits.stroke.min * 100),
    max: Math.round(limits.stroke.max * 100),
  };
  const isWhole = within.min === 0 && within.max === 100;
  useRestartOnNewHold(inside.hold, {
    isOn: isAlternatingMotionRunning,
    isStarting: () => speed.control.state.getState().starting,
    start: () => speed.start(REMOTE_RAMP_MS),
  });
  return (
    <RemoteStrokeControls
      speed={speed}
      stroke={zone}
      read={read}
      disabled={!ready}
      strokeFader={
        <StrokeFader
          stroke={inStroke(zone, within)}
          within={isWhole ? undefined : within}
          read={read}
          disabled={!ready}
        />
      }
      speedFader={<SpeedFader speed={speed} most={most < 100 ? most : undefined} disabled={!ready} />}
      note={<OwnerLimitNote most={most} isAt={speed.shownPercent >= most} />}
    />
  );
}

/** A draft in per cent of the owner's part of the stroke, as one of the owner's whole stroke. */
function inStroke(
  { shown, change, release }: ControlDraft<PercentRange>,
  { min, max }: PercentRange,
): ControlDraft<PercentRange> {
  const toStroke = (percent: number) => Math.round(min + (percent / 100) * (max - min));
  const toPart = (percent: number) => (max > min ? ((percent - min) / (max - min)) * 100 : 0);
  return {
    shown: { min: toStroke(shown.min), max: toStroke(shown.max) },
    change: (range) => change({ min: toPart(range.min), max: toPart(range.max) }),
    release: (range) => release({ min: toPart(range.min), max: toPart(range.max) }),
  };
}

/** The ends of the strokes. The device reports only the owner's stroke window: the last requested ends are shown. */
function useZone({ device, strokeEnds }: GuestSessionParts): ControlDraft<PercentRange> {
  const { min, max } = useStore(strokeEnds);
  return useThrottledDraft<PercentRange>({
    reported: { min: min * 100, max: max * 100 },
    send: (range) => device.hamp.setStroke({ min: range.min / 100, max: range.max / 100 }),
  });
}
