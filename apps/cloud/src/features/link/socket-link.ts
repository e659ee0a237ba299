import type { Socket } from 'node:net';
import {
  decodeLinkFrame,
  encodeLinkFrame,
  LINK_HELLO_WITHIN_MS,
  LINK_PING_EVERY_MS,
  LINK_SILENCE_MAX_MS,
  type LinkFrame,
  type LinkRefusal,
  linkRefusals,
} from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { WebSocket } from 'ws';
import type { Log } from '../../observability/logger.ts';
import type { EventLoopTurns } from '../../rate-limit/event-loop-turns.ts';
import type { DeviceLinkManager } from './device-link-manager.ts';
import { createFrameQueue } from './frame-queue.ts';
import type { LinkConnection, RemoteDevice } from './remote-device.ts';

/** A newly opened WebSocket and its connection. */
export interface OpenedSocket {
  readonly webSocket: WebSocket;
  readonly tcp: Socket;
  readonly address: string;
  /** Called once when the socket is identified or closed. */
  readonly onKnown: Undo;
  /** Called once when the socket is closed. */
  readonly onOver: Undo;
}

interface Options {
  readonly links: DeviceLinkManager;
  readonly time: Time;
  readonly turns: EventLoopTurns;
  readonly log: Log;
}

/** Limit of bytes that wait to be sent; above it, the device reads too slowly. */
const UNSENT_MAX_BYTES = 1_024 * 1_024;
/** Frames in a row of no known type or shape; a later version of the link may send some. */
const UNREADABLE_MAX = 256;
/** Time for the last frame to leave before the connection is cut. */
const FLUSH_WITHIN_MS = 2_000;
/** WebSocket codes of an orderly end: done, and a page that was left. */
const GOODBYES: ReadonlySet<number> = new Set([1_000, 1_001]);
const PING = encodeLinkFrame({ type: 'ping' }) ?? '';
const PONG = encodeLinkFrame({ type: 'pong' }) ?? '';

/** Serves a socket; returns the connection, by which this side can end it. */
export function serveLinkSocket(opened: OpenedSocket, { links, time, turns, log }: Options): LinkConnection {
  const { webSocket, tcp, address } = opened;
  let device: RemoteDevice | undefined;
  let hasHello = false;
  /** Frames in a row that could not be read. */
  let unreadable = 0;
  const frames = createFrameQueue({ turns, time, source: webSocket, read });
  let isOver = false;
  let lastReceivedAtMs = time.monotonic();
  let cancelSilenceTimer: Undo = time.after(LINK_HELLO_WITHIN_MS, () => rejectStranger(linkRefusals.lateHello));
  let stopPings: Undo = () => undefined;

  const connection: LinkConnection = {
    send(text) {
      if (isOver) return;
      webSocket.send(text);
      if (webSocket.bufferedAmount > UNSENT_MAX_BYTES) cut('slow');
    },
    end(refusal) {
      if (isOver) return;
      const { code, message, retryAfterMs } = refusal;
      const text = encodeLinkFrame({ type: 'refused', code, message, ...(retryAfterMs && { retryAfterMs }) });
      if (text !== undefined) webSocket.send(text);
      webSocket.close(refusal.closeCode, code);
      finish(code, false);
      const cancelWait = time.after(FLUSH_WITHIN_MS, () => tcp.destroy());
      tcp.once('close', cancelWait);
      tcp.destroySoon();
    },
  };

  /** Cuts the connection without a frame: a peer that does not read would not receive one. */
  function cut(reason: string): void {
    webSocket.terminate();
    finish(reason, false);
  }

  function finish(reason: string, closedNormally: boolean): void {
    if (isOver) return;
    isOver = true;
    cancelSilenceTimer();
    stopPings();
    if (device) log.info({ reason }, 'a device link is over');
    else log.debug({ reason }, 'a device link did not come about');
    device?.leave(connection, closedNormally);
    opened.onKnown();
    opened.onOver();
  }

  function rejectStranger(refusal: LinkRefusal = linkRefusals.badHello): void {
    links.noteFailure(address);
    connection.end(refusal);
  }

  /** Checks again when the silence would exceed its limit, had nothing arrived meanwhile. */
  function watchSilence(): void {
    cancelSilenceTimer();
    const leftMs = lastReceivedAtMs + LINK_SILENCE_MAX_MS - time.monotonic();
    if (leftMs <= 0) cut('silent');
    else cancelSilenceTimer = time.after(leftMs, watchSilence);
  }

  async function meet(frame: LinkFrame | undefined): Promise<void> {
    if (frame?.type === 'foreign-hello') return connection.end(linkRefusals.unsupportedVersion);
    if (frame?.type !== 'hello') return rejectStranger();
    const admission = await links.admit(frame, address);
    if (isOver) return;
    if (admission.refusal) return connection.end(admission.refusal);
    device = admission.device;
    log.info('a device links');
    opened.onKnown();
    watchSilence();
    stopPings = time.every(LINK_PING_EVERY_MS, () => connection.send(PING));
    device.welcome(connection, frame);
  }

  webSocket.on('message', (data, isBinary) => {
    if (isOver) return;
    lastReceivedAtMs = time.monotonic();
    if (isBinary) return device ? connection.end(linkRefusals.badFrame) : rejectStranger();
    frames.add(data.toString());
  });

  function read(text: string): void {
    if (isOver) return;
    const frame = decodeLinkFrame(text);
    unreadable = frame ? 0 : unreadable + 1;
    if (device) {
      if (frame?.type === 'ping') connection.send(PONG);
      else if (frame) device.receive(connection, frame);
      else if (unreadable > UNREADABLE_MAX) connection.end(linkRefusals.badFrame);
    } else if (hasHello) {
      rejectStranger();
    } else {
      hasHello = true;
      meet(frame).catch((error: unknown) => {
        log.error({ err: error }, 'a device link failed by our fault');
        connection.end(linkRefusals.full);
      });
    }
  }
  webSocket.on('close', (code) => {
    const isGoodbye = GOODBYES.has(code);
    const end = () => finish(`closed with ${code}`, isGoodbye);
    // A device that says goodbye sends nothing again; any other comes back with what was not acknowledged.
    if (isGoodbye) frames.whenRead(end);
    else end();
  });
  // After a malformed frame or a broken connection `close` follows.
  webSocket.on('error', (error) => log.debug({ err: error }, 'a device link broke'));
  return connection;
}
