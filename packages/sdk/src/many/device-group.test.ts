import { describe, expect, test } from 'vitest';
import { hspState } from '../testing/predicted-device.ts';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { GROUP_KEYS, setUpGroup } from '../testing/scripted-group.ts';

const [ONE, TWO, THREE] = GROUP_KEYS;
const CHANNEL = 'chref:Abcdef123456';

async function group(options: Parameters<typeof setUpGroup>[0] = {}) {
  const parts = setUpGroup(options);
  await parts.connectAll();
  return parts;
}

/** The answer to a start. */
const answerTo = (isRefused: boolean) =>
  isRefused
    ? { error: { code: 100_006, name: 'Refused', message: 'Slider blocked', connected: true } }
    : { result: { play_state: 1, velocity: 0, direction: true } };

describe('several devices as one', () => {
  test('a command goes to each of them, scaled for each, and resolves with the answer of the first', async () => {
    const { group: all, devices, sentBy, requests, close } = await group();
    all.add(devices[1]!, { scale: 0.5 });
    const sent = await sentBy(async () => expect(await all.hamp.setVelocity(0.8)).toMatchObject({ velocity: 0.8 }));
    expect(sent).toEqual([ONE, TWO, THREE].map((key) => `PUT /hamp/velocity ${key}`));
    expect(requests.map(({ body }) => body)).toEqual([{ velocity: 0.8 }, { velocity: 0.4 }, { velocity: 0.8 }]);
    expect(devices.map((device) => device.store.getState().hamp.velocity)).toEqual([0.8, 0.4, 0.8]);
    close();
  });

  test.each([
    ['hamp.velocity', { velocity: 1.5 }, 'Velocity must be between 0 and 1'],
    ['hvp.setState', { amplitude: 1.5, frequency: 50, position: 10 }, 'amplitude must be at most 1'],
    ['hdsp.xpvp', { xp: 1.4, vp: 0.5 }, 'xp must be at most 1'],
  ])('an input out of range is refused before it is scaled: %s', async (call, input, problem) => {
    const { group: all, devices, sentBy, close } = await group();
    for (const device of devices) all.add(device, { scale: 0.5 });
    const general = all.call as (name: string, input: object) => Promise<unknown>;
    const sent = await sentBy(() =>
      expect(general(call, input)).rejects.toMatchObject({ code: 'bad-input', message: problem }),
    );
    expect(sent).toEqual([]);
    close();
  });

  test('the state has their number, how many are connected, and whether any of them moves', async () => {
    const { group: all, send, time, sentBy, close } = await group();
    expect(all.state()).toEqual({ devices: 3, connected: 3, moving: false });
    send(TWO, 'device_disconnected', { session_id: '01HZ0001', reason: '', timestamp: '' });
    await time.run(10);
    expect(all.state()).toMatchObject({ connected: 2 });
    expect(await sentBy(() => all.hamp.start())).toEqual([`PUT /hamp/start ${ONE}`, `PUT /hamp/start ${THREE}`]);
    expect(all.state()).toMatchObject({ moving: true });
    close();
  });

  test('a refusal is reported, the others count, and when all refuse the first error is thrown', async () => {
    const { group: all, devices, refusing, failures, sentBy, close } = await group();
    refusing.add(ONE);
    await sentBy(async () => expect(await all.hamp.start()).toMatchObject({ play_state: 1 }));
    expect(failures).toEqual([[devices[0], 'Slider blocked']]);
    for (const key of GROUP_KEYS) refusing.add(key);
    await sentBy(() => expect(all.hamp.start()).rejects.toMatchObject({ code: 'refused', message: 'Slider blocked' }));
    close();
  });

  test('each device that carries out a command is reported at once, also where another one is slower or refuses', async () => {
    const { group: all, devices, own, time, successes, close } = await group();
    own.set('PUT /hamp/start', async ({ key }) => {
      if (key === TWO) await time.sleep(1_000);
      return jsonResponse(answerTo(key === ONE));
    });
    const started = all.hamp.start();
    await time.run(100);
    expect(successes).toEqual([devices[2]]);
    await time.run(1_000);
    await started;
    expect(successes).toEqual([devices[2], devices[1]]);
    close();
  });

  test('a device is starting until the command that may set it in motion is answered', async () => {
    const { group: all, devices, own, time, close } = await group();
    own.set('PUT /hamp/start', async ({ key }) => {
      if (key === TWO) await time.sleep(1_000);
      return jsonResponse(answerTo(key === THREE));
    });
    const isStarting = () => devices.map((device) => device.isStarting());
    const started = all.hamp.start();
    expect(isStarting()).toEqual([true, true, true]);
    await time.run(100);
    expect(isStarting()).toEqual([false, true, false]);
    await time.run(1_000);
    await started;
    const sped = all.hamp.setVelocity(0.4);
    expect(isStarting()).toEqual([false, false, false]);
    await time.run(100);
    await sped;
    close();
  });

  test('a script that cannot be scaled is refused for the device with the scale only', async () => {
    const { group: all, devices, failures, sentBy, own, close } = await group();
    own.set('PUT /hssp/setup', () => jsonResponse({ result: hspState() }));
    all.add(devices[1]!, { scale: 0.5 });
    const sent = await sentBy(() => all.call('hssp.setup', { url: 'https://scripts.test/one.csv' }));
    expect(sent).toEqual([ONE, THREE].map((key) => `PUT /hssp/setup ${key}`));
    expect(failures).toEqual([[devices[1], expect.stringContaining('scale')]]);
    close();
  });

  test('without a connected device the error of the first is thrown, and an empty group is an error', async () => {
    const { group: all, devices, close, failures } = setUpGroup();
    await expect(all.hamp.start()).rejects.toThrow('No device to ask for /hamp/start');
    expect(all.serverNow()).toBeNaN();
    all.add(devices[0]!);
    all.add(devices[1]!);
    await expect(all.hamp.start()).rejects.toThrow('Connection key is required');
    expect(failures).toEqual([]);
    expect(Number.isFinite(all.serverNow())).toBe(true);
    close();
  });

  test('its listeners are called for every change of a member until undone, and for no removed one', async () => {
    const { group: all, devices, sentBy, close } = await group();
    let calls = 0;
    const off = all.subscribe(() => {
      calls += 1;
    });
    await sentBy(() => devices[1]!.hamp.start());
    expect(calls).toBeGreaterThan(0);
    all.remove(devices[1]!);
    expect(all.members().map(({ device }) => devices.indexOf(device))).toEqual([0, 2]);
    calls = 0;
    await sentBy(() => devices[1]!.hamp.setVelocity(0.3));
    expect(calls).toBe(0);
    off();
    await sentBy(() => devices[0]!.hamp.setVelocity(0.3));
    expect(calls).toBe(0);
    all.close();
    expect(all.members()).toEqual([]);
    close();
  });
});

