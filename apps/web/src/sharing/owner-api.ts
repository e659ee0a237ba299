import {
  fetchTactus,
  guestCalls,
  type ShareOwnerView,
  type ShareView,
  shareCalls,
  TactusError,
  tactusPathOf,
} from '@tactus/protocol';
import type { Fetch } from '@tactus/sdk';
import { systemRandom } from '@tactus/time';
import { eventStreamRequest } from './guest-api.ts';

/** The terms that an owner sets for a new link: who it is for, the allowed modes, the limits, and how long and for how many it is valid. */
export type ShareTerms = Readonly<
  Pick<ShareView, 'name' | 'allow' | 'limits' | 'uses' | 'viewers'> & { expiresInMs: number }
>;

/** Those terms of a link that an owner changes; of the limits too. */
export type ShareTermsChanges = Partial<Omit<ShareTerms, 'limits'>> & {
  readonly limits?: Partial<ShareTerms['limits']>;
};

/** The calls of an owner to the cloud (docs/sharing.md, "The owner"). Rejects with `TactusError`, or as fetch does. */
export interface OwnerApi {
  read(): Promise<ShareOwnerView>;
  /**
   * Resolves with the id, and the path of the link with its secret, which is sent only this once. Called again with the same terms
   * after a request without an answer, resolves with the link of that request, unless a link was changed or revoked since.
   */
  create(terms: ShareTerms): Promise<{ readonly id: string; readonly path: string }>;
  /** Changes the given fields; takes effect at once, for open sessions too. */
  change(share: Pick<ShareView, 'id' | 'allow' | 'limits'>, changes: ShareTermsChanges): Promise<void>;
  revoke(id: string): Promise<void>;
  sendAway(id: string, session: string): Promise<void>;
  /** Gives control to a guest; null takes it back. */
  setControl(session: string | null): Promise<void>;
  /** The stream of shares and log, ready for fetch. */
  streamRequest(): { readonly url: string; readonly init: RequestInit };
}

/** The calls of an owner, who has the key of a device. */
export function createOwnerApi({
  fetch,
  apiKey,
  connectionKey,
}: {
  readonly fetch: Fetch;
  readonly apiKey: string;
  readonly connectionKey: string;
}): OwnerApi {
  const headers = { 'X-Api-Key': apiKey, 'X-Connection-Key': connectionKey };
  const by = { fetch, headers };
  /**
   * The link whose creation the cloud has not answered, and its `Idempotency-Key`. A change or revocation may be of that very link,
   * which its repeated answer would show as it was before.
   */
  let unanswered: { readonly terms: string; readonly key: string } | undefined;

  async function create(body: ShareTerms) {
    const terms = JSON.stringify(body);
    if (unanswered?.terms !== terms) unanswered = { terms, key: String(systemRandom().next()) };
    const repeatable = { ...headers, 'Idempotency-Key': unanswered.key };
    try {
      const made = await fetchTactus(shareCalls.create, { fetch, headers: repeatable, body });
      unanswered = undefined;
      return made;
    } catch (thrown) {
      // A refusal before the key is read says nothing of the first request.
      if (thrown instanceof TactusError && thrown.isOfCloud && ![401, 429].includes(thrown.status))
        unanswered = undefined;
      throw thrown;
    }
  }

  return {
    read: () => fetchTactus(shareCalls.list, by),
    create,
    async change({ id }, body) {
      unanswered = undefined;
      await fetchTactus(shareCalls.change, { ...by, params: { id }, body });
    },
    async revoke(id) {
      unanswered = undefined;
      await fetchTactus(shareCalls.revoke, { ...by, params: { id } });
    },
    sendAway: (id, session) => fetchTactus(shareCalls.removeGuest, { ...by, params: { id, session } }),
    setControl: async (session) => void (await fetchTactus(guestCalls.setControl, { ...by, body: { session } })),
    streamRequest: () => eventStreamRequest(tactusPathOf(shareCalls.events, {}), headers),
  };
}
