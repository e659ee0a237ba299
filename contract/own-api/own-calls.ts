/** Every call of our own API with a valid body, and the resources that it needs. */

import type { FakeTime } from '@tactus/time/testing';
import { expect } from 'vitest';
import type { RunningCloud } from '../cloud/running-cloud.ts';

/** A cloud and its clock. */
export type TimedCloud = RunningCloud & { readonly time: FakeTime };

/** The headers of a request. */
export type Headers = Readonly<Record<string, string>>;

/** What one request needs: parameters of its path, and the credential. */
export interface Prepared {
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Headers;
  /** Replaces `SECRET` in the body. */
  readonly secret?: string;
}

/** One call of our own API, as the test sends it. */
export interface OwnCall {
  /** `METHOD /path`, with `:name` for parameters. */
  readonly line: string;
  /** A body that is accepted; undefined for a call without one. */
  readonly body?: object;
  /** Makes the resources of a request. */
  readonly prepare: (running: TimedCloud) => Promise<Prepared>;
  /** The call answers with an event stream when it is accepted: only requests that are refused are sent. */
  readonly isStream?: boolean;
}

export const OWNER: Headers = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };

/** Of a device that nothing but shares is made of. */
const SHARING: Headers = { ...OWNER, 'x-connection-key': 'DemoOh0001' };

/** Sends a request in this process; the answer must be JSON. */
async function made(
  { cloud }: TimedCloud,
  line: string,
  payload: object,
  headers: Headers = {},
): Promise<Record<string, never>> {
  const [method, url = ''] = line.split(' ');
  const answer = await cloud.inject({
    method: method === 'PUT' ? 'PUT' : 'POST',
    url,
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    payload,
  });
  expect([line, answer.statusCode]).toEqual([line, expect.toSatisfy((status: number) => status < 300)]);
  return answer.json();
}

const bearer = (secret: string | undefined): Headers => ({ authorization: `Bearer ${secret}` });
const nothing = async (): Promise<Prepared> => ({});
const asOwner = async (): Promise<Prepared> => ({ headers: OWNER });

/** The owner of a device without shares: a device has room for a few only. */
async function asSharingOwner({ cloud, time }: TimedCloud): Promise<Prepared> {
  const headers = { host: 'localhost', ...SHARING };
  const { shares } = (await cloud.inject({ url: '/api/tactus/shares', headers })).json<{ shares: { id: string }[] }>();
  for (const { id } of shares) await cloud.inject({ method: 'DELETE', url: `/api/tactus/shares/${id}`, headers });
  // For a moment after a Stop nobody gets control.
  await time.run(5_000);
  return { headers: SHARING };
}

async function ofGroup(running: TimedCloud): Promise<Prepared> {
  const { session, group, secret } = await made(running, 'POST /api/tactus/groups', { name: 'Evening', host: 'Ann' });
  return { headers: bearer(session), params: { id: group?.['id'] ?? '' }, secret: secret ?? '' };
}

async function ofGroupScript(running: TimedCloud): Promise<Prepared> {
  const prepared = await ofGroup(running);
  await made(running, 'PUT /api/tactus/groups/script', { name: 'Waves', t: [0, 500], x: [0, 100] }, prepared.headers);
  return prepared;
}

async function ofMember(running: TimedCloud): Promise<Prepared> {
  const { session, secret, group } = await made(running, 'POST /api/tactus/groups', { name: 'Evening', host: 'Ann' });
  const id: string = group?.['id'] ?? '';
  const entry = await made(running, `POST /api/tactus/groups/${id}/sessions`, { secret, name: 'Ben' });
  return { headers: bearer(session), params: { id: entry['session_id'] ?? '' } };
}

async function ofLease(running: TimedCloud): Promise<Prepared> {
  const body = { holder: 'tab', rank: 'owner', ttlMs: 60_000 };
  const { lease, secret } = await made(running, 'POST /api/tactus/leases', body, OWNER);
  return { headers: bearer(secret), params: { lease: lease ?? '' } };
}

async function ofStream(running: TimedCloud): Promise<Prepared> {
  const body = { points: [{ t: 10, x: 50 }] };
  const { stream_ref, secret } = await made(running, 'POST /api/tactus/streams', body);
  return { headers: bearer(secret), params: { ref: stream_ref ?? '' } };
}

async function ofChannel(running: TimedCloud): Promise<Prepared> {
  const { channel, secret } = await made(running, 'POST /api/tactus/channels', { connectionKeys: ['DemoHandy1'] });
  return { headers: bearer(secret), params: { channel: channel ?? '' } };
}

