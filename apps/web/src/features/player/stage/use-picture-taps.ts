import { useEffect } from 'react';
import { useClock } from '../../../ui/time-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';

/** Two taps within so long are one gesture. */
const DOUBLE_TAP_MS = 300;

interface PictureTaps {
  /** The picture fills the screen: a tap of a finger shows and hides the controls instead of pausing. */
  readonly isCovering: boolean;
  readonly isIdle: boolean;
  readonly onToggle: () => void;
  /** A double tap on the left (-1) or right (1) third. */
  readonly onJump: (direction: -1 | 1) => void;
  readonly onHide: () => void;
}

/** Clicks and taps on the picture: play and pause, jumps, and showing the controls over it. */
export function usePictureTaps(frame: HTMLElement | null, taps: PictureTaps): void {
  const time = useClock();
  const latest = useLatest(taps);
  useEffect(() => {
    const picture = frame?.querySelector<HTMLElement>('[data-picture]');
    if (!picture) return;
    let cancelSingle: (() => void) | undefined;
    let before: { side: number; atMs: number } | undefined;
    let wasIdle = false;
    let isFinger = false;

    // The controls wake with the touch: what they were before it decides what the tap does.
    function onDown({ pointerType }: PointerEvent) {
      isFinger = pointerType === 'touch';
      wasIdle = latest.current.isIdle;
    }
    function onClick(event: MouseEvent) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      const { isCovering, onToggle, onJump, onHide } = latest.current;
      if (!isFinger) {
        onToggle();
        return;
      }
      const { left, width } = picture?.getBoundingClientRect() ?? { left: 0, width: 1 };
      const third = Math.floor(((event.clientX - left) / width) * 3);
      const side = third < 1 ? -1 : third > 1 ? 1 : 0;
      const nowMs = time.monotonic();
      cancelSingle?.();
      if (before && side !== 0 && before.side === side && nowMs - before.atMs < DOUBLE_TAP_MS) {
        onJump(side);
        // A third tap in time jumps again.
        before = { side, atMs: nowMs };
        return;
      }
      before = { side, atMs: nowMs };
      const single = isCovering ? (wasIdle ? () => undefined : onHide) : onToggle;
      if (side === 0) single();
      else cancelSingle = time.after(DOUBLE_TAP_MS, single);
    }

    picture.addEventListener('pointerdown', onDown);
    picture.addEventListener('click', onClick);
    return () => {
      cancelSingle?.();
      picture.removeEventListener('pointerdown', onDown);
      picture.removeEventListener('click', onClick);
    };
  }, [frame, latest, time]);
}
