import { readAnswerBody } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { COMMAND_NUMBER_HEADER } from '../client/command-numbers.ts';
import { credentialHeaders } from '../client/request.ts';
import { tactusApiBaseOf } from '../connection/stream-request.ts';
import type { CloudFeatures } from '../device-api.ts';

/** The cloud of the devices of a group, as they were created for it. */
export interface GroupCloud {
  /** The REST base, for example `/api/handy-rest/v3`. */
  readonly apiBase: string;
  /** Application id or client token. */
  readonly apiKey: string;
  readonly features?: CloudFeatures | undefined;
  readonly fetch: Fetch;
}

/**
 * Calls our own API of a cloud (`/api/tactus`). `secret`: the creator's secret of a resource; else the application's
 * credential is used. The answer is read to its end: until then it would hold a connection.
 */
export async function callTactusApi(
  { apiBase, apiKey, fetch }: GroupCloud,
  { method, path, body, secret, sequence }: OwnRequest,
): Promise<OwnAnswer> {
  const credential = credentialHeaders({ apiKey, bearer: undefined, basic: undefined });
  const answer = await fetch(`${tactusApiBaseOf(apiBase)}${path}`, {
    method,
    credentials: 'omit',
    headers: {
      Accept: 'application/json',
      ...(secret === undefined ? credential : { Authorization: `Bearer ${secret}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(sequence && { [COMMAND_NUMBER_HEADER]: sequence }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ok: answer.ok, body: await readAnswerBody(answer) };
}

interface OwnAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: unknown;
}

interface OwnRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly secret?: string;
  /** The numbers of a Stop, for `X-Tactus-Sequence`; '' for none. */
  readonly sequence?: string;
}
