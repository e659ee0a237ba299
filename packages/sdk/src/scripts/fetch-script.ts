import { parseScript, type Script, ScriptError } from '@tactus/motion';
import { httpError, readAnswerBody } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import { rememberScriptPoints } from './seen-scripts.ts';

/**
 * Fetches a script and reads it by its content type. Rejects with a `DeviceError`: 'Invalid type' for a type other than
 * CSV or JSON, the specification's texts for an invalid script, the HTTP error of its host, and 'Request aborted'.
 */
export async function fetchScript(request: {
  readonly url: string;
  readonly fetch: Fetch;
  readonly signal?: AbortSignal;
}): Promise<Script> {
  const { url, signal, fetch } = request;
  try {
    const response = await fetch(url, { credentials: 'omit', ...(signal && { signal }) });
    if (!response.ok) throw httpError({ url, response, body: await readAnswerBody(response) });
    const script = parseScript(await response.text(), response.headers.get('content-type') ?? '');
    rememberScriptPoints(url, script.points);
    return script;
  } catch (thrown) {
    if (thrown instanceof ScriptError) throw new DeviceError('bad-input', thrown.message, { cause: thrown });
    throw signal?.aborted ? abortedError(thrown) : toDeviceError(thrown);
  }
}
