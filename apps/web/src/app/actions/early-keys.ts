import { useEffect, useRef } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import type { KeyPress } from './shortcut-rules.ts';
import { isTypedIntoField } from './use-hide-screen.ts';

/** Older presses are dropped: the person does not expect them to act any more, ms. */
const MEANT_FOR_MS = 5000;

/** A press of a key, with the facts of its moment that the rules need. */
export interface EarlyKey extends KeyPress {
  readonly connected: boolean;
  readonly path: string;
}

/** Returns the presses collected before the key handler was loaded, once; from then on nothing is collected. */
export type TakeEarlyKeys = () => readonly EarlyKey[];

/** Collects the keys that are pressed right after the start, while the key handler is still loading. */
export function useEarlyKeys(path: string): TakeEarlyKeys {
  const device = useDevice();
  const time = useClock();
  const here = useLatest(path);
  const collected = useRef<{ key: EarlyKey; atMs: number }[]>([]);
  const over = useRef(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (over.current || event.defaultPrevented) return;
      const { key, repeat, ctrlKey, metaKey, altKey } = event;
      const { connected } = device.store.getState();
      const press = { key, repeat, ctrlKey, metaKey, altKey, typing: isTypedIntoField(event.target) };
      collected.current.push({ key: { ...press, connected, path: here.current }, atMs: time.monotonic() });
      // Some browsers use the palette's key themselves: they must not act on it while the palette is loading.
      if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey) event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [device, time, here]);
  return () => {
    over.current = true;
    const since = time.monotonic() - MEANT_FOR_MS;
    return collected.current.splice(0).flatMap(({ key, atMs }) => (atMs >= since ? [key] : []));
  };
}
