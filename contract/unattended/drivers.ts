/** Clients that drive a device over HTTP, as pages do: a guest with a hold, an owner with a lease. */
import { systemTime, type Undo } from '@tactus/time';
import { expect } from 'vitest';

/** The right of a driver. */
export type Rank = 'guest' | 'lease';
export type Mode = 'hamp' | 'hsp' | 'hssp' | 'hdsp' | 'hvp';

const API = '/api/handy-rest/v3';
/** Longer than any of these tests runs. */
const SCRIPT_MS = 300_000;
const STROKE_MS = 500;
const POINTS = 100;

type Headers = Readonly<Record<string, string>>;

/** A client that drives one device. */
export interface Driver {
  /** Starts the motion, and requests the hold first where it has expired. Rejects where that fails. */
  begin(): Promise<void>;
  /** Stops the renewals. */
  stop: Undo;
}

/** An owner with a lease, or a guest by a link of the owner's. A cloud that does not answer renews nothing. */
export async function startDriver(origin: string, key: string, rank: Rank, mode: Mode): Promise<Driver> {
  const owner = { 'x-api-key': 'any-id', 'x-connection-key': key };
  const asOwner: Call = (line, body) => send(origin, line.replace(' ', ` ${API}`), owner, body);
  if (rank === 'lease') {
    const request = { holder: 'page', rank: 'owner', ttlMs: 60_000, closedMs: 10_000 };
    const { lease, secret } = await send(origin, 'POST /api/tactus/leases', owner, request);
    const bearer = { authorization: `Bearer ${secret}` };
    const stop = keepUp(3_000, () => send(origin, `PUT /api/tactus/leases/${lease}`, bearer));
    return { begin: () => begin(mode, asOwner), stop };
  }
  const shares = '/api/tactus/shares';
  const share = await send(origin, `POST ${shares}`, owner, { limits: { speed: 0.5 } });
  const come = { secret: share.secret, name: 'Guest' };
  const entered = await send(origin, `POST ${shares}/${share.id}/sessions`, {}, come);
  const bearer = { authorization: `Bearer ${entered.session}` };
  const driving = { ...bearer, 'x-connection-key': String(entered.alias) };
  const asGuest: Call = (line, body) => send(origin, line.replace(' ', ` ${API}`), driving, body);
  let stop: Undo = () => undefined;
  return {
    async begin() {
      stop();
      await send(origin, `POST ${shares}/control/ask`, bearer);
      await send(origin, `POST ${shares}/control`, bearer);
      stop = keepUp(150, () => send(origin, `PUT ${shares}/control`, bearer));
      await begin(mode, asGuest);
    },
    stop: () => stop(),
  };
}

type Call = (line: string, body?: object) => Promise<unknown>;

async function begin(mode: Mode, call: Call): Promise<void> {
  if (mode === 'hamp') {
    await call('PUT /hamp/start');
    await call('PUT /hamp/velocity', { velocity: 0.4 });
  } else if (mode === 'hvp') {
    await call('PUT /hvp/state', { amplitude: 0.5, frequency: 100, position: 100 });
  } else if (mode === 'hdsp') {
    await call('PUT /hdsp/xpt', { xp: 0, t: 400, stop_on_target: true, immediate_rsp: true });
    await systemTime.sleep(500);
    // The slowest move takes three seconds, and ends by itself before a lease does.
    await call('PUT /hdsp/xpvp', { xp: 1, vp: 0, stop_on_target: true, immediate_rsp: true });
  } else if (mode === 'hsp') {
    await call('PUT /hsp/setup', {});
    const points = Array.from({ length: POINTS }, (_, place) => ({ t: place * STROKE_MS, x: place % 2 ? 80 : 20 }));
    await call('PUT /hsp/add', { points });
    await call('PUT /hsp/play', { start_time: 0 });
  } else {
    const actions = Array.from({ length: SCRIPT_MS / STROKE_MS }, (_, place) => ({
      at: place * STROKE_MS,
      pos: place % 2 ? 80 : 20,
    }));
    await call('PUT /hssp/setup', { actions });
    await call('PUT /hssp/play', { start_time: 0, server_time: Math.round(systemTime.now()) });
  }
}

/** A failed renewal ends it: a driver does not come back by itself. */
function keepUp(everyMs: number, renew: () => Promise<unknown>): Undo {
  let onTheWay = 0;
  const undo = systemTime.every(everyMs, () => {
    if (onTheWay > 3) return;
    onTheWay += 1;
    renew()
      .catch(undo)
      .finally(() => {
        onTheWay -= 1;
      });
  });
  return undo;
}

/** Sends a raw request; throws where the answer is a failure. */
export async function send(
  origin: string,
  line: string,
  headers: Headers,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON
): Promise<any> {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${line} ${answer.status} ${text}`).toBe(true);
  const json = text.startsWith('{') ? JSON.parse(text) : undefined;
  expect(json?.error, `${line} ${text}`).toBeUndefined();
  return json;
}
