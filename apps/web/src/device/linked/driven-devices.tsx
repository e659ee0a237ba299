import type { DeviceState, DeviceStoreView } from '@tactus/sdk';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import { createStore, type StoreApi } from 'zustand';
import { useDevice } from '../session/device-context.tsx';
import { hasConnectionKey, isInMotion } from '../session/motion.ts';

/**
 * A target that a page drives: a device, or a target that can only be stopped, such as a channel. It is driven, and a Stop
 * goes to it, while its state has a connection key.
 */
export interface StoppableTarget {
  readonly store: Pick<DeviceStoreView, 'getState' | 'subscribe'>;
  stop(): unknown;
  /** Its state does not show whether it moves: while it is driven, it may. */
  readonly isUnseen?: true;
}

/** The targets of the present page other than the linked device: a shared device, one that is tried out, a channel. */
type Registered = StoreApi<readonly StoppableTarget[]>;

const createRegistered = (): Registered => createStore<readonly StoppableTarget[]>()(() => []);
const RegisteredContext = createContext<Registered>(createRegistered());

/** Lets a page register a target. */
export function DrivenDevicesProvider({ children }: { children: ReactNode }) {
  const [registered] = useState(createRegistered);
  return <RegisteredContext value={registered}>{children}</RegisteredContext>;
}

/** Registers a target of the page; until undone, every Stop of the app also stops it. */
export function useRegisterDrivenTarget(): (driven: StoppableTarget) => () => void {
  const registered = use(RegisteredContext);
  return useMemo(
    () => (driven) => {
      registered.setState((all) => [...all, driven], true);
      return () => registered.setState((all) => all.filter((one) => one !== driven), true);
    },
    [registered],
  );
}

/** All driven targets as one, for Stop: the linked device, and those that the page has registered. */
export interface AllDrivenTargets {
  /** Whether a condition holds for any of them. */
  any(isSo: (state: DeviceState) => boolean): boolean;
  /** Whether any of them moves, or may. */
  isMoving(): boolean;
  stop(): void;
  /** Calls after every change of their states, until undone. */
  subscribe(changed: () => void): () => void;
}

/** All driven targets, which the app's own Stop stops on every page. */
export function useAllDrivenTargets(): AllDrivenTargets {
  const device = useDevice();
  const registered = use(RegisteredContext);
  return useMemo(() => {
    // A page may have registered the device that it shows.
    const all = (): readonly StoppableTarget[] => [...new Set([device, ...registered.getState()])];
    return {
      any: (isSo) => all().some(({ store }) => isSo(store.getState())),
      isMoving: () => all().some(({ store, isUnseen }) => (isUnseen ? hasConnectionKey : isInMotion)(store.getState())),
      stop() {
        for (const one of all()) if (one.store.getState().connectionKey !== undefined) void one.stop();
      },
      subscribe(changed) {
        const follow = () => all().map(({ store }) => store.subscribe(changed));
        let undos = follow();
        const unfollow = () => {
          for (const undo of undos) undo();
        };
        const undo = registered.subscribe(() => {
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
  }, [device, registered]);
}

/** Whether a condition holds for any driven target. */
export function useDoesAnyDrivenTargetMatch(isSo: (state: DeviceState) => boolean): boolean {
  const driven = useAllDrivenTargets();
  return useSyncExternalStore(driven.subscribe, () => driven.any(isSo));
}

/** Whether any driven target moves, or may move. */
export function useIsAnyDrivenTargetMoving(): boolean {
  const driven = useAllDrivenTargets();
  return useSyncExternalStore(driven.subscribe, driven.isMoving);
}
