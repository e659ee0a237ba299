import { endpointOf, isJsonObject } from '@tactus/protocol';
import { type Random, startStopwatch, type Time, type Undo } from '@tactus/time';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { httpError, readAnswerBody } from '../client/answer.ts';
import type { Fetch } from '../client/client.ts';
import { DeviceError, toDeviceError } from '../errors.ts';
import { REOPEN_DELAY_MS, rateLimitWaitMs, reopenDelayMs } from './back-off.ts';

/** A stream without a byte for this long, not even a comment, counts as dead. */
const SILENCE_MS = 45_000;
/** The same where the network may have changed, from a cloud that sends a comment every 15 s, as ours does. */
const NUDGED_SILENCE_MS = 20_000;

/** A wrong key, missing credentials, a token for something else; something between this program and the cloud may answer so too. */
const isRefused = ({ http }: DeviceError): boolean => [400, 401, 403].includes(http?.status ?? 0);

/** Whether the cloud itself refuses, which answers in JSON: a retry gets the same answer. */
export const isRefusedByCloud = (error: DeviceError): boolean => isRefused(error) && isJsonObject(error.http?.body);

/** A frame as received. */
export interface ReceivedFrame {
  readonly name: string | undefined;
  readonly data: string;
  readonly id: string | undefined;
}

/** The options of a stream of frames. */
export interface FrameStreamOptions {
  /** Builds the request of the next attempt. */
  readonly request: () => { readonly url: string; readonly init: RequestInit };
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  /** A stream without a byte for this long, not even a comment, counts as dead, ms; default 45 s. */
  readonly silenceMs?: number;
  /** The same once it was nudged, for a cloud that sends comments; default 20 s. */
  readonly nudgedSilenceMs?: number | undefined;
  /**
   * How many refusals in a row without a JSON body are final; default: none. Our cloud says in JSON why it refuses: any
   * other refusal is of something in between, and passes.
   */
  readonly bareRefusalsMax?: number | undefined;
  /** Called when the stream is accepted: frames follow. */
  readonly onOpen: () => void;
  readonly onFrame: (frame: ReceivedFrame) => void;
  /** Called when anything arrives, if only a comment. */
  readonly onAlive?: (() => void) | undefined;
  /** Called when the stream broke or was refused. `final`: it is not opened again, because no retry can help. */
  readonly onError: (error: DeviceError, final: boolean) => void;
}

/** An event stream that reconnects by itself. */
export interface EventStream {
  /** Whether the stream is open. */
  readonly connected: boolean;
  /** Opens the stream now when it waits for its next attempt, and again soon when it is open but seems dead. */
  nudge(): void;
  /** Closes it for good. */
  close(): void;
}

/** Opens a stream of frames by fetch and reconnects with back-off. */
export function openFrameStream(options: FrameStreamOptions): EventStream {
  const { time, fetch, bareRefusalsMax } = options;
  let closed = false;
  let connected = false;
  let failures = 0;
  let refusals = 0;
  let reopenMs = REOPEN_DELAY_MS;
  let current = new AbortController();
  let cancelWait: Undo | undefined;
  let silence: ReturnType<typeof watchSilence> | undefined;

  const parser = createParser({
    onEvent: receive,
    onRetry: (retryMs) => {
      reopenMs = retryMs;
    },
  });

  function receive({ event, data, id }: EventSourceMessage): void {
    failures = 0;
    options.onFrame({ name: event, data, id });
  }

  async function attempt(controller: AbortController): Promise<void> {
    cancelWait = undefined;
    const mine = watchSilence(time, options, () =>
      controller.abort(new DeviceError('timeout', 'The event stream is silent')),
    );
    silence = mine;
    try {
      const { url, init } = options.request();
      const response = await fetch(url, { ...init, signal: controller.signal });
      if (!response.ok || !response.body) {
        const body = await readAnswerBody(response);
        throw httpError({ endpoint: endpointOf('sse.events'), url, response, body });
      }
      if (controller.signal.aborted) throw controller.signal.reason;
      connected = true;
      options.onOpen();
      parser.reset();
      await feed(response.body, controller.signal, (text) => {
        mine.restart();
        options.onAlive?.();
        parser.feed(text);
      });
      throw new DeviceError('network', 'The event stream ended');
    } catch (thrown) {
      if (!closed && controller === current)
        fail(thrown instanceof DeviceError ? thrown : reasonOf(controller, thrown));
    } finally {
      mine.end();
    }
  }

  function fail(error: DeviceError): void {
    connected = false;
    failures += 1;
    refusals = isRefused(error) ? refusals + 1 : 0;
    const final = isRefusedByCloud(error) || refusals === bareRefusalsMax;
    if (final) closed = true;
    else {
      const delayMs = reopenDelayMs(failures, reopenMs, options.random.next());
      cancelWait = time.after(Math.max(delayMs, rateLimitWaitMs(error)), start);
    }
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
      if (closed) return;
      if (!cancelWait) return silence?.shorten();
      cancelWait();
      start();
    },
    close() {
      closed = true;
      connected = false;
      cancelWait?.();
      current.abort();
    },
  };
}

async function feed(body: ReadableStream<Uint8Array>, signal: AbortSignal, receive: (text: string) => void) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => undefined); // the stream is broken by then
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (signal.aborted) break;
      receive(decoder.decode(chunk.value, { stream: true }));
    }
    if (signal.aborted) throw signal.reason;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** A browser replaces the reason of an abort by an error of its own: the reason itself is more precise. */
function reasonOf(controller: AbortController, thrown: unknown): DeviceError {
  const reason: unknown = controller.signal.reason;
  return reason instanceof DeviceError ? reason : toDeviceError(thrown);
}

function watchSilence(
  time: Time,
  {
    silenceMs = SILENCE_MS,
    nudgedSilenceMs = NUDGED_SILENCE_MS,
  }: Pick<FrameStreamOptions, 'silenceMs' | 'nudgedSilenceMs'>,
  onSilence: () => void,
) {
  let stop: Undo = () => undefined;
  let silentMs = startStopwatch(time);
  const wait = (ms: number) => {
    stop();
    stop = time.after(ms, onSilence);
  };
  const restart = () => {
    silentMs = startStopwatch(time);
    wait(silenceMs);
  };
  restart();
  return {
    restart,
    /** Waits less for the next piece. */
    shorten: () => wait(Math.max(0, Math.min(silenceMs, nudgedSilenceMs) - silentMs())),
    end: () => stop(),
  };
}
