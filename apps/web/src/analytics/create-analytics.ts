import type { Analytics, AnalyticsEvent } from './events.ts';

/** Events are not stored: a listener that subscribes later misses the earlier ones. */
export function createAnalytics(log: { error(text: string, cause: unknown): void }): Analytics {
  const listeners = new Set<(event: AnalyticsEvent) => void>();
  return {
    track(name, properties) {
      // Name and properties belong together by the type of `track`; TypeScript cannot infer that for the union.
      const event = { name, properties } as AnalyticsEvent;
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error(`An analytics listener failed at ${name}`, error);
        }
      }
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
