import type { TrackEvent } from '../analytics/events.ts';
import { findRoute } from './routes/routes.ts';

/** Raises page-view after each navigation and page-leave before each but the first. */
export interface PageViewTracker {
  before(): void;
  after(path: string): void;
}

/** A navigation that is redirected to another page leaves and views once. Paths are named by their pattern. */
export function createPageViewTracker(track: TrackEvent): PageViewTracker {
  let current: string | undefined;
  return {
    before() {
      if (current === undefined) return;
      track('page_leave', { path: current });
      current = undefined;
    },
    after(path) {
      // The pattern, never the path itself: a path can hold a connection key.
      current = findRoute(path)?.path ?? 'not-found';
      track('page_view', { path: current });
    },
  };
}
