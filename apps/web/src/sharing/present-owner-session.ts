import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LinkedDevices } from '../device/linked/linked-devices.ts';
import type { ShareOwnerSession } from './share-owner-session.ts';

/** The open owner's session of the app, if there is one: of the device itself, or of its bridge. */
type PresentOwnerSession = StoreApi<{ readonly ownerSession: ShareOwnerSession | undefined }>;

const present = new WeakMap<LinkedDevices, PresentOwnerSession>();

/** The store of the open owner's session, which every page may show. */
export function presentOwnerSession(devices: LinkedDevices): PresentOwnerSession {
  const store =
    present.get(devices) ??
    createStore<{ ownerSession: ShareOwnerSession | undefined }>()(() => ({
      ownerSession: undefined,
    }));
  present.set(devices, store);
  return store;
}
