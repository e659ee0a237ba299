import { createStore, type StoreApi } from 'zustand/vanilla';
import { type DeviceState, initialState } from './device-state.ts';
import type { StatePatch } from './state-slice.ts';
import { viewOfStore } from './store-view.ts';

/** The state for readers: it can be read and watched, but not written. Fits zustand's `useStore`. */
export type DeviceStoreView = Readonly<Pick<StoreApi<DeviceState>, 'getState' | 'getInitialState' | 'subscribe'>>;

/** The state for this package, which writes it. */
export interface DeviceStore {
  readonly view: DeviceStoreView;
  get(): DeviceState;
  /** Changes fields; `atMs` (monotonic) is when the change happened at the device, default now. */
  patch(patch: StatePatch, atMs?: number): void;
}

/** A store that calls `onChange` with every change and its time, before any other listener. */
export function createDeviceStore(options: {
  readonly now: () => number;
  readonly onChange: (next: DeviceState, previous: DeviceState, atMs: number) => void;
}): DeviceStore {
  const api = createStore<DeviceState>(() => initialState);
  return {
    view: viewOfStore(api),
    get: api.getState,
    patch(patch, atMs = options.now()) {
      if (Object.keys(patch).length === 0) return;
      const previous = api.getState();
      const next = { ...previous, ...patch };
      options.onChange(next, previous, atMs);
      api.setState(next, true);
    },
  };
}