describe('one Stop', () => {
  test('goes to every device at once', async () => {
    const { group: all, time, requests, close } = await group();
    const stopped = all.stop();
    expect(requests.map(({ key }) => key)).toEqual([...GROUP_KEYS]);
    await time.run(1_000);
    expect((await stopped).map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    close();
  });

  test('is one request before all others if the cloud supports it, with the keys in its body only', async () => {
    const { group: all, time, requests, close } = await group({ features: { stopMany: true } });
    const stopped = all.stop();
    expect(requests[0]).toMatchObject({
      line: 'POST /api/tactus/stop',
      key: '',
      body: { connectionKeys: [...GROUP_KEYS] },
    });
    expect(requests[0]?.headers.get('x-api-key')).toBe('application-1');
    expect(requests.slice(1).map(({ key }) => key)).toEqual([...GROUP_KEYS]);
    // The cloud's answer proves nothing, and here it is a failure: each device confirms its own.
    await time.run(1_000);
    expect((await stopped).map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    close();
  });

  test('of one device is its own', async () => {
    const { group: all, devices, sentBy, close } = await group({ features: { stopMany: true } });
    all.remove(devices[1]!);
    all.remove(devices[2]!);
    expect((await sentBy(() => all.stop())).filter((line) => line.includes('tactus'))).toEqual([]);
    close();
  });
});

describe('a channel of the group', () => {
  async function withChannel() {
    const parts = await group({ features: { channels: true } });
    parts.own.set('POST /api/tactus/channels', () => jsonResponse({ channel: CHANNEL, secret: 's1' }, 201));
    parts.own.set(`PUT /api/tactus/channels/${CHANNEL}`, () => jsonResponse({ channel: CHANNEL }));
    return parts;
  }
  const toAll = (line: string) => GROUP_KEYS.map((key) => `${line} ${key}`);

  /** The first command requests the channel, and does not wait for it. */
  async function made() {
    const parts = await withChannel();
    const sent = await parts.sentBy(() => parts.group.hamp.start());
    expect(sent.sort()).toEqual(['POST /api/tactus/channels', ...toAll('PUT /hamp/start')].sort());
    return parts;
  }

  test('takes a command that is the same for all as one request, and each device gets its own answer', async () => {
    const { group: all, devices, refusing, failures, sentBy, requests, close } = await made();
    refusing.add(TWO);
    expect(await sentBy(() => all.hamp.setVelocity(0.6))).toEqual([`PUT /hamp/velocity ${CHANNEL}`]);
    expect(requests.at(-1)).toMatchObject({ body: { velocity: 0.6 } });
    expect(devices.map((device) => device.store.getState().hamp.velocity)).toEqual([0.6, 0, 0.6]);
    expect(failures).toEqual([[devices[1], 'Slider blocked']]);
    close();
  });

  test('is not used if a device gets another input: by its scale, or by its limits', async () => {
    const { group: all, devices, sentBy, close } = await made();
    all.add(devices[2]!, { scale: 0.5 });
    expect(await sentBy(() => all.hamp.setVelocity(0.6))).toEqual(toAll('PUT /hamp/velocity'));
    all.add(devices[2]!, { scale: 1 });
    devices[0]!.limits.set({ maxSpeedMmS: 10 });
    expect(await sentBy(() => all.hamp.setVelocity(0.6))).toEqual(toAll('PUT /hamp/velocity'));
    close();
  });

  test('is not used for a Stop, for a change of mode, for reads, or for a command of one member', async () => {
    const { group: all, devices, sentBy, requests, close } = await made();
    const toChannel = () => requests.filter(({ key }) => key === CHANNEL);
    await sentBy(() => all.stop());
    await sentBy(() => all.call('info.setMode2', { mode: 7 }));
    await sentBy(() => all.call('hamp.stop', {}));
    await sentBy(() => all.call('slider.state', {}));
    await sentBy(() => devices[0]!.hamp.start());
    expect(toChannel()).toEqual([]);
    close();
  });

  test('follows changes of the members, and until then each gets its own request', async () => {
    const { group: all, devices, sentBy, requests, close } = await made();
    all.remove(devices[2]!);
    const sent = await sentBy(() => all.hamp.setVelocity(0.3));
    expect(sent).toEqual([
      `PUT /api/tactus/channels/${CHANNEL}`,
      `PUT /hamp/velocity ${ONE}`,
      `PUT /hamp/velocity ${TWO}`,
    ]);
    expect(requests.find(({ line }) => line.includes('tactus/channels/'))).toMatchObject({
      body: { connectionKeys: [ONE, TWO] },
    });
    close();
  });

  /** A channel whose changes the cloud carries out after the given times, one for each, and whose members it then has. */
  async function changing(...delaysMs: number[]) {
    const parts = await made();
    const { own, time } = parts;
    const cloud: { members: readonly string[] } = { members: GROUP_KEYS };
    own.set(`PUT /api/tactus/channels/${CHANNEL}`, async ({ body }) => {
      await time.sleep(delaysMs.shift() ?? 0);
      cloud.members = (body as { connectionKeys: string[] }).connectionKeys; // the body of that call
      return jsonResponse({ channel: CHANNEL });
    });
    own.set('PUT /hamp/velocity', ({ key, body }) => {
      const result = { play_state: 1, direction: true, ...(body as object) };
      return jsonResponse(key === CHANNEL ? { result, members: cloud.members.map(() => ({ result })) } : { result });
    });
    const velocity = () => parts.sentBy(() => parts.group.hamp.setVelocity(0.4));
    return { ...parts, cloud, velocity };
  }

  test('has the newest members, also where they change while an earlier change is slow', async () => {
    const { group: all, devices, time, cloud, velocity, close } = await changing(500, 0);
    all.remove(devices[2]!);
    await velocity();
    all.remove(devices[1]!);
    all.add(devices[2]!);
    expect(await velocity()).toEqual([`PUT /hamp/velocity ${ONE}`, `PUT /hamp/velocity ${THREE}`]);
    await time.run(1_000);
    expect(await velocity()).toEqual([`PUT /hamp/velocity ${CHANNEL}`]);
    expect(cloud.members).toEqual([ONE, THREE]);
    close();
  });

  test('is ended where a change of its members has no answer, and the next change requests another', async () => {
    const { group: all, devices, own, velocity, close } = await changing();
    own.set(`PUT /api/tactus/channels/${CHANNEL}`, () => Promise.reject(new TypeError('fetch failed')));
    all.remove(devices[2]!);
    expect(await velocity()).toContain(`DELETE /api/tactus/channels/${CHANNEL}`);
    expect(await velocity()).toEqual([`PUT /hamp/velocity ${ONE}`, `PUT /hamp/velocity ${TWO}`]);
    all.add(devices[2]!);
    expect((await velocity())[0]).toBe('POST /api/tactus/channels');
    close();
  });

  test('that the cloud does not know any more is requested again, and commands go to each device meanwhile', async () => {
    const { group: all, devices, own, sentBy, close } = await made();
    own.set('PUT /hamp/velocity', ({ key, body }) =>
      jsonResponse(
        key === CHANNEL
          ? { error: { code: 1001, name: 'DeviceNotConnected', message: 'Device not connected', connected: false } }
          : { result: { play_state: 1, direction: true, ...(body as object) } },
      ),
    );
    expect(await sentBy(() => all.hamp.setVelocity(0.4))).toEqual([
      `PUT /hamp/velocity ${CHANNEL}`,
      ...toAll('PUT /hamp/velocity'),
    ]);
    expect(devices.map((device) => device.store.getState().hamp.velocity)).toEqual([0.4, 0.4, 0.4]);
    expect((await sentBy(() => all.hamp.setVelocity(0.5)))[0]).toBe('POST /api/tactus/channels');
    close();
  });

  test('passes a refusal of the whole request to all of them', async () => {
    const { group: all, own, sentBy, close } = await made();
    own.set('PUT /hamp/velocity', () => jsonResponse({ error: { name: 'TooManyRequests' } }, 429));
    const sent = await sentBy(() => expect(all.hamp.setVelocity(0.4)).rejects.toMatchObject({ code: 'rate-limited' }));
    expect(sent).toEqual([`PUT /hamp/velocity ${CHANNEL}`]);
    close();
  });

  test('that is not granted is not requested again and again', async () => {
    const { group: all, own, sentBy, close } = await withChannel();
    own.set('POST /api/tactus/channels', () => jsonResponse({}, 507));
    await sentBy(() => all.hamp.start());
    expect(await sentBy(() => all.hamp.setVelocity(0.4))).toEqual(toAll('PUT /hamp/velocity'));
    close();
  });

  test('ends with the group; one that is granted after that is ended at once', async () => {
    const first = await made();
    expect(await first.sentBy(async () => first.group.close())).toEqual([`DELETE /api/tactus/channels/${CHANNEL}`]);
    expect(first.requests.at(-1)?.headers.get('authorization')).toBe('Bearer s1');
    first.close();
    const late = await withChannel();
    const sent = await late.sentBy(async () => {
      void late.group.hamp.start();
      late.group.close();
    });
    expect(sent.at(-1)).toBe(`DELETE /api/tactus/channels/${CHANNEL}`);
    late.close();
  });

  test('is not requested without a common cloud', async () => {
    const {
      group: all,
      sentBy,
      close,
    } = await group({ features: { channels: true, stopMany: true }, withCloud: false });
    await sentBy(() => all.hamp.start());
    expect(await sentBy(() => all.hamp.setVelocity(0.4))).toEqual(toAll('PUT /hamp/velocity'));
    expect((await sentBy(() => all.stop())).filter((line) => line.includes('tactus'))).toEqual([]);
    close();
  });
});
