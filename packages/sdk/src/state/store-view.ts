import type { StoreApi } from 'zustand/vanilla';
import { isolateCallback } from './isolate-callback.ts';

/** A store for readers: it can be read and watched, but not written, and a subscriber that throws does not disturb the writer. */
export const viewOfStore = <S>({ getState, getInitialState, subscribe }: StoreApi<S>) =>
  Object.freeze({
    getState,
    getInitialState,
    subscribe: (listener: Parameters<typeof subscribe>[0]) => subscribe(isolateCallback(listener)),
  });
