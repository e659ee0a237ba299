/** The SDK as a guest's page uses it: a session for its credential, an alias for its key, and nothing else of its own. */
import { expect, test } from 'vitest';
import { KEY, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';

test.each(['tactus', 'vendor'] as const)(
  'a guest is an ordinary client: it connects, drives under the limits, follows and stops, under the profile %s',
  async (profile) => {
    const world = await virtualWorld({ profile });
    const owner = { 'x-api-key': 'any-id', 'x-connection-key': KEY };
    const ask = async (method: 'POST' | 'PUT', path: string, headers: Record<string, string>, payload?: object) => {
      const url = `/api/tactus/shares${path}`;
      const { statusCode, json } = await world.cloud.inject({ method, url, headers, ...(payload && { payload }) });
      expect(statusCode).toBeLessThan(300);
      return json();
    };
    const { id, secret } = await ask('POST', '', owner, { limits: { speed: 0.3, stroke: { min: 0.1, max: 0.6 } } });
    const { session, alias } = await ask('POST', `/${id}/sessions`, {}, { secret, name: 'Guest' });
    const bearer = { authorization: `Bearer ${session}` };

    const options = { apiKey: session, features: { headersOnSse: true, commandOrder: true } };
    const device = await world.connected(options, alias);
    await ask('POST', '/control', bearer);
    world.time.every(150, () => void ask('PUT', '/control', bearer));
    await world.settled(device.hamp.start());
    await world.settled(device.hamp.setVelocity(1));
    expect(device.store.getState().hamp).toMatchObject({ play_state: 1, velocity: 0.3 });
    expect(JSON.stringify(device.store.getState())).not.toContain(KEY);
    await world.time.run(2_000);
    const { position_absolute } = (await world.settled(device.slider.readState())) as { position_absolute: number };
    expect(position_absolute).toBeLessThan(5 + 0.62 * 97.826);

    await world.settled(device.hsp.setup());
    await world.settled(
      device.hsp.add([
        { t: 0, x: 0 },
        { t: 400, x: 100 },
        { t: 5_000, x: 0 },
      ]),
    );
    await world.settled(device.hsp.play());
    await world.time.run(1_500);
    expect(world.virtual.info()).toBeDefined();
    await world.settled(device.stop());
    const before = (await world.settled(device.slider.readState())) as { position_absolute: number };
    await world.time.run(500);
    expect(await world.settled(device.slider.readState())).toMatchObject(before);
    await expect(world.settled(device.slider.setStroke({ min: 0, max: 1 }))).rejects.toMatchObject({
      http: { status: 403 },
    });
  },
);
