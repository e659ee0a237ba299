/** A key that must not leak: every answer, stream, log and refusal of sharing is searched for it. */
import { createLog } from '@tactus/cloud';
import { calls } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { sharedWorld } from './shared-world.ts';

const CANARY = 'CanaryBird7Sings';

test.each(['tactus', 'vendor'] as const)(
  'a connection key appears nowhere but in its header and the store, under the profile %s',
  async (profile) => {
    const lines: string[] = [];
    const log = createLog({
      level: 'trace',
      time: createFakeTime(),
      destination: { write: (line) => lines.push(line) },
    });
    const world = await sharedWorld({ profile }, undefined, log);
    const made = await world.begin('POST /_control/devices', {}, { model: 'handy', connectionKey: CANARY });
    expect(made.status).toBe(201);
    world.answers.length = 0;

    const owner = { 'x-api-key': 'any-id', 'x-connection-key': CANARY };
    const asOwner = world.as(owner);
    const link = await world.share({ name: 'Canary', limits: { speed: 0.3 } }, owner);
    const guest = await world.enter(link);
    const viewer = await world.enter(link, 'Viewer');
    const streams = [await guest.listen(), await guest.follow(), await viewer.follow(), await world.follow(owner)];
    await guest.hold();
    for (const { endpoint } of calls) {
      if (endpoint.envelope === 'stream') continue;
      const line = `${endpoint.method} ${endpoint.path}`;
      for (const call of [guest.call, viewer.call, world.as({ ...guest.bearer, 'x-connection-key': CANARY })]) {
        await call(line);
        await call(line, endpoint.method === 'PUT' ? { velocity: 0.2, t: -1, xp: 0.2, points: 'none' } : undefined);
      }
    }
    for (const fault of ['serverErrors', 'tooManyRequests', 'lostAnswers'])
      for (const on of [1, 0]) {
        await world.cloud.inject({
          method: 'PUT',
          url: `/_control/devices/${CANARY}/faults`,
          payload: { [fault]: on },
        });
        await guest.call('PUT /hamp/start');
        await guest.call('GET /slider/state');
      }
    await world.cloud.inject({
      method: 'PUT',
      url: `/_control/devices/${CANARY}/connected`,
      payload: { connected: false },
    });
    await guest.call('GET /info');
    for (const line of ['GET /shares', 'PUT /shares/control', 'POST /shares/control', 'GET /shares/session'])
      for (const call of [asOwner, guest.home, guest.call])
        await call(line.replace(' ', ' /api/tactus'), line.startsWith('P') ? {} : undefined);
    const last = /id: (\S+)\n/.exec(streams[0]?.text() ?? '')?.[1] ?? 'none';
    const resumed = await world.listen('GET /sse', { ...guest.driving, 'last-event-id': last });
    await asOwner(`PATCH /api/tactus/shares/${link.id}`, { limits: { speed: 0.1 }, allow: [] });
    await asOwner(`PATCH /api/tactus/shares/${link.id}`, { limits: { speed: 0.1 } });
    await world.as({})(`POST /api/tactus/shares/${link.id}/sessions`, { secret: CANARY, name: 'Guess' });
    await asOwner(`DELETE /api/tactus/shares/${link.id}`);
    await guest.call('GET /info');
    await asOwner('GET /metrics');

    const texts = [...world.answers, ...streams.map((stream) => stream.text()), resumed.text()];
    expect(texts.filter((text) => text.includes(CANARY))).toEqual([]);
    expect(texts.length).toBeGreaterThan(calls.length * 4);
    expect(resumed.text()).toContain(guest.json.alias);
    expect(lines.length).toBeGreaterThan(100);
    const secrets = [CANARY, link.secret, guest.json.session as string];
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  },
);
