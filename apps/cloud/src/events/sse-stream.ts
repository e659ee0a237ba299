import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { wasClosedByPeer } from '../http/closed-by-peer.ts';
import type { FrameSink } from './frames.ts';

/** An open event stream to one client. */
export interface SseStream extends FrameSink {
  /** Runs once when the stream is over; `byPeer`: because the client has closed it. */
  onClose(run: (byPeer: boolean) => void): void;
}

/** Bytes that may wait for a slow client; above this, the client is disconnected. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * Delay before the first probe of a silent connection. The system sends none while bytes are not acknowledged: a peer whose network is gone
 * is then dropped only after about a quarter of an hour.
 */
const KEEP_ALIVE_PROBE_MS = 5_000;

/**
 * Opens an event stream on a response. It is sent without chunk framing and ends with the connection, so a frame is one
 * write of bytes that all streams share, to the socket itself. Bytes that the client has not read wait in the socket's own
 * queue, which is bounded; a client with unread bytes at two heartbeats in a row is disconnected as well.
 * `isAllowed`, called at every heartbeat, returns whether the client may still read the stream.
 */
export function openSseStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
  isAllowed: () => boolean,
): SseStream {
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  response.flushHeaders();
  // A client that disconnects during a write is no error of the cloud: `close` follows.
  response.on('error', () => response.destroy());
  return new ResponseStream(response, isAllowed);
}

/** A class, because there are thousands of streams. */
class ResponseStream implements SseStream {
  readonly #response: ServerResponse;
  readonly #out: Writable;
  readonly #isAllowed: () => boolean;
  #waitedAtLastBeat = false;

  constructor(response: ServerResponse, isAllowed: () => boolean) {
    this.#response = response;
    this.#isAllowed = isAllowed;
    const { socket } = response;
    // A request that was injected without a network has no real socket; a pipelined one has none yet.
    this.#out = socket instanceof Socket ? socket : response;
    if (!(socket instanceof Socket)) return;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
  }

  write(frame: Buffer): void {
    const out = this.#out;
    if (out.destroyed || this.#response.writableEnded) return;
    out.write(frame);
    if (out.writableLength > MAX_WAITING_BYTES) this.#response.destroy();
  }

  beat(frame: Buffer): void {
    const waits = this.#out.writableLength > 0;
    if (waits && this.#waitedAtLastBeat) this.#response.destroy();
    else if (this.#isAllowed()) this.write(frame);
    else this.end();
    this.#waitedAtLastBeat = waits;
  }

  end(): void {
    this.#response.end();
  }

  onClose(run: (byPeer: boolean) => void): void {
    const out = this.#out;
    const isByPeer = () => (out instanceof Socket ? wasClosedByPeer(out) : !this.#response.writableEnded);
    this.#response.once('close', () => run(isByPeer()));
  }
}
