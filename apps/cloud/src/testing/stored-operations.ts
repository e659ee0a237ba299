import type { Cloud } from '../cloud.ts';

/** An answer of the cloud. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any JSON
  readonly json: any;
}

type Headers = Readonly<Record<string, string>>;

/** Sends `METHOD /path` to a cloud. */
export type Send = (line: string, headers?: Headers, payload?: object | string) => Promise<Answered>;

/** Sends requests to a cloud, past any network. */
export const sendTo =
  (cloud: Cloud): Send =>
  async (line, headers = {}, payload) => {
    const [method = '', url = ''] = line.split(' ');
    const answer = await cloud.inject({
      method: method as 'GET', // the lines of these tests name real methods
      url,
      headers: { host: 'localhost', ...headers },
      ...(payload !== undefined && { payload }),
    });
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    return { status: answer.statusCode, text: answer.body, json: isJson && answer.body ? answer.json() : undefined };
  };

/** A request that is stored before it is answered, and what a client reads of it. */
export interface StoredRequest {
  readonly run: () => Promise<Answered>;
  /** Reads what the request changes. */
  readonly look: () => Promise<Answered>;
}

/** Makes what a request is about, and returns the request. */
export type Prepare = (send: Send) => Promise<StoredRequest>;

const OWNER = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };
const TACTUS = '/api/tactus';
const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });

async function made(answer: Promise<Answered>): Promise<Answered['json']> {
  const { status, text, json } = await answer;
  if (status >= 300) throw new Error(`HTTP ${status}: ${text}`);
  return json;
}

async function lend(send: Send, terms = {}) {
  const link = await made(send(`POST ${TACTUS}/shares`, OWNER, { viewers: 16, ...terms }));
  const path = `${TACTUS}/shares/${link.id}`;
  const look = () => send(`GET ${TACTUS}/shares`, OWNER);
  const enter = (name = 'Guest') => send(`POST ${path}/sessions`, {}, { secret: link.secret, name });
  return { path, look, enter };
}

async function lendTo(send: Send) {
  // Earlier shares of the device are over: the first guest has control.
  const { shares } = await made(send(`GET ${TACTUS}/shares`, OWNER));
  for (const { id } of shares) await made(send(`DELETE ${TACTUS}/shares/${id}`, OWNER));
  const link = await lend(send);
  const [guest, other] = [await made(link.enter('Ann')), await made(link.enter('Ben'))];
  const control = (body: object) => send(`PUT ${TACTUS}/shares/control`, OWNER, body);
  return { ...link, guest, other, control };
}

async function gather(send: Send) {
  const group = await made(send(`POST ${TACTUS}/groups`, {}, { name: 'Evening', host: 'Ann' }));
  const host = bearer(group.session);
  const look = () => send(`GET ${TACTUS}/groups/session`, host);
  const enter = () =>
    send(`POST ${TACTUS}/groups/${group.group.id}/sessions`, {}, { secret: group.secret, name: 'Ben' });
  const script = () => send(`PUT ${TACTUS}/groups/script`, host, { name: 'Waves', t: [0, 60_000], x: [0, 100] });
  const play = (body: object) => send(`PUT ${TACTUS}/groups/timeline`, host, body);
  return { host, look, enter, script, play };
}

async function channel(send: Send) {
  const body = { connectionKeys: ['First00001', 'Second0001'] };
  const { channel: reference, secret } = await made(send(`POST ${TACTUS}/channels`, {}, body));
  const path = `${TACTUS}/channels/${reference}`;
  return { path, secret, look: () => send(`GET ${path}`, bearer(secret)) };
}

async function stream(send: Send) {
  const body = { points: [{ t: 0, x: 0 }] };
  const { stream_ref, secret } = await made(send(`POST ${TACTUS}/streams`, {}, body));
  const path = `${TACTUS}/streams/${stream_ref}`;
  return { path, secret, look: () => send(`GET ${path}`, bearer(secret)) };
}

const NOTHING: Answered = { status: 200, text: '', json: undefined };
const nothing = async () => NOTHING;

let texts = 0;

