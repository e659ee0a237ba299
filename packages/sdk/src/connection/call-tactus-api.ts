import { readAnswerBody } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { COMMAND_NUMBER_HEADER } from '../client/command-numbers.ts';
import { credentialHeaders } from '../client/request.ts';
import { tactusApiBaseOf } from './stream-request.ts';

/**
 * Calls our own API of a cloud (`/api/tactus`). `secret`: the creator's secret of a resource; else the application's
 * credential is used. The answer is read to its end: until then it would hold a connection.
 */
export async function callTactusApi(
  { apiBase, apiKey, fetch }: { readonly apiBase: string; readonly apiKey: string; readonly fetch: Fetch },
  { method, path, body, secret, sequence, connectionKey }: OwnRequest,
): Promise<OwnAnswer> {
  const answer = await fetch(`${tactusApiBaseOf(apiBase)}${path}`, {
    method,
    credentials: 'omit',
    // A page that is left may still end what it holds.
    keepalive: true,
    headers: {
      Accept: 'application/json',
      ...credentialHeaders(secret ? { bearer: secret } : { apiKey }),
      ...(connectionKey && { 'X-Connection-Key': connectionKey }),
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
  /** The numbers of a Stop, for `X-Tactus-Sequence`; none or '' for no number. */
  readonly sequence?: string | undefined;
  readonly connectionKey?: string;
}
