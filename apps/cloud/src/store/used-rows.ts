import type { Store } from './database.ts';
import { ENTRY_LIFETIME_UNUSED_MS } from './expiring-store.ts';

/** Tables of entries that end without a use in 24 hours. */
type ExpiringTable = 'channels' | 'streams';

/** Uses are noted this often: a process that is killed has forgotten those since. */
const NOTED_EVERY_MS = 60 * 60 * 1_000;

/** References in one statement. */
const AT_ONCE = 500;

/** How long ago an entry was used last, at most, by what its row says. */
export const unusedMsOf = ({ used_at }: { readonly used_at: number }, nowMs: number): number =>
  Math.max(0, nowMs - used_at - NOTED_EVERY_MS);

/** Notes the entries that were used in the past hour, and removes the rows of those that were not used for too long. */
export async function tidyUsedRows(
  store: Store,
  table: ExpiringTable,
  { used, nowMs }: { readonly used: readonly string[]; readonly nowMs: number },
): Promise<void> {
  for (let from = 0; from < used.length; from += AT_ONCE)
    await store
      .updateTable(table)
      .set({ used_at: nowMs })
      .where('reference', 'in', used.slice(from, from + AT_ONCE))
      .execute();
  await store
    .deleteFrom(table)
    .where('used_at', '<=', nowMs - ENTRY_LIFETIME_UNUSED_MS - NOTED_EVERY_MS)
    .execute();
}
