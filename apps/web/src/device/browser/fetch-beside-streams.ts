/**
 * The browser's fetch, for requests that must not wait behind event streams. Over HTTP/1.1 a browser has six connections to a host
 * for requests with credentials, and six more for those without. Streams of all tabs hold those without for as long as they are
 * open; so everything else goes with the credentials of this origin, of which none has any authority.
 */
export const fetchBesideStreams = (url: string, init: RequestInit = {}): Promise<Response> =>
  // Called as a function: a browser's fetch refuses another `this`.
  fetch(url, isStream(init) ? init : { ...init, credentials: 'same-origin' });

const isStream = ({ headers }: RequestInit) => new Headers(headers).get('accept') === 'text/event-stream';