async function share(running: TimedCloud): Promise<{ id: string; secret: string; bearer: Headers; session: string }> {
  await asSharingOwner(running);
  const { id, secret } = await made(running, 'POST /api/tactus/shares', {}, SHARING);
  const entry = await made(running, `POST /api/tactus/shares/${id}/sessions`, { secret, name: 'Ben' });
  return { id: id ?? '', secret: secret ?? '', bearer: bearer(entry['session']), session: entry['session_id'] ?? '' };
}

async function ofShare(running: TimedCloud): Promise<Prepared> {
  const { id, session } = await share(running);
  return { headers: SHARING, params: { id, session } };
}

async function ofGuest(running: TimedCloud): Promise<Prepared> {
  const { bearer: headers } = await share(running);
  return { headers };
}

async function ofController(running: TimedCloud): Promise<Prepared> {
  const prepared = await ofGuest(running);
  await made(running, 'POST /api/tactus/shares/control/ask', {}, prepared.headers);
  await made(running, 'POST /api/tactus/shares/control', {}, prepared.headers);
  return prepared;
}

async function ofDeviceKey(running: TimedCloud): Promise<Prepared> {
  const { connectionKey, secret } = await made(running, 'POST /api/tactus/device-keys', {});
  return { headers: { ...bearer(secret), 'x-connection-key': connectionKey ?? '' } };
}

async function ofDevice(running: TimedCloud): Promise<Prepared> {
  const { connectionKey } = await made(running, 'POST /_control/devices', { model: 'handy' });
  return { params: { key: connectionKey ?? '' } };
}

const LIMITS = { speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 };
const TERMS = { name: 'Evening', uses: 3, viewers: 4, expiresInMs: 600_000, allow: ['hamp'], limits: LIMITS };
const FAULTS = { roundTripMs: 10, lostCommands: 0.5, flapEveryMs: 1_000, clockSkewMs: -5, otaFailsAt: 0, seed: 7 };

/** The parameters of a path that names nothing. */
export const UNKNOWN_PARAMS = {
  id: 'nothing',
  session: 'nobody',
  lease: 'none',
  ref: 'none',
  channel: 'none',
  key: 'None1',
};

const tactus: readonly OwnCall[] = [
  { line: 'GET /features', prepare: nothing },
  { line: 'POST /virtual-devices', body: { model: 'handy' }, prepare: nothing },
  { line: 'POST /channels', body: { connectionKeys: ['DemoHandy1'] }, prepare: nothing },
  { line: 'GET /channels/:channel', prepare: ofChannel },
  { line: 'PUT /channels/:channel', body: { connectionKeys: ['DemoHandy1'] }, prepare: ofChannel },
  { line: 'DELETE /channels/:channel', prepare: ofChannel },
  { line: 'POST /streams', body: { points: [{ t: 0, x: 0 }] }, prepare: nothing },
  {
    line: 'POST /streams/:ref/points',
    body: {
      points: [
        { t: 20, x: 0 },
        { t: 30, x: 1 },
      ],
    },
    prepare: ofStream,
  }, // prettier-ignore
  { line: 'POST /streams/:ref/close', prepare: ofStream },
  { line: 'GET /streams/:ref', prepare: ofStream },
  { line: 'DELETE /streams/:ref', prepare: ofStream },
  { line: 'POST /leases', body: { holder: 'tab', rank: 'owner', ttlMs: 500, closedMs: 500 }, prepare: asOwner },
  { line: 'PUT /leases/:lease', prepare: ofLease },
  { line: 'DELETE /leases/:lease', body: { stop: false }, prepare: ofLease },
  { line: 'POST /stop', body: { connectionKeys: ['DemoHandy1'] }, prepare: asOwner },
  { line: 'GET /events', prepare: asOwner, isStream: true },
  { line: 'GET /device-link', prepare: nothing },
  { line: 'POST /device-keys', body: { label: 'shelf' }, prepare: nothing },
  { line: 'DELETE /device-keys', prepare: ofDeviceKey },
  { line: 'POST /shares', body: TERMS, prepare: asSharingOwner },
  { line: 'GET /shares', prepare: asSharingOwner },
  { line: 'PATCH /shares/:id', body: TERMS, prepare: ofShare },
  { line: 'DELETE /shares/:id', prepare: ofShare },
  { line: 'DELETE /shares/:id/sessions/:session', prepare: ofShare },
  { line: 'GET /shares/events', prepare: asOwner, isStream: true },
  {
    line: 'POST /shares/:id/sessions',
    body: { secret: 'SECRET', name: 'Ben' },
    async prepare(running) {
      const { id, secret } = await share(running);
      return { params: { id }, secret };
    },
  },
  { line: 'GET /shares/session', prepare: ofGuest },
  { line: 'GET /shares/session/events', prepare: ofGuest, isStream: true },
  { line: 'DELETE /shares/session', prepare: ofGuest },
  { line: 'POST /shares/control', body: { rtt_ms: 20 }, prepare: ofGuest },
  { line: 'PUT /shares/control', body: { rtt_ms: 20 }, prepare: ofController },
  { line: 'DELETE /shares/control', prepare: ofController },
  { line: 'POST /shares/control/ask', prepare: ofGuest },
  { line: 'DELETE /shares/control/ask', prepare: ofGuest },
  { line: 'POST /shares/control/hand', body: { session: null }, prepare: ofController },
  { line: 'POST /groups', body: { name: 'Evening', host: 'Ann' }, prepare: nothing },
  { line: 'POST /groups/:id/sessions', body: { secret: 'SECRET', name: 'Ben' }, prepare: ofGroup },
  { line: 'GET /groups/session', prepare: ofGroup },
  { line: 'GET /groups/session/events', prepare: ofGroup, isStream: true },
  { line: 'GET /groups/session/script', prepare: ofGroup },
  { line: 'PUT /groups/session/report', body: { part: 'in', error_ms: 3, away: false }, prepare: ofGroup },
  { line: 'DELETE /groups/session', prepare: ofGroup },
  { line: 'PUT /groups/script', body: { name: 'Waves', t: [0, 500], x: [0, 100] }, prepare: ofGroup },
  { line: 'PUT /groups/timeline', body: { playing: true, position_ms: 0, rate: 1 }, prepare: ofGroupScript },
  { line: 'DELETE /groups/people/:id', prepare: ofMember },
];

