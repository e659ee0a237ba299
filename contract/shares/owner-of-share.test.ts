import { describe, expect, test } from 'vitest';
import { sharedWorld } from './shared-world.ts';

describe('the owner', () => {
  test('has priority: own commands are never refused and end the hold of a guest', async () => {
    const { share, enter, ask, plays, time } = await sharedWorld();
    const guest = await enter(await share());
    await guest.hold();
    await guest.call('PUT /hamp/start');
    expect((await ask('PUT /hdsp/xpt', { xp: 1, t: 500 })).status).toBe(200);
    expect((await guest.renew()).json.error).toMatchObject({ name: 'HeldElsewhere', rank: 'owner' });
    expect((await guest.call('PUT /hamp/start')).json.error.reason).toBe('no-hold');
    await time.run(1_100);
    expect((await guest.take()).status).toBe(201);
    await guest.call('PUT /hamp/start');
    await ask('PUT /hamp/stop');
    expect(await plays()).toBe(false);
    expect((await guest.call('PUT /hamp/start')).status).toBe(409);
  });

  test('alternates over the whole stroke again after a guest had a narrower one', async () => {
    const { share, enter, ask, position, time } = await sharedWorld();
    const guest = await enter(await share({ limits: { stroke: { min: 0, max: 0.3 } } }));
    await guest.hold();
    await guest.call('PUT /hamp/start');
    await ask('PUT /hamp/start');
    await ask('PUT /hamp/velocity', { velocity: 0.5 });
    const places: number[] = [];
    for (let looks = 0; looks < 40; looks++) {
      places.push(await position());
      await time.run(53);
    }
    expect(Math.max(...places)).toBeGreaterThan(90);
  });

  test('takes control back at once and passes it on by hand', async () => {
    const { share, enter, ask, plays } = await sharedWorld();
    const guest = await enter(await share());
    await guest.hold();
    await guest.call('PUT /hamp/start');
    const taken = await ask('PUT /api/tactus/shares/control', { session: null });
    expect(taken.json).toMatchObject({ session: null, locked: true });
    expect(await plays()).toBe(false);
    expect((await guest.home('POST /api/tactus/shares/control/ask')).json).toEqual({ granted: false });
    await ask('PUT /api/tactus/shares/control', { session: guest.id });
    expect((await guest.take()).status).toBe(201);
  });

  test('narrows the limits at once: motion goes on within them, or stops where its mode is not allowed any more', async () => {
    const { share, enter, ask, plays, velocity, time } = await sharedWorld();
    const link = await share({ limits: { speed: 1 } });
    const guest = await enter(link);
    const sessionEvents = await guest.follow();
    await guest.hold();
    await guest.call('PUT /hamp/start');
    await guest.call('PUT /hamp/velocity', { velocity: 0.9 });
    await ask(`PATCH /api/tactus/shares/${link.id}`, { limits: { speed: 0.2 } });
    await time.run(20);
    expect([await plays(), await velocity()]).toEqual([true, 0.2]);
    expect(sessionEvents.events('session').at(-1).limits.speed).toBe(0.2);
    await ask(`PATCH /api/tactus/shares/${link.id}`, { allow: ['hvp'] });
    await time.run(20);
    expect(await plays()).toBe(false);
    expect((await guest.call('PUT /hamp/start')).json.error.reason).toBe('mode-not-allowed');
  });

  test.each(['revokes', 'lets it expire', 'lets the session run out'] as const)(
    "who %s stops the guest's motion, and the open streams end within a second",
    async (how) => {
      const { share, enter, ask, speed, time } = await sharedWorld();
      const link = await share({
        expiresInMs: how === 'lets it expire' ? 60_000 : 7_200_000,
        limits: { sessionMinutes: 1 },
      });
      if (how === 'revokes') await ask(`PATCH /api/tactus/shares/${link.id}`, { limits: { sessionMinutes: 60 } });
      const guest = await enter(link);
      const [stream, sessionEvents] = [await guest.listen(), await guest.follow()];
      await guest.hold();
      await guest.call('PUT /hamp/start');
      await guest.call('PUT /hamp/velocity', { velocity: 0.5 });
      if (how === 'revokes') await ask(`DELETE /api/tactus/shares/${link.id}`);
      else await time.run(60_000);
      await time.run(how === 'revokes' ? 200 : 500);
      expect(await speed()).toBe(0);
      expect([stream.isOver(), sessionEvents.isOver()]).toEqual([true, true]);
      const reason = { revokes: 'revoked', 'lets it expire': 'expired', 'lets the session run out': 'time-over' }[how];
      expect(sessionEvents.events('over')).toEqual([{ reason }]);
      expect(await guest.call('GET /info')).toMatchObject({
        status: 401,
        json: { error: { name: 'SessionOver', reason } },
      });
    },
  );

  test('wakes a computer that slept past the end of a share: the share is over', async () => {
    const { share, enter, ask, speed, time } = await sharedWorld();
    const [first, second] = [await share({ expiresInMs: 60_000 }), await share({ expiresInMs: 120_000 })];
    const [guest, other] = [await enter(first), await enter(second)];
    const sessionEvents = await guest.follow();
    await guest.hold();
    await guest.call('PUT /hamp/start');
    await guest.call('PUT /hamp/velocity', { velocity: 0.5 });
    // While it sleeps the wall clock goes on and no timer does.
    time.setWallClock(time.now() + 60_000);
    await time.run(1_000 + 200);
    expect(await speed()).toBe(0);
    expect([sessionEvents.events('over'), sessionEvents.isOver()]).toEqual([[{ reason: 'expired' }], true]);
    expect((await ask('GET /api/tactus/shares')).json.shares).toHaveLength(1);
    time.setWallClock(time.now() + 60_000);
    expect((await other.begin('GET /info')).json.error).toMatchObject({ name: 'SessionOver', reason: 'expired' });
  });

  test("changes the stroke window: a guest's motion stays inside", async () => {
    const { share, enter, ask, position, time } = await sharedWorld();
    const guest = await enter(await share({ limits: { stroke: { min: 0, max: 0.5 } } }));
    await guest.hold();
    await guest.call('PUT /hamp/start');
    await ask('PUT /slider/stroke', { min: 0.25, max: 1 });
    await time.run(2_000);
    for (let looks = 0; looks < 30; looks++) {
      expect(((await position()) - 5) / 97.826).toBeLessThan(0.51);
      await time.run(53);
    }
  });

  test('sees present and former guests', async () => {
    const { share, enter, follow, time } = await sharedWorld();
    const link = await share();
    const owners = await follow();
    const guest = await enter(link, 'Anna');
    const stream = await guest.listen();
    const here = () => owners.events('shares').at(-1).shares[0].guests;
    expect(here()).toMatchObject([{ name: 'Anna', role: 'controller', here: true }]);
    await time.run(20_000);
    expect(here()).toMatchObject([{ here: true }]);
    stream.cut();
    await time.run(6_000);
    expect(here()).toMatchObject([{ role: 'viewer', here: false }]);
  });
});
