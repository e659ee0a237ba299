import { fieldsOf, parseJson } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { isRelease } from './versions.ts';

/**
 * Time limit of a check, from the request to the last byte.
 * @internal
 */
export const CHECK_TIME_LIMIT_MS = 10_000;

/**
 * The longest answer that is read, unpacked.
 * @internal
 */
export const ANSWER_LIMIT_BYTES = 256 * 1024;

/** All that the request says of its sender; the connection shows its address. */
const HEADERS = { accept: 'application/json', 'user-agent': 'tactus' };

/**
 * Reads the newest version from a JSON file with a field `version`. Rejects with a sentence where that is not possible; no other
 * address than the given one is asked.
 */
export async function readNewestVersion(address: string, time: Time, signal: AbortSignal): Promise<string> {
  const overtime = new AbortController();
  const cancelDeadline = time.after(CHECK_TIME_LIMIT_MS, () =>
    overtime.abort(new Error(`there was no answer within ${CHECK_TIME_LIMIT_MS / 1_000} s`)),
  );
  try {
    const response = await fetch(address, {
      headers: HEADERS,
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.any([signal, overtime.signal]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`it answered ${response.status}`);
    }
    return versionIn(await readText(response));
  } finally {
    cancelDeadline();
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > ANSWER_LIMIT_BYTES) throw new Error(`its answer is longer than ${ANSWER_LIMIT_BYTES / 1_024} KiB`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function versionIn(text: string): string {
  const { version } = fieldsOf(parseJson(text));
  if (typeof version !== 'string' || !isRelease(version))
    throw new Error('its answer is no JSON with a "version" such as 1.2.3');
  return version;
}
