import { isStopBegun } from '@tactus/sdk';
import { useEffect, useRef } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { listenToEvents, type PlayableMedium } from './playable-medium.ts';
import type { PlayerSession } from './player-session.ts';

/**
 * Returns a function to call at the end of an entry: whether the next one may play by itself. A video may go on after a Stop, but the
 * device never starts by itself then; where no script followed the film, a Stop since its start counts.
 */
export function useMayNextPlay(element: PlayableMedium | undefined, session: PlayerSession | undefined): () => boolean {
  const device = useDevice();
  /** The state of the device when the present entry was started. */
  const started = useRef(device.store.getState());
  useEffect(() => {
    if (element === undefined) return;
    return listenToEvents(element, ['play'], () => {
      started.current = device.store.getState();
    });
  }, [element, device]);
  const latest = useLatest(() => {
    const sync = session?.state.getState().sync;
    if (sync) return sync.store.getState().phase !== 'device-out';
    return !isStopBegun(device.store.getState(), started.current);
  });
  const stable = useRef(() => latest.current());
  return stable.current;
}
