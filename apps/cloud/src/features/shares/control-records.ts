import type { Store } from '../../store/database.ts';
import type { EffectWriter } from '../../store/effect-writer.ts';

/** Who has control of a shared device, by the id of the session, and whether the owner passes it on only by hand. */
export interface ControlState {
  readonly locked: boolean;
  readonly controller: string | null;
}

/** The stored control of one shared device. */
export interface ControlRecord {
  /** Stores a state before it takes effect. Rejects where it could not be stored. */
  write(state: ControlState): Promise<void>;
  /** Stores the state that `read` returns, which has taken effect. Rejects as `EffectWriter` does. */
  follow(effect: string, read: () => ControlState): Promise<void>;
}

/** The stored control of all shared devices, by connection key. */
export interface ControlRecords {
  load(): Promise<ReadonlyMap<string, ControlState>>;
  of(connectionKey: string): ControlRecord;
  /** Stores a state as part of a transaction, which may fail; the function that it resolves with is called once it has not. */
  writeWithin(inside: Store, connectionKey: string, state: ControlState): Promise<() => void>;
  /** Removes the control of a device that is not shared any more. */
  forget(connectionKey: string): Promise<void>;
}

/** Returns the records in `store`. */
export function createControlRecords(store: Store, effects: EffectWriter): ControlRecords {
  /** The states that are stored or on their way, as far as they are known. */
  const latest = new Map<string, { readonly state: ControlState; readonly stored: Promise<void> }>();

  async function insert(inside: Store, connectionKey: string, { locked, controller }: ControlState): Promise<void> {
    const values = { connection_key: connectionKey, locked: locked ? 1 : 0, controller } as const;
    await inside
      .insertInto('shared_controls')
      .values(values)
      .onConflict((conflict) => conflict.column('connection_key').doUpdateSet(values))
      .execute();
  }

  function write(connectionKey: string, state: ControlState): Promise<void> {
    const entry = { state, stored: insert(store, connectionKey, state) };
    latest.set(connectionKey, entry);
    entry.stored.catch(() => latest.get(connectionKey) === entry && latest.delete(connectionKey));
    return entry.stored;
  }

  return {
    async load() {
      const rows = await store.selectFrom('shared_controls').selectAll().execute();
      // Whatever is not plainly open counts as locked.
      return new Map(rows.map((row) => [row.connection_key, { locked: row.locked !== 0, controller: row.controller }]));
    },
    of: (connectionKey) => ({
      write: (state) => write(connectionKey, state),
      follow(effect, read) {
        const { locked, controller } = read();
        const known = latest.get(connectionKey);
        if (known?.state.locked === locked && known.state.controller === controller) return known.stored;
        return effects.store(effect, () => write(connectionKey, read()));
      },
    }),
    async writeWithin(inside, connectionKey, state) {
      latest.delete(connectionKey);
      await insert(inside, connectionKey, state);
      return () => {
        if (!latest.has(connectionKey)) latest.set(connectionKey, { state, stored: Promise.resolve() });
      };
    },
    async forget(connectionKey) {
      latest.delete(connectionKey);
      await store.deleteFrom('shared_controls').where('connection_key', '=', connectionKey).execute();
    },
  };
}
