import { createSleep, type Time, type Undo } from './time.ts';

const MAX_TIMER_MS = 2 ** 31 - 1;

function after(delayMs: number, run: () => void): Undo {
  const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
  return () => clearTimeout(timer);
}

function every(periodMs: number, run: () => void): Undo {
  const timer = setInterval(run, periodMs);
  return () => clearInterval(timer);
}

/** The machine's own clock and timers. Delays are capped at 2^31 - 1 ms (about 24.8 days), the platform's limit. */
export const systemTime: Time = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after,
  every,
  sleep: createSleep(after),
};
