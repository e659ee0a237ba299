import type { Analytics, AnalyticsEvent } from './events.ts';

/** Builds the place where events are raised. Nothing is kept: who comes late has missed them. */
export function createAnalytics(log: { error(text: string, cause: unknown): void }): Analytics {
  const listeners = new Set<(event: AnalyticsEvent) => void>();
  return {
    track(name, properties) {
      // Name and properties belong together by the type of `track`; TypeScript cannot carry that into the union.
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
