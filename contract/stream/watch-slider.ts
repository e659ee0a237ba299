import type { StreamedDevice } from './streamed-device.ts';

const LOOK_EVERY_MS = 20;
/**
 * The slider goes no further in so long than the limit allows, and these millimetres: points travel as whole percents, and a slider beside its
 * course by up to 3 % of the stroke joins it after a pause without a way of its own.
 */
const WATCHED_MS = 300;
export const BEYOND_MM = 5;
/** A lower limit counts once points under it have arrived, ms: after an earlier play, and at the end of a pause, too. */
const APPLIES_AFTER_MS = 1_500;

/** Watches how far a slider goes beyond the limit of the speed at most, mm. */
export function watchSlider({ run, mm }: Pick<StreamedDevice, 'run' | 'mm'>, first: number) {
  const track: number[] = [];
  let limitMmS = first;
  let lower = { inMs: Infinity, limitMmS };
  let beyondMm = 0;
  const watched = {
    beyondMm: () => beyondMm,
    limited(next: number): void {
      // Of several lower ones the last counts so long after it; the limits before have not been raised meanwhile.
      lower = { inMs: next < limitMmS ? APPLIES_AFTER_MS : Infinity, limitMmS: next };
      limitMmS = Math.max(limitMmS, next);
    },
    async until(step: Promise<unknown>): Promise<void> {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      step.then(over, over);
      while (!isOver) await watched.run(LOOK_EVERY_MS);
    },
    async run(forMs: number): Promise<void> {
      for (let passedMs = 0; passedMs < forMs; passedMs += LOOK_EVERY_MS) {
        await run(LOOK_EVERY_MS);
        lower.inMs -= LOOK_EVERY_MS;
        if (lower.inMs <= 0) {
          ({ limitMmS } = lower);
          lower.inMs = Infinity;
          track.length = 0;
        }
        track.push(await mm());
        if (track.length > WATCHED_MS / LOOK_EVERY_MS) track.shift();
        const now = track.at(-1) ?? 0;
        for (const [at, earlier] of track.entries()) {
          const goneMs = (track.length - 1 - at) * LOOK_EVERY_MS;
          beyondMm = Math.max(beyondMm, Math.abs(now - earlier) - (limitMmS * goneMs) / 1_000);
        }
      }
    },
  };
  return watched;
}
