/** The position of a device, read again and again by its own key, without any proxy between it and its guests. */
import { systemTime } from '@tactus/time';
import { expect, onTestFinished } from 'vitest';

const LOOK_EVERY_MS = 25;
/** Limit of reads that wait for their answers: the machine is shared. */
const WAITING_MOST = 30;
/** A device that stays at one position for this time is at rest: no motion of these tests pauses that long. */
const STILL_MS = 700;
const SAME_MM = 0.01;

/** One read, in ms of the monotonic clock of this process. */
interface Look {
  readonly sentMs: number;
  readonly receivedMs: number;
  /** Position of the slider, mm; for a device without one, the number of reads with vibration. */
  readonly place: number;
}

/** The time at which a device came to rest, ms after a moment. */
export interface Rest {
  /** The last time at which it certainly moved, and the first at which it was certainly at rest. */
  readonly movedMs: number;
  readonly stillMs: number;
  /** The longest time of a read: the delay of this machine. */
  readonly latestLookMs: number;
}

export type WatchedDevice = ReturnType<typeof watchDevice>;

/** Reads a device of the cloud at `url` until the end of the test: its slider, or the vibration of an Oh. */
export function watchDevice(url: string, connectionKey: string, model: 'handy' | 'oh' = 'handy') {
  const headers = { 'X-Api-Key': 'observer', 'X-Connection-Key': connectionKey };
  let looks: Look[] = [];
  let waiting = 0;
  let vibratedFor = 0;

  async function readPlace(): Promise<number> {
    if (model === 'handy') return (await ask<{ position_absolute: number }>('/slider/state')).position_absolute;
    if ((await ask<{ enabled: boolean }>('/hvp/state')).enabled) vibratedFor += 1;
    return vibratedFor;
  }

  async function look(): Promise<void> {
    if (waiting >= WAITING_MOST) return;
    waiting += 1;
    const sentMs = systemTime.monotonic();
    try {
      const place = await readPlace();
      looks.push({ sentMs, receivedMs: systemTime.monotonic(), place });
    } finally {
      waiting -= 1;
    }
  }

  async function ask<T>(path: string): Promise<T> {
    const answer = await fetch(`${url}/api/handy-rest/v3${path}`, { headers });
    const { result } = (await answer.json()) as { result: T }; // the contract's envelope
    return result;
  }

  // A failed read is skipped: the following ones have the same information.
  onTestFinished(systemTime.every(LOOK_EVERY_MS, () => void look().catch(() => undefined)));

  /** The present position and its first time, by the reads so far. */
  function resting(): { readonly last: Look; readonly moved: Look | undefined; readonly still: Look } | undefined {
    const inOrder = looks.toSorted((one, other) => one.sentMs - other.sentMs);
    const last = inOrder.at(-1);
    if (!last) return undefined;
    const movedAt = inOrder.findLastIndex(({ place }) => Math.abs(place - last.place) > SAME_MM);
    return { last, moved: inOrder[movedAt], still: inOrder[movedAt + 1] ?? last };
  }

  const isStill = () => {
    const found = resting();
    return found !== undefined && found.last.sentMs - found.still.receivedMs > STILL_MS;
  };

  return {
    ask,
    readPlace,
    async untilMoves(): Promise<void> {
      await expect
        .poll(
          () => {
            const now = systemTime.monotonic();
            const recent = looks.filter(({ sentMs }) => now - sentMs < 1_000).map(({ place }) => place);
            return recent.length > 1 && Math.abs((recent.at(-1) ?? 0) - (recent.at(-2) ?? 0)) > SAME_MM;
          },
          { timeout: 60_000, interval: 10 },
        )
        .toBe(true);
    },
    /** Waits until it is at rest, and resolves with the time after a moment. */
    async restAfter(momentMs: number): Promise<Rest> {
      looks = looks.filter(({ receivedMs }) => receivedMs > momentMs - 1_000);
      await expect
        .poll(() => isStill() && (looks.at(-1)?.sentMs ?? 0) > momentMs + STILL_MS, { timeout: 30_000, interval: 20 })
        .toBe(true);
      const found = resting();
      return {
        movedMs: (found?.moved?.sentMs ?? momentMs) - momentMs,
        stillMs: (found?.still.receivedMs ?? momentMs) - momentMs,
        latestLookMs: Math.max(...looks.map(({ sentMs, receivedMs }) => receivedMs - sentMs)),
      };
    },
  };
}
