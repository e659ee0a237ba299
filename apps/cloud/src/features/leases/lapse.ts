import type { Time, Undo } from '@tactus/time';

/** Waits between attempts to stop a device that does not confirm it, ms; after the last one nobody tries any more. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000] as const;

/** Stops devices whose lease ran out. */
export interface Lapses {
  /** Stops a device now, and again until it has confirmed that, or somebody else holds it, or half a minute is over. */
  stop(connectionKey: string): void;
  close(): void;
}

/** Builds it. `stopNow` stops once and tells whether that was confirmed; `isHeld` whether somebody holds the device. */
export function createLapses(parts: {
  readonly time: Time;
  readonly stopNow: (connectionKey: string) => Promise<boolean>;
  readonly isHeld: (connectionKey: string) => boolean;
  readonly onError: (error: unknown) => void;
}): Lapses {
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
