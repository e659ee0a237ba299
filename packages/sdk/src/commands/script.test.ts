import { describe, expect, test } from 'vitest';
import { hsp } from '../testing/client-parts.ts';
import { refusal } from '../testing/scripted-cloud.ts';
import { failureOf, infoOf, setUpDevice } from '../testing/scripted-device.ts';

const SCRIPT = { url: 'https://scripts.test/one.csv' };

/** A connected device; setting a script takes 300 ms. */
async function connected(options: Parameters<typeof setUpDevice>[0] = {}) {
  const parts = setUpDevice(options);
  await parts.connectFully();
  const { cloud, time } = parts;
  cloud.on('PUT /hssp/setup', async () => {
    await time.sleep(300);
    return { result: { ...hsp, play_state: 2 } };
  });
  for (const line of ['PUT /hssp/play', 'PUT /hssp/stop', 'PUT /hsp/flush', 'PUT /hssp/pause'])
    cloud.on(line, () => ({ result: { ...hsp, play_state: line.endsWith('play') ? 1 : 2 } }));
  const internalState = () => parts.state().hssp.internalState;
  const played = () => cloud.requests.filter(({ path }) => path === '/hssp/play');
  return { ...parts, internalState, played };
}

describe('a script', () => {
  test('goes from not initialized over setting to set', async () => {
    const { device, time, internalState } = await connected();
    expect(internalState()).toBe('NOT_INITIALIZED');
    const set = device.hssp.setup(SCRIPT);
    expect(internalState()).toBe('SETTING_SCRIPT');
    await time.run(300);
    await set;
    expect(internalState()).toBe('SCRIPT_SET');
  });

  test('that cannot be set has failed, with the reason', async () => {
    const { device, cloud, internalState, state } = await connected();
    cloud.on('PUT /hssp/setup', () => refusal(4001, 'Script could not be downloaded'));
    const failure = await failureOf(device.hssp.setup(SCRIPT));
    expect(internalState()).toBe('SCRIPT_FAILED');
    expect(state().hssp.failure).toBe(failure);
    expect(await failureOf(device.hssp.play())).toBe(failure);
  });

  test('is the newer of two that are set at the same time', async () => {
    const { device, cloud, time, internalState } = await connected();
    const older = device.hssp.setup(SCRIPT);
    cloud.on('PUT /hssp/setup', async () => {
      await time.sleep(500);
      return { result: hsp };
    });
    const newer = device.hssp.setup(SCRIPT);
    await time.run(310);
    await older;
    expect(internalState()).toBe('SETTING_SCRIPT');
    await time.run(300);
    await newer;
    expect(internalState()).toBe('SCRIPT_SET');
  });

  test('ends when other points come into the player, and when the session changes', async () => {
    const { device, cloud, time, internalState, comeOnline } = await connected();
    await Promise.all([device.hssp.setup(SCRIPT), time.run(400)]);
    await device.hsp.flush();
    expect(internalState()).toBe('NOT_INITIALIZED');
    await Promise.all([device.hssp.setup(SCRIPT), time.run(400)]);
    cloud.stream.send('device_connected', { connected: true, info: infoOf('01HZ0002') });
    await time.run(10);
    comeOnline('01HZ0002');
    await time.run(2_000);
    expect(internalState()).toBe('NOT_INITIALIZED');
  });

  test('stays set over a mode change, because the cloud still has it', async () => {
    const { device, cloud, time, internalState } = await connected();
    await Promise.all([device.hssp.setup(SCRIPT), time.run(400)]);
    cloud.stream.send('mode_changed', { mode: 4, mode_session_id: 2 });
    cloud.stream.send('mode_changed', { mode: 7, mode_session_id: 3 });
    await time.run(10);
    expect(internalState()).toBe('SCRIPT_SET');
  });

  test('is sent inline only to a cloud that supports it', async () => {
    const plain = await connected();
    expect(await failureOf(plain.device.hssp.setup({ csv: '#\n0,0\n100,100' }))).toMatchObject({ code: 'bad-input' });
    expect(plain.cloud.lines()).toEqual([]);
    const { device, cloud, time } = await connected({ features: { inlineScripts: true } });
    const actions = [
      { at: 0, pos: 0 },
      { at: 500, pos: 100 },
    ];
    await Promise.all([device.hssp.setup({ actions }), time.run(400)]);
    expect(cloud.requests[0]?.body).toMatchObject({ actions, notify: false });
  });
});