/** Requests that take effect once they are stored, by name. */
export const storedFirst: Readonly<Record<string, Prepare>> = {
  'a share is made': async (send) => ({ ...(await lend(send)), run: () => send(`POST ${TACTUS}/shares`, OWNER, {}) }),
  'a share is changed': async (send) => {
    const { path, look } = await lend(send);
    return { look, run: () => send(`PATCH ${path}`, OWNER, { name: 'Other', limits: { speed: 0.1 } }) };
  },
  'a guest comes in': async (send) => {
    const { look, enter } = await lend(send);
    return { look, run: () => enter() };
  },
  'a guest comes in by a link for one use': async (send) => {
    const { look, enter } = await lend(send, { uses: 1 });
    return { look, run: () => enter() };
  },
  'the owner gives control': async (send) => {
    const { look, other, control } = await lendTo(send);
    return { look, run: () => control({ session: other.id }) };
  },
  'a guest hands control over': async (send) => {
    const { look, guest, other } = await lendTo(send);
    const body = { session: other.id };
    return { look, run: () => send(`POST ${TACTUS}/shares/control/hand`, bearer(guest.session), body) };
  },
  'a guest asks for free control': async (send) => {
    const { look, guest, other } = await lendTo(send);
    await made(send(`DELETE ${TACTUS}/shares/session`, bearer(guest.session)));
    return { look, run: () => send(`POST ${TACTUS}/shares/control/ask`, bearer(other.session)) };
  },
  'a group session is made': async (send) => ({
    look: nothing,
    run: () => send(`POST ${TACTUS}/groups`, {}, { name: 'Evening', host: 'Ann' }),
  }),
  'somebody joins a group session': async (send) => {
    const { look, enter } = await gather(send);
    return { look, run: enter };
  },
  'a script is chosen': async (send) => {
    const { look, script } = await gather(send);
    return { look, run: script };
  },
  'the host plays': async (send) => {
    const { look, script, play } = await gather(send);
    await made(script());
    return { look, run: () => play({ playing: true }) };
  },
  'the host seeks': async (send) => {
    const { look, script, play } = await gather(send);
    await made(script());
    return { look, run: () => play({ position_ms: 5_000 }) };
  },
  'a channel is made': async (send) => ({
    look: nothing,
    run: () => send(`POST ${TACTUS}/channels`, {}, { connectionKeys: ['First00001'] }),
  }),
  'a channel is changed': async (send) => {
    const { path, secret, look } = await channel(send);
    return { look, run: () => send(`PUT ${path}`, bearer(secret), { connectionKeys: ['Third00001'] }) };
  },
  'a channel is ended': async (send) => {
    const { path, secret, look } = await channel(send);
    return { look, run: () => send(`DELETE ${path}`, bearer(secret)) };
  },
  'an empty stream is made': async (send) => ({ look: nothing, run: () => send(`POST ${TACTUS}/streams`) }),
  'a stream is made with points': async (send) => ({
    look: nothing,
    run: () => send(`POST ${TACTUS}/streams`, {}, { points: [{ t: 0, x: 0 }] }),
  }),
  'points are appended': async (send) => {
    const { path, secret, look } = await stream(send);
    return { look, run: () => send(`POST ${path}/points`, bearer(secret), { points: [{ t: 100, x: 9 }] }) };
  },
  'a stream is closed': async (send) => {
    const { path, secret, look } = await stream(send);
    return { look, run: () => send(`POST ${path}/close`, bearer(secret)) };
  },
  'a stream is removed': async (send) => {
    const { path, secret, look } = await stream(send);
    return { look, run: () => send(`DELETE ${path}`, bearer(secret)) };
  },
  'a device key is made': async (send) => ({ look: nothing, run: () => send(`POST ${TACTUS}/device-keys`, {}, {}) }),
  'a device key is removed': async (send) => {
    const key = await made(send(`POST ${TACTUS}/device-keys`, {}, {}));
    const headers = { 'x-connection-key': key.connectionKey, ...bearer(key.secret) };
    return { look: nothing, run: () => send(`DELETE ${TACTUS}/device-keys`, headers) };
  },
  'a virtual device is made in the app': async (send) => ({
    look: () => send('GET /_control/devices'),
    run: () => send(`POST ${TACTUS}/virtual-devices`, {}, {}),
  }),
  'a virtual device is made by an operator': async (send) => {
    texts += 1;
    const body = { model: 'oh', connectionKey: `Operator${texts}` };
    return { look: () => send('GET /_control/devices'), run: () => send('POST /_control/devices', {}, body) };
  },
  'a virtual device is removed': async (send) => {
    const { connectionKey } = await made(send('POST /_control/devices', {}, { model: 'oh' }));
    return {
      look: () => send('GET /_control/devices'),
      run: () => send(`DELETE /_control/devices/${connectionKey}`),
    };
  },
  'a script is uploaded': async (send) => {
    texts += 1;
    return { look: nothing, run: () => upload(send, `0,${texts % 100}\n${texts * 100},0\n`) };
  },
  'a large script is uploaded': async (send) => {
    texts += 1;
    return { look: nothing, run: () => upload(send, largeScript(texts)) };
  },
  'a script is uploaded again': async (send) => {
    texts += 1;
    const text = `0,${texts % 100}\n${texts * 100},0\n`;
    await made(upload(send, text));
    return { look: nothing, run: () => upload(send, text) };
  },
  'a token is issued': async (send) => ({ look: nothing, run: () => issue(send) }),
  'a token is renewed': async (send) => {
    const { result } = await made(issue(send));
    const { pathname, search } = new URL(result.renew);
    return { look: nothing, run: () => send(`GET ${pathname}${search}`) };
  },
};

