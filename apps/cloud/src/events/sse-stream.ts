import type { ServerResponse } from 'node:http';
import type { FrameSink } from './hub.ts';

/** An event stream on its way to one client. */
export interface SseStream extends FrameSink {
  /** Runs once when the stream is over, however it ended. */
  onClose(run: () => void): void;
}

/** Bytes that may wait for a client that reads too slowly; one more and it is dropped. */
const MAX_WAITING_BYTES = 256 * 1024;

/** When a silent connection is first probed; the system gives up on a dead peer ten seconds later. */
const KEEP_ALIVE_PROBE_MS = 5_000;

/**
 * Opens an event stream on a response. It is sent without chunk framing and ends with the connection, so a frame is one
 * write of bytes that all streams share. What the client does not take stays in the socket's own queue, which is bounded;
 * a client that has not taken everything at two heartbeats in a row is dropped as well. `isAllowed` says, at every
 * heartbeat, whether whoever opened the stream may still read it.
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
  response.socket?.setNoDelay(true);
  response.socket?.setKeepAlive(true, KEEP_ALIVE_PROBE_MS);

  // A client that goes away while it is written to is no error of ours: `close` follows.
  response.on('error', () => response.destroy());
  let waitedAtLastBeat = false;

  function write(frame: Buffer): void {
    if (response.destroyed || response.writableEnded) return;
    response.write(frame);
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  }

  return {
    write,
    beat(frame) {
      const waits = response.writableLength > 0;
      if (waits && waitedAtLastBeat) response.destroy();
      else if (isAllowed()) write(frame);
      else response.end();
      waitedAtLastBeat = waits;
    },
    end: () => void response.end(),
    onClose: (run) => void response.once('close', run),
  };
}
