import type { Time } from '@tactus/time';

/** A connection key with its secret. */
export interface IssuedKey {
  readonly connectionKey: string;
  readonly secret: string;
}

const ANSWER_WITHIN_MS = 10_000;

/** Requests a key and its secret from a cloud. Rejects with an Error whose message is one sentence. */
export async function requestDeviceKey(url: string, label: string, time: Time): Promise<IssuedKey> {
  const tooLate = new AbortController();
  const cancelTimer = time.after(ANSWER_WITHIN_MS, () => tooLate.abort());
  try {
    const response = await post(`${url}/api/tactus/device-keys`, { label }, tooLate.signal);
    const body: unknown = await response.json().catch(() => undefined);
    const key = readKey(body);
    if (response.status === 201 && key) return key;
    throw new Error(`${url} gave no key (HTTP ${response.status}): ${readMessage(body)}`);
  } finally {
    cancelTimer();
  }
}

async function post(address: string, body: unknown, signal: AbortSignal): Promise<Response> {
  try {
    const headers = { 'content-type': 'application/json' };
    return await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal });
  } catch (error) {
    throw new Error(`${new URL(address).origin} cannot be reached. Is the cloud running? (npm start)`, {
      cause: error,
    });
  }
}

function readKey(body: unknown): IssuedKey | undefined {
  if (typeof body !== 'object' || body === null || !('connectionKey' in body) || !('secret' in body)) return undefined;
  const { connectionKey, secret } = body;
  return typeof connectionKey === 'string' && typeof secret === 'string' ? { connectionKey, secret } : undefined;
}

function readMessage(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message : 'it is no Tactus cloud, or an older one';
}
