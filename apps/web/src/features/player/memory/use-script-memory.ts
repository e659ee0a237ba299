import { useEffect, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { listenToEvents, type PlayableMedium } from '../session/playable-medium.ts';
import type { PlayerSource } from '../source/source.ts';
import {
  createScriptMemoryStore,
  keyOfPlace,
  NEAR_END_MS,
  reachablePlace,
  type ScriptMemory,
  type ScriptMemoryStore,
} from './memory-store.ts';

/** While it plays, its place is stored after so long, ms: of a page that is being closed nothing may be stored any more. */
const SAVE_EVERY_MS = 5_000;

/**
 * The stored settings of the open script, and the place in its film, where there are any to restore; and the store for its
 * other settings.
 */
export function useScriptMemory(open: {
  /** The script, by its content. */
  readonly hash: string | undefined;
  readonly film: PlayerSource | undefined;
  readonly element: PlayableMedium | undefined;
  /** The length of the medium, 0 while unknown: a place beyond its end is not offered. */
  readonly durationMs: number;
  /** It begins at its place, without a question; `onWentOn` is called once it does, or has no place. */
  readonly goesOn: boolean;
  readonly onWentOn: () => void;
}) {
  const { hash, film, element, durationMs, goesOn, onWentOn } = open;
  const device = useDevice();
  const [store, setStore] = useState<ScriptMemoryStore>();
  const [found, setFound] = useState<{ place: string; memory: ScriptMemory }>();
  const latestElement = useLatest(element);
  const place = hash === undefined ? undefined : keyOfPlace(hash, film);

  useEffect(() => {
    const opened = createScriptMemoryStore();
    setStore(opened);
    return () => opened.close();
  }, []);

  useEffect(() => {
    if (store === undefined || hash === undefined || place === undefined) return;
    let isOver = false;
    void Promise.all([store.read(hash), store.read(place)]).then(([settings, { leftAtMs }]) => {
      if (!isOver) setFound({ place, memory: { ...settings, leftAtMs } });
    });
    return () => {
      isOver = true;
    };
  }, [store, hash, place]);

  // Settings are stored from the first play on: opening a script again must not overwrite them.
  useEffect(() => {
    if (store === undefined || hash === undefined || place === undefined || element === undefined) return;
    let hasPlayed = false;
    let hasEnded = false;
    let savedAtMs = 0;
    const save = () => {
      if (!hasPlayed) return;
      const { slider, clockSync, connected } = device.store.getState();
      const leftAtMs = hasEnded || element.ended ? 0 : Math.round(element.currentTime * 1_000);
      savedAtMs = leftAtMs;
      const known = { window: { min: slider.min, max: slider.max }, offsetMs: clockSync.deviceUserTimeOffset ?? 0 };
      if (connected) void store.change(hash, known);
      void store.change(place, { leftAtMs });
    };
    const stopPlays = listenToEvents(element, ['playing'], () => {
      hasPlayed = true;
      hasEnded = false;
    });
    const stopEnds = listenToEvents(element, ['ended'], () => {
      hasEnded = true;
      save();
    });
    const stopSaves = listenToEvents(element, ['pause'], save);
    const stopPlaces = listenToEvents(element, ['timeupdate'], () => {
      if (Math.abs(element.currentTime * 1_000 - savedAtMs) >= SAVE_EVERY_MS) save();
    });
    // An entry of the library plays at once: the offer stays until the person has seen some of it.
    const stopOffer = listenToEvents(element, ['pause', 'timeupdate'], () => {
      if (hasPlayed && (element.paused || element.currentTime * 1_000 > NEAR_END_MS)) setFound(undefined);
    });
    window.addEventListener('pagehide', save);
    return () => {
      save();
      stopPlays();
      stopEnds();
      stopSaves();
      stopPlaces();
      stopOffer();
      window.removeEventListener('pagehide', save);
    };
  }, [store, hash, place, element, device]);

  // Until the length is known, the place may lie beyond the end.
  const isKnown = found !== undefined && found.place === place && durationMs > 0;
  const memory = isKnown ? { ...found.memory, leftAtMs: reachablePlace(found.memory.leftAtMs, durationMs) } : undefined;
  const goesOnAtMs = goesOn ? memory?.leftAtMs : undefined;
  useEffect(() => {
    if (goesOnAtMs === undefined || element === undefined) return;
    onWentOn();
    if (goesOnAtMs === 0) return;
    element.currentTime = goesOnAtMs / 1_000;
    // Stroke and offset of the last time are still offered.
    setFound((now) => now && { ...now, memory: { ...now.memory, leftAtMs: 0 } });
  }, [goesOnAtMs, element, onWentOn]);
  return {
    memory: memory && isWorthIt(memory, device.store.getState()) ? memory : undefined,
    /** Restores place, window and offset. Rejects where the device refuses them. */
    async takeUp(wanted: ScriptMemory): Promise<void> {
      setFound(undefined);
      if (latestElement.current !== undefined && wanted.leftAtMs > 0)
        latestElement.current.currentTime = wanted.leftAtMs / 1_000;
      if (!device.store.getState().connected) return;
      if (wanted.window !== undefined) await device.slider.setStroke(wanted.window);
      if (wanted.offsetMs !== undefined) await device.hstp.setOffset(wanted.offsetMs);
    },
    store,
  };
}

function isWorthIt(
  { leftAtMs, window, offsetMs }: ScriptMemory,
  now: { slider: { min: number; max: number }; clockSync: { deviceUserTimeOffset: number | undefined } },
): boolean {
  const isOther = (one: number, other: number) => Math.abs(one - other) > 0.006;
  const hasOtherWindow =
    window !== undefined && (isOther(window.min, now.slider.min) || isOther(window.max, now.slider.max));
  const hasOtherOffset = offsetMs !== undefined && offsetMs !== (now.clockSync.deviceUserTimeOffset ?? 0);
  return leftAtMs > 0 || hasOtherWindow || hasOtherOffset;
}
