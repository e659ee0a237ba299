import type { Time } from '@tactus/time';
import { ulid } from 'ulid';
import type { Store } from '../../store/database.ts';
import { createLinkSigner, type SignedQuery } from '../../store/link-signer.ts';
import { hashSecret, randomText } from '../../store/secret-hash.ts';
import { readOrCreateSecret } from '../../store/secrets.ts';
import type { TokenRestrictions } from './restrictions.ts';

/** A token that was issued. Instants in ms since the epoch. */
export interface ClientToken {
  readonly ref: string;
  readonly restrictions: TokenRestrictions;
  readonly ttlS: number;
  readonly createdAtMs: number;
  expiresAtMs: number;
}

/** A token with its text, which only the answer to its issue or renewal contains, and the query of its renewal link. */
export interface TokenGrant {
  readonly token: ClientToken;
  readonly text: string;
  readonly renewal: SignedQuery;
}

/** The client tokens of this cloud: stored by hash, valid until they expire. */
export interface ClientTokenRegistry {
  issue(restrictions: TokenRestrictions, ttlS: number): Promise<TokenGrant>;
  /** The valid token of a text; undefined when there is none. */
  find(text: string): ClientToken | undefined;
  isAlive(token: ClientToken): boolean;
  /** Extends the token of a link by its own lifetime from now; undefined when the link or the token is not valid. */
  renew(query: SignedQuery): Promise<TokenGrant | undefined>;
}

const TOKEN_PREFIX = 'tct_';

/** Whether a text has the form of a token; such a text is never accepted as an application id. */
export const isTokenText = (text: string): boolean => text.startsWith(TOKEN_PREFIX);

/** Reads the valid tokens of the store, and stores later changes. */
export async function createClientTokenRegistry({
  store,
  time,
}: {
  store: Store;
  time: Time;
}): Promise<ClientTokenRegistry> {
  const links = createLinkSigner(await readOrCreateSecret(store, 'token-renewal'));
  const byHash = new Map<string, ClientToken>();
  await forgetExpired();
  for (const row of await store.selectFrom('tokens').selectAll().execute()) {
    byHash.set(row.hash, {
      ref: row.ref,
      restrictions: JSON.parse(row.restrictions) as TokenRestrictions, // written by `issue` below
      ttlS: row.ttl_s,
      createdAtMs: row.created_at,
      expiresAtMs: row.expires_at,
    });
  }

  const isAlive = (token: ClientToken) => time.now() < token.expiresAtMs;

  async function forgetExpired(): Promise<void> {
    await store.deleteFrom('tokens').where('expires_at', '<=', time.now()).execute();
    for (const [hash, token] of byHash) if (!isAlive(token)) byHash.delete(hash);
  }

  const find = (text: string) => {
    const token = isTokenText(text) ? byHash.get(hashSecret(text)) : undefined;
    return token && isAlive(token) ? token : undefined;
  };

  const withLink = (token: ClientToken, text: string): TokenGrant => ({
    token,
    text,
    renewal: links.sign(token.ref, text, token.expiresAtMs),
  });

  return {
    find,
    isAlive,
    async issue(restrictions, ttlS) {
      await forgetExpired();
      const text = TOKEN_PREFIX + randomText();
      const now = time.now();
      const token = { ref: ulid(now), restrictions, ttlS, createdAtMs: now, expiresAtMs: now + ttlS * 1_000 };
      await store
        .insertInto('tokens')
        .values({
          ref: token.ref,
          hash: hashSecret(text),
          restrictions: JSON.stringify(restrictions),
          ttl_s: ttlS,
          created_at: token.createdAtMs,
          expires_at: token.expiresAtMs,
        })
        .execute();
      byHash.set(hashSecret(text), token);
      return withLink(token, text);
    },
    async renew(query) {
      const opened = links.open(query);
      const token = opened && find(opened.text);
      if (!token || token.ref !== opened.ref) return undefined;
      const expiresAtMs = Math.max(token.expiresAtMs, time.now() + token.ttlS * 1_000);
      await store.updateTable('tokens').set({ expires_at: expiresAtMs }).where('ref', '=', token.ref).execute();
      token.expiresAtMs = Math.max(token.expiresAtMs, expiresAtMs);
      return withLink(token, opened.text);
    },
  };
}
