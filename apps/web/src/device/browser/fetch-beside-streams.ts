import { COMMAND_NUMBER_HEADER, type Fetch } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** While a page is so young, its files may use all connections with credentials. */
const LOADING_MS = 15_000;

/** A request that has no answer for so long may wait for a stream to end. */
const STUCK_MS = 2_000;

/** The parts of such a fetch. */
interface FetchParts {
  readonly fetch: Fetch;
  readonly time: Time;
  /** The origin of the page. To another one no request has credentials, and all share its six connections. */
  readonly origin: () => string;
}

/**
 * A fetch for requests that must not wait behind event streams. Over HTTP/1.1 a browser has six connections to a host for requests
 * with credentials, and six more for those without. Streams of all tabs hold those without for as long as they are open; so everything
 * else goes with the credentials of this origin, of which none has any authority. Only while the page loads, whose files go with
 * credentials too, requests go without them first: what may be sent twice is sent the other way too when no answer comes.
 */
export function createFetchBesideStreams({ fetch, time, origin }: FetchParts): Fetch {
  return (url, init) => {
    if (isStream(init) || new URL(url, origin()).origin !== origin()) return fetch(url, init);
    const sendBeside = () => fetch(url, { ...init, credentials: 'same-origin' });
    if (time.monotonic() > LOADING_MS) return sendBeside();
    if (!mayBeSentTwice(url, init)) return fetch(url, init);
    return new Promise((resolve, reject) => {
      const cancel = time.after(STUCK_MS, () => void sendBeside().then(resolve, reject));
      void fetch(url, init).then(resolve, reject).finally(cancel);
    });
  };
}

const isStream = ({ headers }: RequestInit) => new Headers(headers).get('accept') === 'text/event-stream';

/** Reads, Stops, removals, and commands with a number, which the cloud executes once. */
const mayBeSentTwice = (url: string, { method = 'GET', headers }: RequestInit) =>
  method === 'GET' ||
  method === 'DELETE' ||
  /\/stop(\?|$)/.test(url) ||
  (method === 'PUT' && new Headers(headers).has(COMMAND_NUMBER_HEADER));
