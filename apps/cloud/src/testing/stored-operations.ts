import {
  type Answered,
  bearer,
  channel,
  gather,
  issue,
  largeScript,
  lend,
  lendTo,
  made,
  nothing,
  OWNER,
  type Prepare,
  stream,
  TACTUS,
  upload,
} from './stored-requests.ts';

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
