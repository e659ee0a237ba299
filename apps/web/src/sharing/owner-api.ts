import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';
import { APP_CLOUD_ORIGIN } from './app-cloud.ts';
import { errorNameOf } from './guest-api.ts';
import { decodeNewLink, decodeShares, type SharesView, type ShareTerms } from './shares.ts';

/** The error of a request of an owner that the cloud refused; `status` is the HTTP status. */
export class ShareError extends Error {
  override readonly name = 'ShareError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The calls of an owner to the cloud (docs/sharing.md, "The owner"). Rejects with `ShareError`, or as fetch does. */
export interface OwnerApi {
  read(): Promise<SharesView>;
  /** Resolves with the id, and the path of the link with its secret, which is sent only this once. */
  create(terms: ShareTerms): Promise<{ readonly id: string; readonly path: string }>;
  /** Changes the given fields; takes effect at once, for open sessions too. */
  change(id: string, changes: Partial<ShareTerms>): Promise<void>;
  revoke(id: string): Promise<void>;
  sendAway(id: string, session: string): Promise<void>;
  /** Gives control to a guest; null takes it back. */
  setControl(session: string | null): Promise<void>;
  /** The stream of shares and log, ready for fetch. */
  streamRequest(): { readonly url: string; readonly init: RequestInit };
}

const message = z.object({ error: z.object({ message: z.string() }) });

/** The calls of an owner, who has the key of a device. */
export function createOwnerApi(parts: {
  readonly fetch: Fetch;
  readonly apiKey: string;
  readonly connectionKey: string;
}): OwnerApi {
  const keys = { 'X-Api-Key': parts.apiKey, 'X-Connection-Key': parts.connectionKey };

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await parts.fetch(`${APP_CLOUD_ORIGIN}${path}`, {
      method,
      headers: { Accept: 'application/json', ...keys, ...(body && { 'Content-Type': 'application/json' }) },
      credentials: 'omit',
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => undefined); // 204 has no body
    if (response.ok) return answer;
    const parsed = z.safeParse(message, answer);
    throw new ShareError(response.status, parsed.success ? parsed.data.error.message : errorNameOf(answer));
  }

  return {
    async read() {
      const view = decodeShares(await call('GET', ''));
      if (!view) throw new ShareError(200, 'The answer is no list of shares');
      return view;
    },
    async create(terms) {
      const grant = decodeNewLink(await call('POST', '', terms));
      if (!grant) throw new ShareError(200, 'The answer is no share');
      return grant;
    },
    change: async (id, changes) => void (await call('PATCH', `/${id}`, changes)),
    revoke: async (id) => void (await call('DELETE', `/${id}`)),
    sendAway: async (id, session) => void (await call('DELETE', `/${id}/sessions/${session}`)),
    setControl: async (session) => void (await call('PUT', '/control', { session })),
    streamRequest: () => ({
      url: `${APP_CLOUD_ORIGIN}/events`,
      init: { headers: { Accept: 'text/event-stream', ...keys }, credentials: 'omit', cache: 'no-store' },
    }),
  };
}
