import { systemTime } from '@tactus/time';
import { createFetchBesideStreams } from './fetch-beside-streams.ts';

/** The browser's fetch, which no event stream delays. */
export const browserFetch = createFetchBesideStreams({
  // Called as a function: a browser's fetch refuses another `this`.
  fetch: (url, init) => fetch(url, init),
  time: systemTime,
  origin: () => location.origin,
});
