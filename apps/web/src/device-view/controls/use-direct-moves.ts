import { useEffect, useRef, useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useStartInThisTab } from '../../device/session/use-start-in-this-tab.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { type PaceSetting, toMovePace } from './pace.ts';

/** A place to go to. */
interface Place {
  /** Whole per cent of the stroke. */
  readonly percent: number;
  /** Whether the slider stops there, or is ready for the next place under the hand. */
  readonly rests: boolean;
}

/** Direct moves under a hand. */
export interface DirectMoves {
  /** Where the device was sent last. */
  readonly target: number | undefined;
  /** The hand is on the pad: the newest place wins, the last one always arrives. */
  readonly drag: (percent: number) => void;
  /** Moves to one place, at the pace that is set. */
  readonly tap: (percent: number) => void;
}

/** Sends the device where the hand is, at the pace that is set. */
export function useDirectMoves(pace: PaceSetting): DirectMoves {
  const device = useDevice();
  const report = useLatest(useShowError());
  const startHere = useStartInThisTab();
  const latestPace = useLatest(pace);
  const [target, setTarget] = useState<number>();
  const send = useRef<(place: Place) => Promise<void>>(undefined);

  useEffect(() => {
    const drag = device.drag(
      ({ percent, rests }: Place) =>
        device.hdsp.moveTo({ position01: percent / 100, stopOnTarget: rests, ...toMovePace(latestPace.current) }),
      (error) => report.current(error),
    );
    send.current = drag;
    return () => drag.cancel();
  }, [device, latestPace, report]);

  const go = (percent: number, rests: boolean) => {
    setTarget(percent);
    startHere(() => void send.current?.({ percent, rests }));
  };
  return { target, drag: (percent) => go(percent, false), tap: (percent) => go(percent, true) };
}
