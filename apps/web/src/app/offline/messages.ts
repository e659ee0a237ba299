/** What the page tells the service worker. */
export type PageMessage =
  /** Whether a script belongs to the worker's own build; answered with `true` or `false` on the port that comes along. */
  | { readonly type: 'is-yours'; readonly path: string }
  /** Keep these files of the build: they were loaded before the worker could see it. */
  | { readonly type: 'keep'; readonly paths: readonly string[] }
  /** Take the pages over from the worker of the version before. */
  | { readonly type: 'take-over' };

/** Marks an answer that comes from what was kept because the site could not be reached. */
export const KEPT_HEADER = 'x-tactus-kept';
