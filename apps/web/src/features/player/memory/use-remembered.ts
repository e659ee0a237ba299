import { useEffect, useState } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useLatest } from '../../../device/session/use-latest.ts';
import { listenTo, type PlayElement } from '../session/play-element.ts';
import { createMemoryStore, type MemoryStore, type ScriptMemory } from './memory-store.ts';

/** A place so near the start is not worth going on from, ms. */
const NEAR_START_MS = 10_000;

/**
 * What is remembered of the open script, where there is anything to take up; and the store, for what else is kept of it.
 * `durationMs` is the length of what plays, 0 while that is not known: a place that it does not have is not offered.
 */
export function useRemembered(hash: string | undefined, element: PlayElement | undefined, durationMs: number) {
  const device = useDevice();
  const [store, setStore] = useState<MemoryStore>();
  const [found, setFound] = useState<{ hash: string; memory: ScriptMemory }>();
  const latestElement = useLatest(element);

  useEffect(() => {
    const opened = createMemoryStore();
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

  // What is kept is kept from the first play on: opening a script again must not forget what was.
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
    const stopPlays = listenTo(element, ['playing'], () => {
      hasPlayed = true;
      setFound(undefined);
    });
    const stopSaves = listenTo(element, ['pause', 'ended'], save);
    window.addEventListener('pagehide', save);
    return () => {
      save();
      stopPlays();
      stopSaves();
      window.removeEventListener('pagehide', save);
    };
  }, [store, hash, element, device]);

  // Before its length is known nobody can say whether what plays has the place.
  const isKnown = found?.hash === hash && durationMs > 0;
  const memory = isKnown && found?.memory ? reachable(found.memory, durationMs) : undefined;
  return {
    memory: memory && isWorthIt(memory, device.store.getState()) ? memory : undefined,
    /** Sets place, window and offset as they were. Rejects where the device does not take them. */
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

/** What is remembered, from the start where the place is near it or behind the end of what plays. */
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
