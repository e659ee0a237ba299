/** The TCP fault proxy of the end-to-end rows: latency, jitter, stall, reset. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { systemTime, type Time } from '@tactus/time';
import { type FaultLane, openFaultLane } from './fault-lane.ts';

/** Delay of a chunk of bytes in one direction, ms; called for each chunk, so that a seeded source makes it jitter. */
export type Delay = () => number;

/** The target of a proxy, and its delays. */
export interface FaultProxyOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** From the client to the target; no delay when left out. */
  readonly up?: Delay;
  /** From the target to the client; no delay when left out. */
  readonly down?: Delay;
  readonly time?: Time;
}

/** A proxy on 127.0.0.1. Bytes of a connection stay in order: a chunk never overtakes the one before it. */
export interface FaultProxy {
  readonly port: number;
  /** Number of open connections. */
  connections(): number;
  /** Nothing arrives for this time, in either direction, on any connection, new ones included; then everything does. */
  stall(ms: number): void;
  /** Breaks every connection; bytes in transit are lost. New connections are accepted as before. */
  reset(): void;
  /** Sets new delays; bytes in transit arrive as before. */
  setDelays(delays: { readonly up?: Delay; readonly down?: Delay }): void;
  /** Breaks every connection and accepts no more. */
  close(): Promise<void>;
}

const none: Delay = () => 0;

/** Opens a proxy on a free port. Rejects when there is none. An unreachable target breaks the connection. */
export async function openFaultProxy({
  target,
  up = none,
  down = none,
  time = systemTime,
}: FaultProxyOptions): Promise<FaultProxy> {
  const ways = { up, down };
  const pairs = new Set<{ readonly sockets: readonly Socket[]; readonly lanes: readonly FaultLane[] }>();
  let stalledUntilMs = 0;

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ ...target, noDelay: true, allowHalfOpen: true });
    const lanes = [
      openFaultLane({ from: near, to: far, delay: () => ways.up(), time, heldUntilMs: () => stalledUntilMs }),
      openFaultLane({ from: far, to: near, delay: () => ways.down(), time, heldUntilMs: () => stalledUntilMs }),
    ];
    const pair = { sockets: [near, far], lanes };
    pairs.add(pair);
    for (const socket of pair.sockets) {
      socket.on('error', () => breakOff(pair)); // the proxy passes a broken connection on
      socket.on('close', () => pair.sockets.every(({ destroyed }) => destroyed) && pairs.delete(pair));
    }
  });

  function breakOff(pair: { readonly sockets: readonly Socket[]; readonly lanes: readonly FaultLane[] }): void {
    pairs.delete(pair);
    for (const lane of pair.lanes) lane.close();
    for (const socket of pair.sockets) socket.resetAndDestroy();
  }

  function reset(): void {
    for (const pair of [...pairs]) breakOff(pair);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as AddressInfo).port, // a server that listens on TCP has one
    connections: () => pairs.size,
    stall(ms) {
      stalledUntilMs = Math.max(stalledUntilMs, time.monotonic() + ms);
    },
    reset,
    setDelays: (delays) => void Object.assign(ways, delays),
    close() {
      reset();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
