import { type DecodedEvent, decodeEvent, type EventName, endpointOf } from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { httpError, readBody } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { addressOf, credentialHeaders } from '../client/request.ts';
import { DeviceError, toDeviceError } from '../errors.ts';
import { REOPEN_MS, reopenDelayMs } from './back-off.ts';

/** A stream that says nothing for this long, not even a comment, is taken for dead (api-v3.md 4.3). */
const SILENCE_MS = 45_000;

/** A wrong key, missing credentials, a token for something else: asking again gives the same answer. */
const HOPELESS_STATUSES: readonly (number | undefined)[] = [400, 401, 403];

/** Which stream to open, and who hears it. */
export interface EventStreamOptions {
  readonly baseUrl: string;
  readonly apiVersion?: string | undefined;
  readonly apiKey: string | undefined;
  readonly connectionKey: string | undefined;
  /** Only these events; all when left out. */
  readonly events?: readonly EventName[] | undefined;
  /** Where the keys travel: in headers towards a cloud that says it can, else in the query (decisions.md 31). */
  readonly keysIn: 'headers' | 'query';
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  /** A good answer came: events follow. */
  readonly onOpen: () => void;
  readonly onEvent: (event: DecodedEvent) => void;
  /** A frame that is no event of the contract. */
  readonly onUnknown: (frame: { name: string | undefined; data: string }) => void;
  /** The stream broke or was refused. `final`: it is not opened again, because no retry can help. */
  readonly onError: (error: DeviceError, final: boolean) => void;
}

/** An event stream that keeps itself open. */
export interface EventStream {
  /** Whether events arrive at the moment. */
  readonly connected: boolean;
  /** Opens it now when it waits for its next attempt; does nothing when it is open. */
  nudge(): void;
  /** Ends it for good. */
  close(): void;
}

/**
 * Opens the live event stream by fetch and keeps it open: reconnects with back-off, resumes with `Last-Event-ID` where
 * frames carry ids. Throws 'Handy API SSE config not set' when base, application key or connection key is missing.
 */
export function openEventStream(options: EventStreamOptions): EventStream {
  const { time } = options;
  if (!options.baseUrl || !options.apiKey || !options.connectionKey)
    throw new DeviceError('not-initialized', 'Handy API SSE config not set');

  let closed = false;
  let connected = false;
  let failures = 0;
  let reopenMs = REOPEN_MS;
  let lastEventId: string | undefined;
  let current = new AbortController();
  let stopWaiting: Undo | undefined;

  const parser = createParser({
    onEvent: hear,
    onRetry: (retryMs) => {
      reopenMs = retryMs;
    },
  });

  function hear({ event, data, id }: EventSourceMessage): void {
    if (id !== undefined) lastEventId = id;
    failures = 0;
    const decoded = decodeEvent(event, data);
    if (decoded) options.onEvent(decoded);
    else options.onUnknown({ name: event, data });
  }

  async function attempt(controller: AbortController): Promise<void> {
    stopWaiting = undefined;
    const silence = watchSilence(time, () =>
      controller.abort(new DeviceError('timeout', 'The event stream is silent')),
    );
    try {
      const { url, init } = streamRequest(options, lastEventId);
      const response = await options.fetch(url, { ...init, signal: controller.signal });
      if (!response.ok || !response.body) {
        const body = await readBody(response);
        throw httpError({ endpoint: endpointOf('sse.events'), url, response, body });
      }
      if (controller.signal.aborted) throw controller.signal.reason;
      connected = true;
      options.onOpen();
      parser.reset();
      await feed(response.body, controller.signal, (text) => {
        silence.heard();
        parser.feed(text);
      });
      throw new DeviceError('network', 'The event stream ended');
    } catch (thrown) {
      if (!closed && controller === current)
        fail(thrown instanceof DeviceError ? thrown : reasonOf(controller, thrown));
    } finally {
      silence.end();
    }
  }

  function fail(error: DeviceError): void {
    connected = false;
    const final = HOPELESS_STATUSES.includes(error.http?.status);
    failures += 1;
    if (final) closed = true;
    else stopWaiting = time.after(reopenDelayMs(failures, reopenMs, options.random.next()), start);
    options.onError(error, final);
  }

  function start(): void {
    current = new AbortController();
    void attempt(current);
  }

  start();

  return {
    get connected() {
      return connected;
    },
    nudge() {
      if (closed || !stopWaiting) return;
      stopWaiting();
      start();
    },
    close() {
      closed = true;
      connected = false;
      stopWaiting?.();
      current.abort();
    },
  };
}

/** The request for the stream. The keys stand in the address only where the cloud reads them nowhere else. */
function streamRequest(options: EventStreamOptions, lastEventId: string | undefined) {
  const { apiKey = '', connectionKey = '' } = options;
  const headers: Record<string, string> = { Accept: 'text/event-stream' };
  const query = new URLSearchParams();
  if (options.keysIn === 'headers') {
    Object.assign(headers, credentialHeaders({ apiKey, bearer: undefined, basic: undefined }));
    headers['X-Connection-Key'] = connectionKey;
  } else {
    query.set('apikey', apiKey);
    query.set('ck', connectionKey);
  }
  if (options.events) query.set('events', options.events.join(','));
  if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId;
  const init = { method: 'GET', headers, credentials: 'omit', cache: 'no-store' } as const;
  return { url: addressOf(options, '/sse', query), init };
}

async function feed(body: ReadableStream<Uint8Array>, signal: AbortSignal, hear: (text: string) => void) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => undefined); // the stream is broken already then
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (signal.aborted) break;
      hear(decoder.decode(chunk.value, { stream: true }));
    }
    if (signal.aborted) throw signal.reason;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** A browser turns the reason of an abort into an error of its own: the reason itself says more. */
function reasonOf(controller: AbortController, thrown: unknown): DeviceError {
  const reason: unknown = controller.signal.reason;
  return reason instanceof DeviceError ? reason : toDeviceError(thrown);
}

function watchSilence(time: Time, onSilence: () => void) {
  let stop = time.after(SILENCE_MS, onSilence);
  return {
    heard() {
      stop();
      stop = time.after(SILENCE_MS, onSilence);
    },
    end: () => stop(),
  };
}
