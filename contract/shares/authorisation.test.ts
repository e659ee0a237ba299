/** Every call of the contract by every role, with every kind of right (docs/sharing.md). */
import { type CallName, calls, type Endpoint } from '@tactus/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answered, type Guest, type Headers, KEY, OH, sharedWorld, type World } from './shared-world.ts';

const ROLES = ['owner', 'guest', 'viewer', 'stranger'] as const;
const RIGHTS = ['valid', 'expired', 'revoked', 'other device'] as const;
type Role = (typeof ROLES)[number];
type Right = (typeof RIGHTS)[number];

/** Meanings of an answer for its caller. */
type Verdict = 'carried out' | 'unauthenticated' | 'forbidden' | 'no such device' | 'not now';

const move = { stop_on_target: true };
const inputs: Readonly<Partial<Record<CallName, object>>> = {
  'auth.issueToken': { ttl: 60 },
  'info.setMode': { mode: 2 },
  'info.setMode2': { mode: 2 },
  'hamp.velocity': { velocity: 0.3 },
  'hamp.stroke': { min: 0.2, max: 0.8 },
  'hdsp.xava': { xa: 40, va: 100, ...move },
  'hdsp.xavp': { xa: 40, vp: 0.3, ...move },
  'hdsp.xpva': { xp: 0.4, va: 100, ...move },
  'hdsp.xpvp': { xp: 0.4, vp: 0.3, ...move },
  'hdsp.xat': { xa: 40, t: 500, ...move },
  'hdsp.xpt': { xp: 0.4, t: 500, ...move },
  'hssp.setup': { actions: [] },
  'hssp.play': { start_time: 0, server_time: 0 },
  'hssp.synctime': { current_time: 0, server_time: 0 },
  'hsp.add': { points: [{ t: 0, x: 10 }], flush: true },
  'hsp.play': { start_time: 0 },
  'hsp.threshold': { tail_point_threshold: 1 },
  'hsp.pauseOnStarving': { pause_on_starving: false },
  'hsp.synctime': { current_time: 0, server_time: 1_700_000_000_000 },
  'hsp.loop': { loop: false },
  'hsp.playbackrate': { playback_rate: 1 },
  'hstp.setOffset': { offset: 5 },
  'hvp.setState': { amplitude: 0.2, frequency: 50, position: 0 },
  'slider.setStroke': { min: 0.1, max: 0.9 },
  'stream.setup': { stream_ref: 'none' },
  'stream.play': { start_time: 0, server_time: 0 },
  'stream.synctime': { current_time: 0, server_time: 0 },
  'system.setInterfaces': { wifi: true, ble: true },
  'system.setEnvironment': { environment: 0 },
  'system.reboot': { connection_mode: 1 },
  'ota.updateVersion': { version: '4.1.1', feature_flags: '' },
};

/** The entry in the table of rights. */
function verdictOf(name: CallName, endpoint: Endpoint, role: Role, right: Right): Verdict {
  const { address, credential, method, motion } = endpoint;
  const isOpen = credential === 'none';
  if (role === 'stranger' || role === 'owner') {
    if (isOpen) return 'carried out';
    const isIssue = credential === 'application-key';
    if (right === 'valid' && role === 'owner') return 'carried out';
    if (right === 'valid') return isIssue ? 'carried out' : address === 'none' ? 'carried out' : 'no such device';
    if (right !== 'other device') return 'unauthenticated';
    if (isIssue) return 'forbidden';
    return role === 'owner' ? (address === 'none' ? 'carried out' : 'forbidden') : 'no such device';
  }
  if (right === 'expired' || right === 'revoked') return 'unauthenticated';
  if (right === 'other device' && address !== 'none') return 'forbidden';
  if (motion === 'ends' || (method === 'GET' && !NO_READS.has(name))) return 'carried out';
  const isMode = ['hamp', 'hdsp', 'hvp', 'hsp'].some((group) => name.startsWith(`${group}.`));
  return isMode && role === 'guest' ? 'carried out' : 'forbidden';
}

/** Calls that are no reads although they are sent with GET. */
const NO_READS: ReadonlySet<CallName> = new Set([
  'auth.issueToken',
  'auth.renewToken',
  'hstp.clocksync',
  'ota.updateFixed',
]);

/** The meaning of an answer. A refusal by the device proves that the call reached it. */
function verdictFrom({ status, json }: Answered): Verdict {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 409) return 'not now';
  return json?.error?.code === 1001 || json?.result?.connected === false ? 'no such device' : 'carried out';
}

