/** Where a device is, looked at again and again by its own key past whatever stands between it and its guests. */
import { systemTime } from '@tactus/time';
import { expect, onTestFinished } from 'vitest';

const LOOK_EVERY_MS = 25;
/** So many looks may wait for their answers: the machine is shared. */
const WAITING_MOST = 30;
/** A device that is at one place for so long stands still: nothing that these tests do rests in between. */
const STILL_MS = 700;
const SAME_MM = 0.01;

/** One look, in ms of the monotonic clock of this process. */
interface Look {
  readonly sentMs: number;
  readonly heardMs: number;
  /** Where the slider is, mm; for a device without one, how many looks found it vibrating. */
  readonly place: number;
}

/** When a device came to rest, ms after a moment. */
export interface Rest {
  /** It surely still moved then, and surely stood still then. */
  readonly movedMs: number;
  readonly stillMs: number;
  /** The longest that a look took: how late this machine was. */
  readonly latestLookMs: number;
}

export type WatchedDevice = ReturnType<typeof watchDevice>;

/** Looks at a device of the cloud at `url` until the test is over: at its slider, or at what vibrates in an Oh. */
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
      looks.push({ sentMs, heardMs: systemTime.monotonic(), place });
    } finally {
      waiting -= 1;
    }
  }

  async function ask<T>(path: string): Promise<T> {
    const answer = await fetch(`${url}/api/handy-rest/v3${path}`, { headers });
    const { result } = (await answer.json()) as { result: T }; // the contract's envelope
    return result;
  }

  // A look that fails is no look: the ones after it say the same.
  onTestFinished(systemTime.every(LOOK_EVERY_MS, () => void look().catch(() => undefined)));

  /** The place where it has been since when, by the looks so far. */
  function resting(): { readonly last: Look; readonly moved: Look | undefined; readonly still: Look } | undefined {
    const inOrder = looks.toSorted((one, other) => one.sentMs - other.sentMs);
    const last = inOrder.at(-1);
    if (!last) return undefined;
    const movedAt = inOrder.findLastIndex(({ place }) => Math.abs(place - last.place) > SAME_MM);
    return { last, moved: inOrder[movedAt], still: inOrder[movedAt + 1] ?? last };
  }

  const isStill = () => {
    const found = resting();
    return found !== undefined && found.last.sentMs - found.still.heardMs > STILL_MS;
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
    /** Waits until it stands still, and tells when it came to that after a moment. */
    async restAfter(momentMs: number): Promise<Rest> {
      looks = looks.filter(({ heardMs }) => heardMs > momentMs - 1_000);
      await expect
        .poll(() => isStill() && (looks.at(-1)?.sentMs ?? 0) > momentMs + STILL_MS, { timeout: 30_000, interval: 20 })
        .toBe(true);
      const found = resting();
      return {
        movedMs: (found?.moved?.sentMs ?? momentMs) - momentMs,
        stillMs: (found?.still.heardMs ?? momentMs) - momentMs,
        latestLookMs: Math.max(...looks.map(({ sentMs, heardMs }) => heardMs - sentMs)),
      };
    },
  };
}
