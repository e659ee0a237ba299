import type { Time } from '@tactus/time';

const MINUTE_MS = 60_000;

/** The timers of a page, as browsers run those of a page that has long been hidden: once a minute, while they are throttled. */
export function createThrottledTime(time: Time): { readonly time: Time; throttle(isThrottled: boolean): void } {
  let isThrottled = false;

  const after: Time['after'] = (delayMs, run) => {
    const dueMs = time.monotonic() + delayMs;
    return time.after(isThrottled ? Math.ceil(dueMs / MINUTE_MS) * MINUTE_MS - time.monotonic() : delayMs, run);
  };

  return {
    time: {
      ...{ ...time, after },
      every(periodMs, run) {
        const next = () =>
          after(periodMs, () => {
            undo = next();
            run();
          });
        let undo = next();
        return () => undo();
      },
    },
    throttle(next) {
      isThrottled = next;
    },
  };
}
