import { useEffect, useState } from 'react';
import { useLatest } from '../../../ui/use-latest.ts';
import { canSetVolume } from '../session/playable-medium.ts';
import type { Player } from '../session/use-player.ts';
import { useBriefly } from './use-briefly.ts';
import { usePictureDrags } from './use-picture-drags.ts';

const INTENSITY_STEP = 5;
const VOLUME_STEP = 0.05;
/** The readout goes so long after the last change, ms. */
const READOUT_MS = 1_000;

/** The intensity and the volume as fingers, keys and the wheel over the picture change them. */
export interface Levels {
  /** One of them has just changed. */
  readonly isChanging: boolean;
  stepIntensity(direction: -1 | 1): void;
  stepVolume(direction: -1 | 1): void;
}

/** Changes intensity and volume by fingers and the wheel on the picture, and gives the functions for keys. */
export function useLevels(frame: HTMLElement | null, player: Player, isCovering: boolean): Levels {
  const { actions, shown, shape, open, kind } = player;
  const { shown: isChanging = false, show } = useBriefly<boolean>(READOUT_MS);
  const [isVolumeSettable] = useState(canSetVolume);
  const andShow =
    <Value>(run: (value: Value) => void) =>
    (value: Value) => {
      run(value);
      show(() => true);
    };
  const stepIntensity = andShow((direction: -1 | 1) => actions.stepIntensity(direction * INTENSITY_STEP));
  const stepVolume = andShow((direction: -1 | 1) => actions.stepVolume(direction * VOLUME_STEP));
  usePictureDrags(frame, {
    isCovering,
    volume:
      kind !== 'script' && isVolumeSettable
        ? { read: () => (shown.muted ? 0 : shown.volume), set: andShow(actions.setVolume) }
        : undefined,
    intensity: open.script && { read: () => shape.intensityPercent, lowerTo: andShow(actions.lowerIntensityTo) },
  });
  useWheel(frame, !shown.paused || isCovering, stepIntensity);
  return { isChanging, stepIntensity, stepVolume };
}

/** The wheel over the picture changes the intensity during play and in full screen; otherwise it scrolls the page. */
function useWheel(frame: HTMLElement | null, isOn: boolean, onStep: (direction: -1 | 1) => void): void {
  const latest = useLatest(onStep);
  useEffect(() => {
    const picture = frame?.querySelector<HTMLElement>('[data-picture]');
    if (!picture || !isOn) return;
    function onWheel(event: WheelEvent) {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 1 : -1);
    }
    picture.addEventListener('wheel', onWheel, { passive: false });
    return () => picture.removeEventListener('wheel', onWheel);
  }, [frame, isOn, latest]);
}
