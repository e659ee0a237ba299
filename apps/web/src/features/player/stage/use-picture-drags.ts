import { useEffect } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';

/** A finger that has moved less may still be a tap. px */
const SLOP_PX = 12;
/** A finger goes from nothing to everything on this share of the height of the picture. */
const FULL_TRAVEL = 0.7;

/** What a finger on the picture sets: on its right half the volume, on its left half the intensity. */
export interface PictureDrags {
  /** Only a picture that fills the screen takes a finger: anywhere else one that moves up or down scrolls the page. */
  readonly isCovering: boolean;
  /** Missing where the page cannot set it. */
  readonly volume: { read(): number; set(volume: number): void } | undefined;
  /** Missing where there is no script. It is only ever lowered. */
  readonly intensity: { read(): number; lowerTo(percent: number): void } | undefined;
}

interface Finger {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Sets the value for a finger that moved up by a share of its full travel; undefined until the finger drags. */
  set: ((up: number) => void) | undefined;
  /** From where the drag is counted. */
  fromY: number;
}

/** Sets volume and intensity by one finger that moves up or down on the picture. */
export function usePictureDrags(frame: HTMLElement | null, drags: PictureDrags): void {
  const latest = useLatest(drags);
  useEffect(() => {
    const picture = frame?.querySelector<HTMLElement>('[data-picture]');
    if (!picture) return;
    let finger: Finger | undefined;
    let hasDragged = false;

    function onDown({ pointerId, pointerType, isPrimary, clientX: x, clientY: y, target }: PointerEvent): void {
      if (pointerType !== 'touch') return;
      hasDragged = false;
      const isOnPicture = isPrimary && latest.current.isCovering && !(target as Element).closest('button');
      // A second finger ends what the first began.
      finger = isOnPicture ? { pointerId, x, y, set: undefined, fromY: y } : undefined;
    }
    function onMove({ pointerId, clientX, clientY }: PointerEvent): void {
      if (finger?.pointerId !== pointerId || !picture) return;
      const { left, width, height } = picture.getBoundingClientRect();
      if (finger.set === undefined) {
        const [acrossPx, alongPx] = [Math.abs(clientX - finger.x), Math.abs(clientY - finger.y)];
        if (Math.hypot(acrossPx, alongPx) <= SLOP_PX) return;
        const isRight = finger.x - left > width / 2;
        finger.set = alongPx > acrossPx ? setterOf(latest.current, isRight) : undefined;
        finger.fromY = clientY;
        hasDragged = true;
        if (finger.set === undefined) finger = undefined;
        return;
      }
      finger.set((finger.fromY - clientY) / Math.max(1, height * FULL_TRAVEL));
    }
    function onEnd({ pointerId }: PointerEvent): void {
      if (finger?.pointerId === pointerId) finger = undefined;
    }
    /** A finger that has dragged does not tap where it lifts. */
    function onClick(event: MouseEvent): void {
      if (hasDragged) event.stopImmediatePropagation();
      hasDragged = false;
    }

    picture.addEventListener('pointerdown', onDown);
    picture.addEventListener('pointermove', onMove);
    picture.addEventListener('pointerup', onEnd);
    picture.addEventListener('pointercancel', onEnd);
    picture.addEventListener('click', onClick, { capture: true });
    return () => {
      picture.removeEventListener('pointerdown', onDown);
      picture.removeEventListener('pointermove', onMove);
      picture.removeEventListener('pointerup', onEnd);
      picture.removeEventListener('pointercancel', onEnd);
      picture.removeEventListener('click', onClick, { capture: true });
    };
  }, [frame, latest]);
}

function setterOf({ volume, intensity }: PictureDrags, isRight: boolean): Finger['set'] {
  if (isRight) {
    const from = volume?.read() ?? 0;
    return volume && ((up) => volume.set(Math.min(1, Math.max(0, from + up))));
  }
  const from = intensity?.read() ?? 0;
  // A finger that goes up again leaves the lowest intensity it has set.
  return intensity && ((up) => up < 0 && intensity.lowerTo(Math.max(0, Math.round(from + up * 100))));
}