const control: readonly OwnCall[] = [
  { line: 'GET /devices', prepare: nothing },
  { line: 'POST /devices', body: { model: 'handy', firmware: '4.0.0', connectionKey: 'DemoHandy1' }, prepare: nothing },
  { line: 'DELETE /devices/:key', prepare: ofDevice },
  { line: 'GET /devices/:key/faults', prepare: ofDevice },
  { line: 'PUT /devices/:key/faults', body: FAULTS, prepare: ofDevice },
  { line: 'PUT /devices/:key/connected', body: { connected: true }, prepare: ofDevice },
  ...[
    { press: { button: 'UP', event: 'DOWN' } },
    { hold: { button: 'UP', ms: 10 } },
    { connected: true },
    { restartSession: true },
    { faults: { roundTripMs: 10 } },
    { charger: true },
    { batteryLevel: 0.5 },
    { sliderBlocked: false },
    { motorTemperature: 30 },
    { lowMemory: { available_heap: 1, larges_free_block: 1, discarded_msg_size: 1 } },
    { error: { code: 1, message: 'x' } },
    { ble: 'OFF' },
    { wifiScan: 3 },
    { reboot: 'WIFI' },
    { environment: 'PROD' },
    { secondApp: 'hamp' },
  ].map((body): OwnCall => ({ line: 'POST /devices/:key/do', body, prepare: ofDevice })),
  { line: 'GET /devices/:key/script', prepare: ofDevice },
  {
    line: 'PUT /devices/:key/script',
    body: { steps: [{ atMs: 0, do: { charger: true } }], repeatMs: 1_000 },
    prepare: ofDevice,
  },
  { line: 'DELETE /devices/:key/script', prepare: ofDevice },
  { line: 'GET /devices/:key/now/hamp/state', prepare: ofDevice },
  { line: 'POST /devices/:key/update-link', body: { version: '4.0.0', ttlS: 60 }, prepare: ofDevice },
];

const below = (prefix: string, calls: readonly OwnCall[]) =>
  calls.map((call): OwnCall => ({ ...call, line: call.line.replace(' ', ` ${prefix}`) }));

/** All calls of ours. */
export const ownCalls: readonly OwnCall[] = [
  ...below('/api/tactus', tactus),
  ...below('/_control', control),
  { line: 'POST /api/script/v0/temp/upload', body: {}, prepare: nothing },
  { line: 'POST /api/hosting/v2/upload', body: {}, prepare: nothing },
  { line: 'GET /api/script/v0/temp/:id', prepare: nothing },
];
