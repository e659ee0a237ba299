import { useEffect, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useLatest } from '../../../device/session/use-latest.ts';
import { listenToEvents, type PlayableMedium } from '../session/playable-medium.ts';
import { createScriptMemoryStore, type ScriptMemory, type ScriptMemoryStore } from './memory-store.ts';

/** A place nearer to the start than this is not offered, ms. */
const NEAR_START_MS = 10_000;

/**
 * The stored settings of the open script, where there are any to restore; and the store for its other settings.
 * `durationMs` is the length of the medium, 0 while unknown: a place beyond its end is not offered.
 */
export function useScriptMemory(hash: string | undefined, element: PlayableMedium | undefined, durationMs: number) {
  const device = useDevice();
  const [store, setStore] = useState<ScriptMemoryStore>();
  const [found, setFound] = useState<{ hash: string; memory: ScriptMemory }>();
  const latestElement = useLatest(element);

  useEffect(() => {
    const opened = createScriptMemoryStore();
    setStore(opened);
    return () => opened.close();
  }, []);

  useEffect(() => {
    if (store === undefined || hash === undefined) return;
    let isOver = false;
    void store.read(hash).then((memory) => !isOver && setFound({ hash, memory }));
    return () => {
      isOver = true;
    };
  }, [store, hash]);

  // Settings are stored from the first play on: opening a script again must not overwrite them.
  useEffect(() => {
    if (store === undefined || hash === undefined || element === undefined) return;
    let hasPlayed = false;
    const save = () => {
      if (!hasPlayed) return;
      const { slider, clockSync, connected } = device.store.getState();
      const leftAtMs = element.ended ? 0 : Math.round(element.currentTime * 1_000);
      const known = { window: { min: slider.min, max: slider.max }, offsetMs: clockSync.deviceUserTimeOffset ?? 0 };
      void store.change(hash, { leftAtMs, ...(connected && known) });
    };
    const stopPlays = listenToEvents(element, ['playing'], () => {
      hasPlayed = true;
      setFound(undefined);
    });
    const stopSaves = listenToEvents(element, ['pause', 'ended'], save);
    window.addEventListener('pagehide', save);
    return () => {
      save();
      stopPlays();
      stopSaves();
      window.removeEventListener('pagehide', save);
    };
  }, [store, hash, element, device]);

  // Until the length is known, the place may lie beyond the end.
  const isKnown = found?.hash === hash && durationMs > 0;
  const memory = isKnown && found?.memory ? reachable(found.memory, durationMs) : undefined;
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

/** The stored settings; from the start where the place is near it or beyond the end of the medium. */
function reachable(memory: ScriptMemory, durationMs: number): ScriptMemory {
  const isThere = memory.leftAtMs > NEAR_START_MS && memory.leftAtMs < durationMs;
  return isThere ? memory : { ...memory, leftAtMs: 0 };
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
