import {
  NO_CONTROL,
  readTactusEvent,
  type ShareAuditEntry,
  type ShareControl,
  type ShareView,
  shareCalls,
} from '@tactus/protocol';
import {
  anonymousIdOfKey,
  type Fetch,
  type FrameStreamOptions,
  openFrameStream,
  openSharedFrameStream,
  type TabPorts,
} from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import { type AuditLog, openAuditLog } from './audit.ts';
import { createOwnerApi, type OwnerApi } from './owner-api.ts';

/** The owner's view of the shares of a device. */
export interface ShareOwnerFacts {
  /** `opening` until the cloud has sent its list; `refused` where it refuses. */
  readonly state: 'opening' | 'open' | 'lost' | 'refused';
  readonly shares: readonly ShareView[];
  readonly control: ShareControl;
  /** Newest first. */
  readonly log: readonly ShareAuditEntry[];
  /** The links created here, by the id of their share: their secrets are sent once, and held as long as the page. */
  readonly links: Readonly<Record<string, string>>;
}

/** The owner's side of sharing one device. */
export interface ShareOwnerSession {
  readonly store: StoreApi<ShareOwnerFacts>;
  readonly connectionKey: string;
  readonly api: OwnerApi;
  readonly audit: Pick<AuditLog, 'export'> & { clear(): void };
  /** Stores the link of a share that was just created. */
  saveLink(id: string, path: string): void;
  close(): void;
}

/** Opens the owner's session of a device: follows its shares and writes the log until it is closed. */
export function openShareOwnerSession(parts: {
  readonly fetch: Fetch;
  readonly apiKey: string;
  readonly connectionKey: string;
  readonly storage: KeyValueStorage;
  readonly time: Time;
  readonly random: Random;
  /** The tabs of this browser hold one stream together; left out: this session has its own. */
  readonly tabs?: TabPorts | undefined;
  /** Distinguishes devices in the log, where the key that the home knows is not the device's own. */
  readonly deviceId?: string;
}): ShareOwnerSession {
  const { fetch, time, random, connectionKey, tabs } = parts;
  const api = createOwnerApi(parts);
  const audit = openAuditLog(parts.storage, parts.deviceId ?? anonymousIdOfKey(connectionKey));
  const store = createStore<ShareOwnerFacts>()(() => ({
    ...{ state: 'opening', shares: [], control: NO_CONTROL, log: audit.entries(), links: {} },
  }));
  const hooks: Omit<FrameStreamOptions, 'request'> = {
    ...{ fetch, time, random },
    onOpen: () => undefined, // the first frame has the list
    onFrame(frame) {
      const event = readTactusEvent(shareCalls.events, frame);
      if (event?.name === 'audit') write(event.data);
      else if (event) store.setState({ state: 'open', ...event.data });
    },
    onError: (_, final) => store.setState({ state: final ? 'refused' : 'lost' }),
  };
  const request = api.streamRequest;
  const stream = tabs
    ? openSharedFrameStream({
        ...hooks,
        ...{ tabs, connectionKey, request, several: false },
        name: `tactus.shares.${anonymousIdOfKey(`${connectionKey} ${parts.apiKey}`)}`,
        kindOf: ({ name }) => (name === 'shares' ? 'snapshot' : 'event'),
      })
    : openFrameStream({ ...hooks, request });

  function write(entry: ShareAuditEntry): void {
    audit.add(entry);
    store.setState({ log: audit.entries() });
  }

  return {
    ...{ store, connectionKey, api },
    audit: {
      export: audit.export,
      clear() {
        audit.clear();
        store.setState({ log: [] });
      },
    },
    saveLink: (id, path) => store.setState(({ links }) => ({ links: { ...links, [id]: path } })),
    close: stream.close,
  };
}
