import { type IncomingMessage, request } from 'node:http';
import { DeviceRefusal, SCRIPT_DOWNLOAD_MAX_MS } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { JobBytes } from '../../parsing/job-bytes.ts';
import { type CheckedDownloadUrl, checkDownloadUrl, type DownloadPolicy } from './check-download-url.ts';
import { downloadRefusal } from './download-refusal.ts';
import type { DownloadNetwork } from './network.ts';
import { ACCEPTED_ENCODINGS, readDownloadBody } from './receive-download.ts';

const MAX_REDIRECTS = 5;

const HEADER_LIMIT_BYTES = 16 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The policy and the network of a download. */
export interface DownloadTools {
  readonly policy: DownloadPolicy;
  readonly network: DownloadNetwork;
  readonly time: Time;
}

/** A downloaded file. `type` is '' where the server sent none. */
export interface DownloadedFile {
  readonly bytes: JobBytes;
  readonly type: string;
}

/**
 * Downloads a file from a place that the policy allows; every redirect is checked anew. Rejects with
 * `DeviceRefusal` 4001 and a reason, or with the signal's reason when that aborts.
 */
export async function downloadText(
  url: URL,
  tools: DownloadTools,
  callerSignal?: AbortSignal,
): Promise<DownloadedFile> {
  const overtime = new AbortController();
  const limit = downloadRefusal(`The script did not arrive within ${SCRIPT_DOWNLOAD_MAX_MS / 1_000} s`);
  // From the first look-up to the last byte.
  const cancelDeadline = tools.time.after(SCRIPT_DOWNLOAD_MAX_MS, () => overtime.abort(limit));
  const signal = callerSignal ? AbortSignal.any([callerSignal, overtime.signal]) : overtime.signal;
  try {
    const response = await follow(url, tools, signal);
    return { bytes: await readDownloadBody(response, signal), type: response.headers['content-type'] ?? '' };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeviceRefusal) throw error;
    throw downloadRefusal('The script host could not be reached, or broke off its answer');
  } finally {
    cancelDeadline();
  }
}

/** Follows redirects to the answer 200. */
async function follow(first: URL, { policy, network }: DownloadTools, signal: AbortSignal): Promise<IncomingMessage> {
  let url = first;
  let cameFrom: CheckedDownloadUrl | undefined;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const destination = await orAborted(checkDownloadUrl(url, policy, network), signal);
    // Only the client's own URL may use the allow-list, not a redirect of a public page.
    if (cameFrom?.isPublic && !destination.isPublic)
      throw downloadRefusal('The script host redirected to a place that is not public');
    const response = await fetchFrom(destination, network, signal);
    const status = response.statusCode ?? 0;
    if (status === 200) return response;
    response.destroy();
    if (!REDIRECTS.has(status)) throw downloadRefusal(`The script host answered ${status}`);
    url = nextUrl(url, response.headers.location);
    cameFrom = destination;
  }
  throw downloadRefusal(`The script host redirected more than ${MAX_REDIRECTS} times`);
}

function nextUrl(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href))
    throw downloadRefusal('The script host redirected to no address');
  const next = new URL(location, from);
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw downloadRefusal('The script host redirected from https to http');
  return next;
}

/** Sends one request, without a key, cookie or referrer of the caller. */
function fetchFrom({ url, host, port, addresses }: CheckedDownloadUrl, network: DownloadNetwork, signal: AbortSignal) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      createConnection: () => network.connect({ host, port, addresses, secure: url.protocol === 'https:' }),
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        accept: 'text/csv, application/json, */*;q=0.5',
        'accept-encoding': ACCEPTED_ENCODINGS,
        'user-agent': 'tactus',
      },
      maxHeaderSize: HEADER_LIMIT_BYTES,
      signal,
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    // A protocol upgrade ends without an answer and without an error.
    outgoing.on('close', () => reject(new Error('Closed without an answer')));
    outgoing.end();
  });
}

/** A look-up cannot be cancelled; its result is ignored after the signal. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
