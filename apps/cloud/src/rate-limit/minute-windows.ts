import type { Time } from '@tactus/time';

/** The use of a caller's limit after one more request. */
export interface RateLimitUse {
  readonly limit: number;
  /** Requests left in this window; 0 also when this request exceeded the limit. */
  readonly remaining: number;
  /** Time until the window ends and counting restarts. */
  readonly resetMs: number;
  readonly exceeded: boolean;
}

/** Counts requests in fixed windows of a minute, one for each key; a window starts with its first request. */
export interface MinuteWindows {
  count(key: string): RateLimitUse;
  /** Number of stored windows. */
  size(): number;
}

const WINDOW_MS = 60_000;
/** Limit of stored windows; the oldest is dropped. */
const WINDOWS_MAX = 50_000;

/** Returns windows of a minute that have counted no request of any key. */
export function createMinuteWindows({ limit, time }: { limit: number; time: Time }): MinuteWindows {
  /** In the order of their starts. */
  const windows = new Map<string, { startedAt: number; count: number }>();
  let sweptAt = time.monotonic();

  function sweep(now: number): void {
    if (now - sweptAt < WINDOW_MS) return;
    sweptAt = now;
    for (const [key, { startedAt }] of windows) if (now - startedAt >= WINDOW_MS) windows.delete(key);
  }

  return {
    size: () => windows.size,
    count(key) {
      const now = time.monotonic();
      sweep(now);
      let window = windows.get(key);
      if (!window || now - window.startedAt >= WINDOW_MS) {
        window = { startedAt: now, count: 0 };
        windows.delete(key);
        windows.set(key, window);
        const [oldest] = windows.keys();
        if (windows.size > WINDOWS_MAX && oldest !== undefined) windows.delete(oldest);
      }
      window.count += 1;
      return {
        limit,
        remaining: Math.max(0, limit - window.count),
        resetMs: window.startedAt + WINDOW_MS - now,
        exceeded: window.count > limit,
      };
    },
  };
}
