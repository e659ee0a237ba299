import type { DeviceState, DeviceStoreView } from '@tactus/sdk';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { createStore, type StoreApi } from 'zustand';
import { useDevice } from '../session/device-context.tsx';
import { isInMotion, isLinked } from '../session/motion.ts';

/**
 * What a page drives: a device, or something of which no more is known than that it can be stopped, as a channel. It is
 * driven, and a Stop goes to it, while its state has a connection key.
 */
export interface Stoppable {
  readonly store: Pick<DeviceStoreView, 'getState' | 'subscribe'>;
  stop(): unknown;
  /** Its state does not say whether it moves: it may while it is driven. */
  readonly isUnseen?: true;
}

/** What the page at hand drives and is not the linked device: one that somebody shares, one that is tried out, a channel. */
type Borrowed = StoreApi<readonly Stoppable[]>;

const createBorrowed = (): Borrowed => createStore<readonly Stoppable[]>()(() => []);
const BorrowedContext = createContext<Borrowed>(createBorrowed());

/** Lets a page register what it drives. */
export function BorrowedDevicesProvider({ children }: { children: ReactNode }) {
  const [borrowed] = useState(createBorrowed);
  return <BorrowedContext value={borrowed}>{children}</BorrowedContext>;
}

/** Registers that the page drives something; until undone, everything of the app that stops also stops this. */
export function useBorrow(): (driven: Stoppable) => () => void {
  const borrowed = use(BorrowedContext);
  return useMemo(
    () => (driven) => {
      borrowed.setState((all) => [...all, driven], true);
      return () => borrowed.setState((all) => all.filter((one) => one !== driven), true);
    },
    [borrowed],
  );
}

/** What is driven from here: the linked device, and what the page has borrowed. */
export interface Driven {
  /** Whether something is so of any of them. */
  any(isSo: (state: DeviceState) => boolean): boolean;
  /** Whether any of them moves, or may. */
  isMoving(): boolean;
  stop(): void;
  /** Calls when something about them changes, until undone. */
  subscribe(changed: () => void): () => void;
}

/** What a Stop of the app itself is about, whatever the page is. */
export function useDriven(): Driven {
  const device = useDevice();
  const borrowed = use(BorrowedContext);
  return useMemo(() => {
    // A page may have borrowed the very device that it shows.
    const all = (): readonly Stoppable[] => [...new Set([device, ...borrowed.getState()])];
    return {
      any: (isSo) => all().some(({ store }) => isSo(store.getState())),
      isMoving: () => all().some(({ store, isUnseen }) => (isUnseen ? isLinked : isInMotion)(store.getState())),
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

/** Whether something is so of anything that is driven from here. */
export function useAnyDriven(isSo: (state: DeviceState) => boolean): boolean {
  const driven = useDriven();
  return useSyncExternalStore(driven.subscribe, () => driven.any(isSo));
}

/** Whether anything that is driven from here moves, or may. */
export function useAnyMoving(): boolean {
  const driven = useDriven();
  return useSyncExternalStore(driven.subscribe, driven.isMoving);
}
