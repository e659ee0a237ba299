import { formatCsv, parseScript, type Script, ScriptError } from '@tactus/motion';
import { formatRefusal, readBodyError } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { redactUrl } from '../client/redact.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import { rememberScriptPoints } from './seen-scripts.ts';

/** An upload of a script to a script host. */
export interface ScriptUpload {
  /** The script host, for example `/api/script/v0`. */
  readonly scriptHost: string;
  /** The script's text: CSV, or funscript where the host accepts it. */
  readonly text: string;
  /** Default `script.csv`. */
  readonly fileName?: string;
  readonly fetch: Fetch;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a script to where the device's cloud can fetch it and returns its address. A CSV with fractions is sent with
 * whole numbers, because not every host accepts others. Rejects with a `DeviceError` whose message is the host's own
 * error, with 'No result' for an answer without an address, and with 'Request aborted'.
 */
export async function uploadScript(upload: ScriptUpload): Promise<string> {
  const { scriptHost, text, fileName = 'script.csv', signal, fetch } = upload;
  const url = `${scriptHost.replace(/\/+$/, '')}/temp/upload`;
  const type = typeOf(fileName);
  const script = readScript(text, type);
  const sent = script && type === CSV && !isPlain(text) ? formatCsv(script.points) : text;
  const body = new FormData();
  body.append('file', new Blob([sent], { type }), fileName);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      body,
      ...(signal && { signal }),
    });
    const address = readUrl(await response.json().catch(() => undefined), response, url);
    if (script) rememberScriptPoints(address, script.points);
    return address;
  } catch (thrown) {
    throw signal?.aborted ? abortedError(thrown) : toDeviceError(thrown);
  }
}

/** A script that cannot be read here is left to its host: its points are unknown then. */
function readScript(text: string, type: string): Script | undefined {
  try {
    return parseScript(text, type);
  } catch (thrown) {
    if (thrown instanceof ScriptError) return undefined;
    throw thrown;
  }
}

/** Whether the lines of a CSV have digits only: no fraction, no exponent and no comma at the end. Comments do not count. */
const isPlain = (csv: string): boolean => !/^[^#\n]*?([.e]|,\s*$)/im.test(csv);

function readUrl(answer: unknown, { ok, status, statusText }: Response, url: string): string {
  const { url: address, error } = Object(answer) as Readonly<Record<string, unknown>>;
  const refusal = error === '' ? undefined : readBodyError(answer);
  const http = { kind: 'api', url: redactUrl(url), status, statusText, body: answer } as const;
  if (refusal || !ok)
    throw new DeviceError(
      ok ? 'refused' : 'api',
      refusal ? formatRefusal(refusal) : statusText || `HTTP status ${status}`,
      {
        cause: answer,
        ...(refusal && { refusal }),
        ...(!ok && { http }),
      },
    );
  if (typeof address !== 'string') throw new DeviceError('no-result', 'No result', { cause: answer });
  return address;
}

const CSV = 'text/csv';
const typeOf = (fileName: string): string => (/\.(funscript|json)$/i.test(fileName) ? 'application/json' : CSV);
