import type { Socket } from 'node:net';
import type { Time, Undo } from '@tactus/time';

/** One direction of one connection: chunks arrive late, and in order. */
export interface FaultLane {
  /** Drops everything in transit. */
  close(): void;
}

/** A chunk in transit; `undefined` is the end of the stream. */
interface Underway {
  readonly chunk: Buffer | undefined;
  readonly dueMs: number;
}

/** Passes the bytes of `from` on to `to`, each chunk after its delay, and none before `heldUntilMs`. */
export function openFaultLane(options: {
  readonly from: Socket;
  readonly to: Socket;
  readonly delay: () => number;
  readonly time: Time;
  readonly heldUntilMs: () => number;
}): FaultLane {
  const { from, to, delay, time, heldUntilMs } = options;
  const underway: Underway[] = [];
  let cancelTimer: Undo | undefined;

  function deliver(): void {
    cancelTimer = undefined;
    for (let next = underway[0]; next; next = underway[0]) {
      const waitMs = Math.max(next.dueMs, heldUntilMs()) - time.monotonic();
      if (waitMs > 0) {
        cancelTimer = time.after(waitMs, deliver);
        return;
      }
      underway.shift();
      if (next.chunk) to.write(next.chunk);
      else to.end();
    }
  }

  function take(chunk: Buffer | undefined): void {
    underway.push({ chunk, dueMs: time.monotonic() + Math.max(0, delay()) });
    if (!cancelTimer) deliver();
  }

  from.on('data', take);
  from.on('end', () => take(undefined));

  return {
    close() {
      cancelTimer?.();
      cancelTimer = undefined;
      underway.length = 0;
      from.off('data', take);
    },
  };
}
