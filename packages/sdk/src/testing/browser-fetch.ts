import type { Fetch } from '../client/client.ts';

/** A `fetch` that refuses to be called as a method of an object, as that of a browser does. */
export const browserFetch = (fetch: Fetch): Fetch =>
  function (this: unknown, ...request) {
    if (this === undefined || this === globalThis) return fetch(...request);
    return Promise.reject(new TypeError("Failed to execute 'fetch' on 'Window': Illegal invocation"));
  };
