import { anonymousIdOfKey, type Fetch, openFrameStream } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';
import { type AuditEntry, type AuditLog, decodeAuditEntry, openAuditLog } from './audit.ts';
import { createOwnerApi, type OwnerApi } from './owner-api.ts';
import { parseJson } from './parse-json.ts';
import { decodeShares, NO_CONTROL, type Share, type ShareControl } from './shares.ts';

/** The owner's view of the shares of a device. */
export interface ShareOwnerFacts {
  /** `opening` until the cloud has sent its list; `refused` where it refuses. */
  readonly state: 'opening' | 'open' | 'lost' | 'refused';
  readonly shares: readonly Share[];
  readonly control: ShareControl;
  /** Newest first. */
  readonly log: readonly AuditEntry[];
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
  /** Distinguishes devices in the log, where the key that the home knows is not the device's own. */
  readonly deviceId?: string;
}): ShareOwnerSession {
  const { fetch, time, random, connectionKey } = parts;
  const api = createOwnerApi(parts);
  const audit = openAuditLog(parts.storage, parts.deviceId ?? anonymousIdOfKey(connectionKey));
  const store = createStore<ShareOwnerFacts>()(() => ({
    ...{ state: 'opening', shares: [], control: NO_CONTROL, log: audit.entries(), links: {} },
  }));
  const stream = openFrameStream({
    ...{ fetch, time, random, request: api.streamRequest },
    onOpen: () => undefined, // the first frame has the list
    onFrame({ name, data }) {
      const value = parseJson(data);
      if (name === 'audit') write(decodeAuditEntry(value));
      if (name !== 'shares') return;
      const view = decodeShares(value);
      if (view) store.setState({ state: 'open', ...view });
    },
    onError: (_, final) => store.setState({ state: final ? 'refused' : 'lost' }),
  });

  function write(entry: AuditEntry | undefined): void {
    if (!entry) return;
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
