/** Drives the device of a tab from outside, as pages do: under a guest's hold, or under the lease of an owner's program. */
import { type ClientCallName, createClient, createDevice } from '@tactus/sdk';
import { createRandom, systemTime, type Undo } from '@tactus/time';

/** The kind of motion, and the right by which it is driven. */
export type Mode = 'hamp' | 'hsp' | 'hssp' | 'hdsp' | 'hvp';
export type Rank = 'guest' | 'lease';

/** Drives one device. */
export interface Driver {
  /** Sets it in motion; rejects where that fails. */
  begin(): Promise<void>;
  /** Sends nothing any more, as a program that has ended. */
  stop: Undo;
}

const RENEW_EVERY_MS = 150;
const STROKE_MS = 500;
const SCRIPT = Array.from({ length: 600 }, (_, place) => ({ at: place * STROKE_MS, pos: place % 2 ? 80 : 20 }));
const POINTS = SCRIPT.slice(0, 100).map(({ at, pos }) => ({ t: at, x: pos }));
/** A direct move ends by itself: the slowest takes three seconds for the whole travel, less than a lease. */
const CREEP = { xp: 1, vp: 0, stop_on_target: true, immediate_rsp: true };

/** The calls that set a device in motion, in order. */
const CALLS: Readonly<Record<Mode, readonly (readonly [ClientCallName, object])[]>> = {
  hamp: [
    ['hamp.start', {}],
    ['hamp.velocity', { velocity: 0.5 }],
  ],
  hsp: [
    ['hsp.setup', { stream_id: 1 }],
    ['hsp.add', { points: POINTS, flush: true }],
    ['hsp.play', { start_time: 0 }],
  ],
  hssp: [
    ['hssp.setup', { actions: SCRIPT }],
    ['hssp.play', { start_time: 0 }],
  ],
  hdsp: [
    ['hdsp.xpt', { xp: 0, t: 400, stop_on_target: true, immediate_rsp: false }],
    ['hdsp.xpvp', CREEP],
  ],
  hvp: [
    ['hvp.start', {}],
    ['hvp.setState', { amplitude: 0.5, frequency: 100, position: 100 }],
  ],
};

type Call = (name: ClientCallName, input: object) => PromiseLike<unknown>;

async function beginBy(call: Call, mode: Mode): Promise<void> {
  const server_time = Math.round(systemTime.now());
  for (const [name, input] of CALLS[mode]) await call(name, name === 'hssp.play' ? { ...input, server_time } : input);
}

/** Drives a device of the cloud at `url` by its key. */
export function startDriver(url: string, key: string, rank: Rank, mode: Mode): Promise<Driver> {
  return rank === 'guest' ? startGuest(url, key, mode) : startOwner(url, key, mode);
}

/** The SDK takes the lease by itself. */
async function startOwner(url: string, key: string, mode: Mode): Promise<Driver> {
  let isGone = false;
  const device = createDevice({
    ...{ apiBase: `${url}/api/handy-rest/v3`, apiKey: 'any-id', time: systemTime, random: createRandom(1) },
    fetch: (address, init) => (isGone ? new Promise(() => undefined) : fetch(address, init)),
    features: { leases: true, inlineScripts: true, headersOnSse: true },
    ...{ hold: { holder: 'program', rank: 'owner' }, requestsPerMinute: 6_000 },
  });
  await device.connect(key);
  return {
    begin: () => beginBy(device.call as Call, mode), // the names and inputs above are of the contract
    stop() {
      isGone = true;
      device.close();
    },
  };
}

/** Joins by a link of the owner, takes control, and renews the hold. */
async function startGuest(url: string, key: string, mode: Mode): Promise<Driver> {
  const shares = `${url}/api/tactus/shares`;
  const post = async (address: string, headers: Record<string, string>, body?: object, method = 'POST') => {
    const type = body && { 'content-type': 'application/json' };
    const answer = await fetch(address, {
      method,
      headers: { ...headers, ...type },
      body: JSON.stringify(body) ?? null,
    });
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status}`);
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as Record<string, string>; // docs/sharing.md
  };
  const { id, secret } = await post(shares, { 'x-api-key': 'any-id', 'x-connection-key': key }, {});
  const { session, alias = '' } = await post(`${shares}/${id}/sessions`, {}, { secret, name: 'Guest' });
  const bearer = { authorization: `Bearer ${session}` };
  const baseUrl = `${url}/api/handy-rest/v3`;
  const client = createClient({ baseUrl, bearer: session, connectionKey: alias, fetch, time: systemTime });
  let stop: Undo = () => undefined;
  return {
    async begin() {
      stop();
      await post(`${shares}/control/ask`, bearer);
      await post(`${shares}/control`, bearer);
      const renew = () => post(`${shares}/control`, bearer, undefined, 'PUT').catch(() => undefined);
      stop = systemTime.every(RENEW_EVERY_MS, () => void renew());
      await beginBy(client.call as Call, mode); // as above
    },
    stop: () => stop(),
  };
}
