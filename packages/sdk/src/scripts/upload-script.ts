import { formatCsv, parseScript, type Script, ScriptError } from '@tactus/motion';
import { isJsonObject, parseJson } from '@tactus/protocol';
import { systemTime, type Time } from '@tactus/time';
import { formatRefusal, httpError, readBodyError } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { withDeadline } from '../client/with-deadline.ts';
import { DeviceError } from '../errors.ts';
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
  /** Default the system's. */
  readonly time?: Time;
}

/** The time for an answer, beside that of the way there; `fetch` does not show how much of a body has left. */
const ANSWER_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 2;

/**
 * Uploads a script to where the device's cloud can fetch it and returns its address. A CSV with fractions is sent with
 * whole numbers, because not every host accepts others. Rejects with a `DeviceError`: the HTTP error of its host, the
 * host's own error as its message, 'No result' for an answer without an address, 'Request aborted', and 'No answer in time' after a
 * minute and half a ms for each byte.
 */
export async function uploadScript(upload: ScriptUpload): Promise<string> {
  const { scriptHost, text, fileName = 'script.csv', fetch } = upload;
  const url = `${scriptHost.replace(/\/+$/, '')}/temp/upload`;
  const type = typeOf(fileName);
  const script = readScript(text, type);
  const sent = script && type === CSV && !isPlain(text) ? formatCsv(script.points) : text;
  const body = new FormData();
  body.append('file', new Blob([sent], { type }), fileName);
  const deadlineMs = ANSWER_MS + sent.length / SLOWEST_BYTES_PER_MS;
  return withDeadline(upload.time ?? systemTime, deadlineMs, upload.signal, async (signal) => {
    const headers = { Accept: 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, credentials: 'omit', body, signal });
    const answer = await readJsonAnswer(response);
    if (!response.ok) throw httpError({ url, response, body: answer });
    const address = readUrl(answer);
    if (script) rememberScriptPoints(address, script.points);
    return address;
  });
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

/** The answer of a script host, which may name another content type than that of its JSON. Text that is no JSON stays text. */
async function readJsonAnswer(response: Response): Promise<unknown> {
  const text = await response.text();
  return parseJson(text) ?? text;
}

function readUrl(answer: unknown): string {
  const refusal = isJsonObject(answer) && answer['error'] === '' ? undefined : readBodyError(answer);
  if (refusal) throw new DeviceError('refused', formatRefusal(refusal), { cause: answer, refusal });
  if (isJsonObject(answer) && typeof answer['url'] === 'string') return answer['url'];
  throw new DeviceError('no-result', 'No result', { cause: answer });
}

const CSV = 'text/csv';
const typeOf = (fileName: string): string => (/\.(funscript|json)$/i.test(fileName) ? 'application/json' : CSV);