interface EffectFirst {
  readonly prepare: Prepare;
  /** What the answer says that took effect. */
  readonly says: string;
  /** Whether it took effect, by what a client reads then. */
  readonly isSo: (looked: Answered) => boolean;
}

const isOver = ({ status }: Answered) => status === 401;

/** Requests that take effect at once and are stored then, by name. */
export const effectFirst: Readonly<Record<string, EffectFirst>> = {
  'control is taken back': {
    says: 'Control is taken back',
    isSo: ({ json }) => json.control.locked === true && json.control.session === null,
    async prepare(send) {
      const { look, control } = await lendTo(send);
      return { look, run: () => control({ session: null }) };
    },
  },
  'the host pauses': {
    says: 'The timeline is paused',
    isSo: ({ json }) => json.timeline.playing === false,
    async prepare(send) {
      const { look, script, play } = await gather(send);
      await made(script());
      await made(play({ playing: true }));
      return { look, run: () => play({ playing: false }) };
    },
  },
  'a share is revoked': {
    says: 'its guests are cut off',
    isSo: isOver,
    async prepare(send) {
      const { path, guest } = await lendTo(send);
      const look = () => send(`GET ${TACTUS}/shares/session`, bearer(guest.session));
      return { look, run: () => send(`DELETE ${path}`, OWNER) };
    },
  },
  'a guest is sent away': {
    says: 'The guest is cut off',
    isSo: isOver,
    async prepare(send) {
      const { path, guest } = await lendTo(send);
      const look = () => send(`GET ${TACTUS}/shares/session`, bearer(guest.session));
      return { look, run: () => send(`DELETE ${path}/sessions/${guest.id}`, OWNER) };
    },
  },
  'a guest leaves': {
    says: 'The session is over',
    isSo: isOver,
    async prepare(send) {
      const { guest } = await lendTo(send);
      const look = () => send(`GET ${TACTUS}/shares/session`, bearer(guest.session));
      return { look, run: () => send(`DELETE ${TACTUS}/shares/session`, bearer(guest.session)) };
    },
  },
  'the host ends a group session': {
    says: 'The group session is over',
    isSo: isOver,
    async prepare(send) {
      const { host, look } = await gather(send);
      return { look, run: () => send(`DELETE ${TACTUS}/groups/session`, host) };
    },
  },
  'a participant leaves a group session': {
    says: 'The session is over',
    isSo: isOver,
    async prepare(send) {
      const { enter } = await gather(send);
      const ben = bearer((await made(enter())).session);
      const path = `${TACTUS}/groups/session`;
      return { look: () => send(`GET ${path}`, ben), run: () => send(`DELETE ${path}`, ben) };
    },
  },
  'the host sends somebody away': {
    says: 'The session is over',
    isSo: isOver,
    async prepare(send) {
      const { host, enter } = await gather(send);
      const ben = await made(enter());
      const look = () => send(`GET ${TACTUS}/groups/session`, bearer(ben.session));
      return { look, run: () => send(`DELETE ${TACTUS}/groups/people/${ben.session_id}`, host) };
    },
  },
};

const BOUNDARY = 'boundary-of-the-test';

function upload(send: Send, text: string): Promise<Answered> {
  const part = `content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv`;
  const body = `--${BOUNDARY}\r\n${part}\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
  return send('POST /api/script/v0/temp/upload', { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body);
}

/** A script that is stored in files. */
function largeScript(seed: number): string {
  return Array.from({ length: 12_000 }, (_, at) => `${at * 100},${(at * seed) % 100}\n`).join('');
}

const issue = (send: Send) =>
  send('GET /api/handy-rest/v3/auth/token/issue?ttl=600', { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' });