describe('a play request', () => {
  test('waits until the script is set, without changing its server time', async () => {
    const { device, time, played } = await connected();
    const set = device.hssp.setup(SCRIPT);
    const playing = device.hssp.play({ start_time: 5_000, server_time: 42, loop: true });
    await time.run(299);
    expect(played()).toEqual([]);
    await time.run(10);
    await set;
    expect(await playing).toMatchObject({ play_state: 1 });
    expect(played().map(({ body }) => body)).toMatchObject([{ start_time: 5_000, server_time: 42, loop: true }]);
  });

  test('may come before the script is requested; a newer one replaces it', async () => {
    const { device, time, played } = await connected();
    const older = failureOf(device.hssp.play({ start_time: 1 }));
    const newer = device.hssp.play({ start_time: 2 });
    expect(await older).toMatchObject({ code: 'aborted', message: 'Request aborted' });
    await time.run(5_000);
    expect(played()).toEqual([]);
    void device.hssp.setup(SCRIPT);
    await time.run(400);
    await newer;
    expect(played()).toHaveLength(1);
    expect(played()[0]?.body).toMatchObject({ start_time: 2, server_time: Math.round(time.now() - 100 + 1_000) });
  });

  test('is rejected when the script cannot be set', async () => {
    const { device, cloud, time } = await connected();
    cloud.on('PUT /hssp/setup', async () => {
      await time.sleep(50);
      return refusal(4001, 'Script could not be downloaded');
    });
    void device.hssp.setup(SCRIPT).catch(() => undefined);
    const playing = failureOf(device.hssp.play());
    await time.run(100);
    expect(await playing).toMatchObject({ code: 'refused', message: 'Script could not be downloaded' });
  });

  test.each([
    ['the limits', 'not read here'],
    ['the number of requests', 'Too many requests'],
    ['the cloud, which takes no inline script', 'by its url only'],
  ])('is rejected when the script is refused before it is sent, for %s', async (by, reason) => {
    const { device, time, internalState, state, played } = await connected();
    const waiting = failureOf(device.hssp.play());
    if (by === 'the limits') device.limits.set({ maxSpeedMmS: 200 });
    if (by === 'the number of requests')
      while (
        await device.hsp.readState().then(
          () => true,
          ({ code }) => code !== 'rate-limited',
        )
      );
    const inline = by.startsWith('the cloud');
    const refused = await failureOf(device.hssp.setup(inline ? { csv: '0,0' } : SCRIPT));
    expect(refused).toMatchObject({ message: expect.stringContaining(reason) });
    expect([internalState(), state().hssp.failure]).toEqual(['SCRIPT_FAILED', refused]);
    expect(await waiting).toBe(refused);
    expect(await failureOf(device.hssp.play())).toBe(refused);
    device.limits.set({ maxSpeedMmS: Infinity });
    await time.run(61_000);
    await Promise.all([device.hssp.setup(SCRIPT), time.run(400)]);
    await device.hssp.play();
    expect(played()).toHaveLength(1);
  });

  test('plays the script that is set, after another one was refused before it was sent', async () => {
    const { device, time, internalState } = await connected();
    await Promise.all([device.hssp.setup(SCRIPT), time.run(400)]);
    expect(await failureOf(device.hssp.setup({ csv: '0,0' }))).toMatchObject({ code: 'bad-input' });
    expect(internalState()).toBe('SCRIPT_SET');
    expect(await device.hssp.play()).toMatchObject({ play_state: 1 });
  });

  test.each(['stop', 'hssp.stop', 'hssp.pause', 'disconnect', 'session'] as const)(
    'is cancelled by: %s',
    async (by) => {
      const { device, cloud, time, played } = await connected();
      void device.hssp.setup(SCRIPT).catch(() => undefined);
      const playing = failureOf(device.hssp.play());
      if (by === 'stop') void device.stop();
      else if (by === 'hssp.stop') void device.hssp.stop();
      else if (by === 'hssp.pause') void device.hssp.pause();
      else if (by === 'disconnect') device.disconnect();
      else cloud.stream.send('device_connected', { connected: true, info: infoOf('01HZ0002') });
      await time.run(2_000);
      expect(await playing).toMatchObject({ code: 'aborted' });
      expect(played()).toEqual([]);
      device.close();
    },
  );
});
