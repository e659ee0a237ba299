import type { Device, DeviceState } from '@tactus/sdk';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { createStore, type StoreApi } from 'zustand';
import { useDevice } from './device-context.tsx';

/** Devices that the page at hand drives and that are not the linked one: one that somebody shares, one that is tried out. */
type Borrowed = StoreApi<readonly Device[]>;

const createBorrowed = (): Borrowed => createStore<readonly Device[]>()(() => []);
const BorrowedContext = createContext<Borrowed>(createBorrowed());

/** Lets a page tell what it drives. */
export function BorrowedDevicesProvider({ children }: { children: ReactNode }) {
  const [borrowed] = useState(createBorrowed);
  return <BorrowedContext value={borrowed}>{children}</BorrowedContext>;
}

/** Tells that the page drives a device; until undone, everything of the app that stops also stops this one. */
export function useBorrow(): (device: Device) => () => void {
  const borrowed = use(BorrowedContext);
  return useMemo(
    () => (device) => {
      borrowed.setState((devices) => [...devices, device], true);
      return () => borrowed.setState((devices) => devices.filter((one) => one !== device), true);
    },
    [borrowed],
  );
}

/** The devices that are driven from here: the linked one, and those that the page has borrowed. */
export interface Driven {
  /** Whether something is so of any of them. */
  any(isSo: (state: DeviceState) => boolean): boolean;
  stop(): void;
  /** Tells when something about them changes, until undone. */
  subscribe(changed: () => void): () => void;
}

/** What a Stop of the app itself is about, whatever the page is. */
export function useDriven(): Driven {
  const device = useDevice();
  const borrowed = use(BorrowedContext);
  return useMemo(() => {
    const all = () => [device, ...borrowed.getState()];
    return {
      any: (isSo) => all().some(({ store }) => isSo(store.getState())),
      stop() {
        for (const one of all()) if (one.store.getState().connectionKey !== undefined) void one.stop();
      },
      subscribe(changed) {
        const follow = () => all().map(({ store }) => store.subscribe(changed));
        let undos = follow();
        const unfollow = () => {
          for (const undo of undos) undo();
        };
        const undo = borrowed.subscribe(() => {
          unfollow();
          undos = follow();
          changed();
        });
        return () => {
          undo();
          unfollow();
        };
      },
    };
  }, [device, borrowed]);
}

/** Whether something is so of any device that is driven from here. */
export function useAnyDriven(isSo: (state: DeviceState) => boolean): boolean {
  const driven = useDriven();
  return useSyncExternalStore(driven.subscribe, () => driven.any(isSo));
}
