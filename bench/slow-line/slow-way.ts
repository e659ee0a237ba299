/** One direction of a slow line, which all connections share. */
import type { Socket } from 'node:net';
import type { Time } from '@tactus/time';

/** What a packet carries at most, bytes. */
const PACKET_BYTES = 1_460;

/** A connection is read no further while so many of its bytes wait for the line. */
const WAITING_MAX_BYTES = 64 * 1_024;

/** A timer that fires so much later, on a busy machine, makes the line no slower. */
const LATE_TIMER_MS = 50;

/** The line in one direction: its packets leave one after the other, those of the connections in turn. */
export interface SlowWay {
  /** Passes the bytes of `from` on to `to`; the first leaves no earlier than `opensAtMs`. */
  pass(from: Socket, to: Socket, opensAtMs: number): void;
}

interface Lane {
  readonly from: Socket;
  readonly to: Socket;
  readonly opensAtMs: number;
  readonly waiting: Buffer[];
  ended: boolean;
}

/** Opens one direction. A packet occupies the line for its length, and arrives `delayMs` later. */
export function openSlowWay({
  bytesPerS,
  delayMs,
  time,
}: {
  readonly bytesPerS: number;
  readonly delayMs: number;
  readonly time: Time;
}): SlowWay {
  const lanes: Lane[] = [];
  /** What is on the line, in the order in which it left: two timers for nearly the same time may fire in either order. */
  const onTheLine: (() => void)[] = [];
  let freeAtMs = 0;
  let scheduled = false;

  function schedule(atMs: number): void {
    if (scheduled) return;
    scheduled = true;
    time.after(Math.max(0, atMs - time.monotonic()), () => {
      scheduled = false;
      send(atMs);
    });
  }

  /** Sends the next packet, which could leave at `dueAtMs`: a packet that comes to an idle line leaves no earlier than it came. */
  function send(dueAtMs: number): void {
    const nowMs = time.monotonic();
    const open = lanes.filter(({ waiting, ended }) => waiting.length > 0 || ended);
    if (open.length === 0) return;
    const lane = open.find(({ opensAtMs }) => opensAtMs <= nowMs);
    const readyAtMs = lane ? freeAtMs : Math.max(freeAtMs, Math.min(...open.map(({ opensAtMs }) => opensAtMs)));
    if (lane === undefined || readyAtMs > nowMs) {
      schedule(readyAtMs);
      return;
    }
    lanes.splice(lanes.indexOf(lane), 1);
    const packet = take(lane);
    freeAtMs = Math.max(freeAtMs, dueAtMs, nowMs - LATE_TIMER_MS) + ((packet?.length ?? 0) * 1_000) / bytesPerS;
    onTheLine.push(() => (packet === undefined ? lane.to.end() : lane.to.write(packet)));
    time.after(freeAtMs + delayMs - nowMs, () => onTheLine.shift()?.());
    if (packet !== undefined) lanes.push(lane);
    schedule(freeAtMs);
  }

  /** The next packet of a connection; `undefined` where its bytes are at an end. */
  function take({ from, waiting, ended }: Lane): Buffer | undefined {
    const [first] = waiting;
    if (first === undefined) return undefined;
    if (first.length > PACKET_BYTES) waiting[0] = first.subarray(PACKET_BYTES);
    else waiting.shift();
    if (!ended && bytesOf(waiting) < WAITING_MAX_BYTES) from.resume();
    return first.subarray(0, PACKET_BYTES);
  }

  return {
    pass(from, to, opensAtMs) {
      const lane: Lane = { from, to, opensAtMs, waiting: [], ended: false };
      lanes.push(lane);
      from.on('data', (chunk) => {
        lane.waiting.push(chunk);
        if (bytesOf(lane.waiting) >= WAITING_MAX_BYTES) from.pause();
        send(time.monotonic());
      });
      from.on('end', () => {
        lane.ended = true;
        send(time.monotonic());
      });
      from.on('close', () => lanes.includes(lane) && lane.waiting.length === 0 && lanes.splice(lanes.indexOf(lane), 1));
    },
  };
}

const bytesOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);