async function prepare() {
  const world = await sharedWorld({}, (close) => ends.push(close));
  const link = await world.share({ limits: { sessionMinutes: 700 }, expiresInMs: 86_400_000 });
  const guest = await world.enter(link, 'Driver');
  const viewer = await world.enter(link, 'Viewer');
  const other = await world.enter(await world.share({}, { 'x-api-key': 'any-id', 'x-connection-key': OH }), 'Other');
  const revoked = await world.share();
  const [gone, goneViewer] = [await world.enter(revoked, 'Gone'), await world.enter(revoked, 'Gone too')];
  await world.ask(`DELETE /api/tactus/shares/${revoked.id}`);
  const token = (await world.ask(`GET /auth/token/issue?ck=${KEY}&ttl=60`)).json.result.token as string;
  const othersToken = (await world.ask(`GET /auth/token/issue?ck=${OH}&ttl=86400`)).json.result.token as string;
  const short = await world.share({ expiresInMs: 60_000 });
  const [late, lateViewer] = [await world.enter(short, 'Late'), await world.enter(short, 'Late too')];
  await world.time.run(61_000);
  await guest.home('POST /api/tactus/shares/control/ask');
  await guest.hold();
  const swap = (of: Guest, by: Guest): Headers => ({ ...of.bearer, 'x-connection-key': by.json.alias });
  const headers: Readonly<Record<Role, Readonly<Record<Right, Headers>>>> = {
    owner: {
      valid: { 'x-api-key': 'any-id', 'x-connection-key': KEY },
      expired: { 'x-api-key': token, 'x-connection-key': KEY },
      revoked: { 'x-connection-key': KEY },
      'other device': { 'x-api-key': othersToken, 'x-connection-key': KEY },
    },
    guest: {
      valid: guest.driving,
      expired: late.driving,
      revoked: gone.driving,
      'other device': swap(guest, other),
    },
    viewer: {
      valid: viewer.driving,
      expired: lateViewer.driving,
      revoked: goneViewer.driving,
      'other device': { ...viewer.bearer, 'x-api-key': 'any-id', 'x-connection-key': KEY },
    },
    stranger: {
      valid: { 'x-api-key': 'any-id', 'x-connection-key': guest.json.alias },
      expired: { authorization: 'Bearer tgs_nobody-has-this', 'x-connection-key': guest.json.alias },
      revoked: { 'x-connection-key': guest.json.alias },
      'other device': { 'x-api-key': 'any-id', 'x-connection-key': 'Nobody000' },
    },
  };
  return { world, headers, guest };
}

const ends: (() => Promise<void>)[] = [];

describe('the authorisation matrix', () => {
  let made: { world: World; headers: Readonly<Record<Role, Readonly<Record<Right, Headers>>>>; guest: Guest };
  beforeAll(async () => {
    made = await prepare();
    return async () => {
      for (const end of ends) await end();
    };
  });

  test.each(calls.flatMap((row) => ROLES.map((role) => ({ ...row, role }))))(
    '$name by $role',
    async ({ name, endpoint, role }) => {
      for (const right of RIGHTS) {
        const verdict = await call(name, endpoint, made.headers[role][right]);
        expect(verdict, right).toBe(wanted(name, endpoint, role, right));
      }
    },
  );

  /** An ended session is no credential, whatever the call needs; neither is a stranger's. */
  function wanted(name: CallName, endpoint: Endpoint, role: Role, right: Right): Verdict {
    if (role === 'stranger' && right === 'expired') return 'unauthenticated';
    if (role === 'stranger' && right === 'other device' && endpoint.credential === 'application-key')
      return 'carried out';
    if (role === 'stranger' && right === 'other device' && endpoint.address === 'none') return 'carried out';
    return verdictOf(name, endpoint, role, right);
  }

  async function call(name: CallName, endpoint: Endpoint, headers: Headers): Promise<Verdict> {
    const { world, guest } = made;
    // An earlier call may have restarted the device.
    while ((await world.ask('GET /connected')).json.result.connected !== true) await world.time.run(1_000);
    if (headers === made.headers.guest.valid) await holdAgain();
    if (headers === made.headers.guest.valid && name.startsWith('hsp.')) await pausedStream();
    const input = inputs[name];
    const query = input && endpoint.inputIn === 'query' ? `?${new URLSearchParams(Object.entries(input))}` : '';
    const line = `${endpoint.method} ${endpoint.path}${query}`;
    if (endpoint.envelope === 'stream') return streamVerdict(line, headers);
    return verdictFrom(await world.as(headers)(line, endpoint.inputIn === 'body' ? (input ?? {}) : undefined));

    async function pausedStream() {
      for (const path of ['setup', 'play', 'pause'])
        expect((await guest.call(`PUT /hsp/${path}`, path === 'play' ? { start_time: 0 } : {})).status).toBe(200);
    }

    /** The owner's calls of this matrix take the hold, restart the device and end guests' holds. */
    async function holdAgain() {
      await world.time.run(1_500);
      for (let tries = 0; tries < 20; tries++) {
        const { status } = await guest.take();
        if (status === 201) break;
        await guest.home('POST /api/tactus/shares/control/ask');
        await world.time.run(1_000);
      }
    }
  }

  async function streamVerdict(line: string, headers: Headers): Promise<Verdict> {
    const answer = await made.world.open(line, headers);
    if (answer.status !== 200) return verdictFrom({ ...answer, json: undefined, text: '' });
    return answer.text.includes('"connected":true') ? 'carried out' : 'no such device';
  }
});
