import type { WebSocketLike } from '@tactus/link';
import { anonymousIdOfKey, createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { openBridgeSession } from './bridge-session.ts';

const KEY = 'OwnersKey12';
const ALIAS = { connectionKey: 'Alias12345', secret: 'secret' };
const STORED = `tactus.bridge.${anonymousIdOfKey(KEY)}`;

/** A tab that connects to the device, and a home that the test plays. */
function openSession(answer: () => Response | Promise<Response> = () => Response.json(ALIAS, { status: 201 })) {
  const time = createFakeTime();
  const storage = createMemoryStorage();
  const sockets: { receive: (frame: object) => void; cut: () => void; readonly sent: string[] }[] = [];
  const requests: string[] = [];
  const forEver = () => new Promise<Response>(() => undefined);
  const device = createDevice({
    ...{ apiBase: 'https://vendor.test/v3', apiKey: 'app', time, random: createRandom(1), fetch: forEver },
  });
  device.connect(KEY).catch(() => undefined);
  const session = openBridgeSession({
    ...{ device, connectionKey: KEY, storage, time, random: createRandom(2) },
    cloud: {
      ...{ apiBase: 'https://vendor.test/v3', apiKey: 'app' },
      fetch(url, init) {
        requests.push(`${init.method ?? 'GET'} ${url} ${JSON.stringify(init.headers)}`);
        return url.endsWith('/device-keys') ? Promise.resolve(answer()) : forEver();
      },
    },
    home: { origin: 'https://home.test', apiKey: 'home-app' },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    connect(url): WebSocketLike {
      expect(url).toBe('wss://home.test/api/tactus/device-link');
      const listeners: Record<string, (event: { data: unknown }) => void> = {};
      const sent: string[] = [];
      sockets.push({
        sent,
        receive: (frame) => listeners['message']?.({ data: JSON.stringify(frame) }),
        cut: () => listeners['close']?.({ data: undefined }),
      });
      return {
        addEventListener(type: string, listener: (event: { data: unknown }) => void) {
          listeners[type] = listener;
          if (type === 'open') time.after(1, () => listener({ data: undefined }));
        },
        send: (text) => void sent.push(text),
        close: () => undefined,
      };
    },
  });
  const socket = () => sockets.at(-1) ?? expect.fail('there is a connection');
  return {
    ...{ session, time, storage, sockets, requests, socket },
    phase: () => session.store.getState().phase,
    welcome: () => socket().receive({ type: 'welcome', session: 's', resumed: false, received: 0, waiting: [] }),
    refuse: (code: string) => socket().receive({ type: 'refused', code, message: '' }),
    close() {
      session.close();
      device.close();
    },
  };
}

test('a device is bridged under a name that the home made, and its own key is sent to no server but its own', async () => {
  const { session, time, phase, welcome, socket, requests, storage, close } = openSession();
  expect([phase(), session.store.getState().ownerSession]).toEqual(['starting', undefined]);
  await time.run(20);
  welcome();
  // The device itself is not connected yet.
  expect(phase()).toBe('away');
  expect(session.store.getState().ownerSession?.connectionKey).toBe(ALIAS.connectionKey);
  const began = session.store.getState().sinceMs;
  await time.run(2_000);
  socket().cut();
  expect([phase(), session.store.getState().sinceMs - began]).toEqual(['cut', 2_000]);
  await time.run(2_000);
  welcome();
  expect(phase()).toBe('away');
  expect([...requests, ...socket().sent].filter((text) => text.includes(KEY))).toEqual([]);
  expect(storage.getItem(STORED)).toContain(ALIAS.secret);
  expect(storage.getItem(STORED)).not.toContain(KEY);
  expect(session.lends()).toBe(false);
  close();
});

test('where another tab has taken over, this one shows that and bridges again only by hand', async () => {
  const { session, time, phase, welcome, refuse, sockets, close } = openSession();
  await time.run(20);
  welcome();
  refuse('taken-over');
  expect(phase()).toBe('elsewhere');
  await time.run(60_000);
  expect(sockets).toHaveLength(1);
  session.again();
  await time.run(20);
  welcome();
  expect([phase(), sockets.length]).toEqual(['away', 2]);
  close();
});

test('a home that does not know the device makes another name, once; one that refuses gets no automatic retry', async () => {
  let made = 0;
  const { time, phase, refuse, sockets, close } = openSession(() => {
    made += 1;
    return Response.json({ ...ALIAS, connectionKey: `Alias1234${made}` }, { status: 201 });
  });
  await time.run(20);
  refuse('not-enrolled');
  await time.run(20);
  expect([phase(), made, sockets.length]).toEqual(['starting', 2, 2]);
  refuse('not-enrolled');
  expect(phase()).toBe('refused');
  close();
});

test('a home that forgets the device after each of its restarts makes another name each time', async () => {
  let made = 0;
  const { time, phase, welcome, refuse, close } = openSession(() => {
    made += 1;
    return Response.json({ ...ALIAS, connectionKey: `Alias1234${made}` }, { status: 201 });
  });
  for (const restarts of [1, 2]) {
    await time.run(20);
    welcome();
    await time.run(5_000);
    refuse('not-enrolled');
    await time.run(20);
    expect([phase(), made]).toEqual(['starting', restarts + 1]);
  }
  close();
});

test('a home that gives up the device again and again at once gets no third name', async () => {
  let made = 0;
  const { time, phase, welcome, refuse, close } = openSession(() => {
    made += 1;
    return Response.json({ ...ALIAS, connectionKey: `Alias1234${made}` }, { status: 201 });
  });
  for (const named of [2, 2]) {
    await time.run(20);
    welcome();
    await time.run(1_000);
    refuse('ended');
    await time.run(20);
    expect(made).toBe(named);
  }
  expect(phase()).toBe('refused');
  close();
});

test('a home that makes no names counts as refusing, and one that does not answer is retried', async () => {
  const refusing = openSession(() => Response.json({}, { status: 507 }));
  await refusing.time.run(20);
  expect(refusing.phase()).toBe('refused');
  refusing.close();
  let isThere = false;
  const { time, phase, welcome, close } = openSession(() =>
    isThere ? Response.json(ALIAS, { status: 201 }) : Promise.reject(new TypeError('offline')),
  );
  await time.run(20);
  expect(phase()).toBe('starting');
  isThere = true;
  await time.run(5_100);
  welcome();
  expect(phase()).toBe('away');
  close();
});

test('a page that is closed releases the device', async () => {
  const { session, time, phase, welcome, close } = openSession();
  await time.run(20);
  welcome();
  session.leave();
  expect([phase(), session.store.getState().ownerSession]).toEqual(['cut', undefined]);
  close();
});
