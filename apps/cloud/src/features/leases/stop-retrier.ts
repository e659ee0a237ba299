import type { Time, Undo } from '@tactus/time';

/** Waits between attempts to stop a device that does not confirm the stop, ms; there is no attempt after the last one. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000] as const;

/**
 * Retries the stops that the cloud itself begins: after an expired lease, after a guest's motion, and at the first rest of
 * a linked device.
 */
export interface StopRetrier {
  /** Stops a device now, and again until the device confirms the stop, another client holds it, or half a minute is over. */
  stop(connectionKey: string): void;
  close(): void;
}

/** `stopNow` stops once and resolves with whether the device confirmed it; `isHeld`: whether a client holds the device. */
export function createStopRetrier(parts: {
  readonly time: Time;
  readonly stopNow: (connectionKey: string) => Promise<boolean>;
  readonly isHeld: (connectionKey: string) => boolean;
  readonly onError: (error: unknown) => void;
}): StopRetrier {
  const { time } = parts;
  const waiting = new Map<string, Undo>();
  let closed = false;

  async function attempt(connectionKey: string, attempts: number): Promise<void> {
    waiting.get(connectionKey)?.();
    waiting.delete(connectionKey);
    const stopped = await parts.stopNow(connectionKey);
    const waitMs = WAITS_MS[attempts];
    if (stopped || closed || waitMs === undefined || parts.isHeld(connectionKey)) return;
    waiting.get(connectionKey)?.();
    const again = () => !parts.isHeld(connectionKey) && run(connectionKey, attempts + 1);
    waiting.set(connectionKey, time.after(waitMs, again));
  }

  function run(connectionKey: string, attempts: number): void {
    attempt(connectionKey, attempts).catch(parts.onError);
  }

  return {
    stop: (connectionKey) => run(connectionKey, 0),
    close() {
      closed = true;
      for (const undo of waiting.values()) undo();
      waiting.clear();
    },
  };
}
