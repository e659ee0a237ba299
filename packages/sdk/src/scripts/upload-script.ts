import { parseScript, ScriptError } from '@tactus/motion';
import type { Fetch } from '../client/client.ts';
import { redactUrl } from '../client/redact.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import { rememberScript } from './seen-scripts.ts';

/** A script on its way to a script host. */
export interface ScriptUpload {
  /** The script host, for example `/api/script/v0` (decisions.md 63). */
  readonly scriptHost: string;
  /** The script's text: CSV, or funscript where the host takes it (decisions.md 17). */
  readonly text: string;
  /** Default `script.csv`. */
  readonly fileName?: string;
  readonly fetch: Fetch;
  readonly signal?: AbortSignal;
}

/**
 * Brings a script to where the device's cloud can fetch it (product.md 7) and gives its address. Rejects with a
 * `DeviceError` whose message is the host's own error, with 'No result' for an answer without an address, and with
 * 'Request aborted'.
 */
export async function uploadScript(upload: ScriptUpload): Promise<string> {
  const { scriptHost, text, fileName = 'script.csv', signal } = upload;
  const url = `${scriptHost.replace(/\/+$/, '')}/temp/upload`;
  const body = new FormData();
  body.append('file', new Blob([text], { type: typeOf(fileName) }), fileName);
  try {
    const response = await upload.fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      body,
      ...(signal && { signal }),
    });
    const address = readUrl(await response.json().catch(() => undefined), response, url);
    remember(address, text, typeOf(fileName));
    return address;
  } catch (thrown) {
    throw signal?.aborted ? abortedError(thrown) : toDeviceError(thrown);
  }
}

/** What cannot be read here is its host's to judge: then nothing is known of it. */
function remember(address: string, text: string, type: string): void {
  try {
    rememberScript(address, parseScript(text, type).points);
  } catch (thrown) {
    if (!(thrown instanceof ScriptError)) throw thrown;
  }
}

function readUrl(answer: unknown, { ok, status, statusText }: Response, url: string): string {
  const { url: address, error } = isFields(answer) ? answer : {};
  const failed = typeof error === 'string' && error !== '';
  const http = { kind: 'api', url: redactUrl(url), status, statusText, body: answer } as const;
  if (failed || !ok)
    throw new DeviceError(ok ? 'refused' : 'api', failed ? error : statusText || `HTTP status ${status}`, {
      cause: answer,
      ...(!ok && { http }),
    });
  if (typeof address !== 'string') throw new DeviceError('no-result', 'No result', { cause: answer });
  return address;
}

const typeOf = (fileName: string): string => (/\.(funscript|json)$/i.test(fileName) ? 'application/json' : 'text/csv');

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
