import { randomBytes } from 'node:crypto';
import type { Store } from './database.ts';

const SECRET_BYTES = 32;

/** The secret of a name: 32 random bytes, made at the first call and the same ever after. */
export async function readOrCreateSecret(store: Store, name: string): Promise<Buffer> {
  await store
    .insertInto('secrets')
    .values({ name, value: randomBytes(SECRET_BYTES).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await store.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'base64url');
}
