/** A guest's motion remains supervised until it is proven to be over: a failed Stop or owner’s command ends nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Guest, KEY, sharedWorld, type World } from './shared-world.ts';

/** A Stop without a proof within this time is followed by the cloud's own, which is repeated a quarter of a second later. */
const UNPROVEN_MS = 1_000;
const AGAIN_MS = 1_000;

const POINTS = Array.from({ length: 60 }, (_, place) => ({ t: place * 400, x: place % 2 ? 90 : 10 }));
const STREAM = { start_time: 0, loop: true, add: { points: POINTS, flush: true, tail_point_stream_index: 60 } };

const loses = ({ cloud }: World, lostCommands: number) =>
  cloud.inject({ method: 'PUT', url: `/_control/devices/${KEY}/faults`, payload: { lostCommands } });

const strokes = async (guest: Guest) => {
  await guest.call('PUT /hamp/start');
  await guest.call('PUT /hamp/velocity', { velocity: 0.5 });
};

const plays = async (guest: Guest) => {
  await guest.call('PUT /hsp/setup', { stream_id: 5 });
  await guest.call('PUT /hsp/play', STREAM);
};

/** A guest with a motion, and a viewer. */
async function driven(set: (guest: Guest) => Promise<void> = strokes) {
  const world = await sharedWorld();
  const link = await world.share({ limits: { speed: 0.5 } });
  const [driver, viewer] = [await world.enter(link, 'Driver'), await world.enter(link, 'Viewer')];
  // A guest with an open stream counts as present, whatever time passes.
  await Promise.all([driver.follow(), viewer.follow()]);
  await driver.hold();
  await set(driver);
  await world.time.run(300);
  expect(await moves(world)).toBe(true);
  return { world, link, driver, viewer };
}

async function moves({ position, time }: World): Promise<boolean> {
  const places = new Set<number>();
  for (let looks = 0; looks < 3; looks++) {
    places.add(await position());
    await time.run(110);
  }
  return places.size > 1;
}

describe('a Stop', () => {
  test.each([
    ['a viewer', ({ viewer }: Awaited<ReturnType<typeof driven>>) => viewer.begin('PUT /hamp/stop?timeout=10000')],
    ['the owner', ({ world }: Awaited<ReturnType<typeof driven>>) => world.begin('PUT /hamp/stop', world.owner)],
    [
      'the owner of several',
      ({ world }: Awaited<ReturnType<typeof driven>>) =>
        world.begin('POST /api/tactus/stop', world.owner, { connectionKeys: [KEY] }),
    ],
  ])('of %s that is lost on its way is made up for', async (_, stop) => {
    const room = await driven();
    await loses(room.world, 1);
    const sent = stop(room);
    await room.world.time.run(UNPROVEN_MS + 200);
    await loses(room.world, 0);
    await room.world.time.run(AGAIN_MS);
    expect(await moves(room.world)).toBe(false);
    await room.world.settled(sent);
  });

  test.each([
    ['alternating motion', strokes],
    ['a stream', plays],
  ])('of a viewer in a mode that the device does not have ends %s all the same', async (_, set) => {
    const { world, viewer } = await driven(set);
    expect((await viewer.call('PUT /hvp/stop')).json.error.code).toBe(100_017);
    await world.time.run(100);
    expect(await moves(world)).toBe(false);
  });

  test.each([
    ['alternating motion', strokes],
    ['a stream', plays],
  ])(
    'of the guest itself in a mode that the device does not have ends %s, which limits would not reach',
    async (_, set) => {
      const { world, driver } = await driven(set);
      await driver.call('PUT /hvp/stop');
      await world.time.run(100);
      expect(await moves(world)).toBe(false);
      expect((await driver.renew()).status).toBe(200);
    },
  );

  test("of the owner in a mode that the device does not have ends the guest's motion", async () => {
    const { world } = await driven();
    expect((await world.ask('PUT /hvp/stop')).json.error.code).toBe(100_017);
    await world.time.run(100);
    expect(await moves(world)).toBe(false);
  });

  test('that failed does not end a motion that began after it', async () => {
    const { world, driver } = await driven();
    await loses(world, 1);
    const lost = driver.begin('PUT /hamp/stop');
    await world.time.run(50);
    await loses(world, 0);
    await strokes(driver);
    await world.time.run(UNPROVEN_MS + AGAIN_MS);
    expect(await moves(world)).toBe(true);
    await world.settled(lost);
  });

  test('that the device has confirmed leaves the device in its mode', async () => {
    const { world, viewer } = await driven();
    await viewer.call('PUT /hamp/stop');
    await world.time.run(UNPROVEN_MS + AGAIN_MS);
    expect((await world.ask('GET /mode')).json.result.mode).toBe(0);
  });
});

describe('a command of the owner', () => {
  test.each([
    ['is refused', 'PUT /hvp/start', undefined, 0],
    ['is lost', 'PUT /hamp/start', undefined, 1],
    ['is lost while nobody waits for it', 'PUT /hdsp/xpt', { xp: 1, t: 100, immediate_rsp: true }, 1],
  ])('that %s leaves nothing of the guest moving', async (_, line, body, lost) => {
    const { world, driver } = await driven();
    await loses(world, lost);
    await world.ask(line, body);
    await loses(world, 0);
    await world.time.run(AGAIN_MS);
    expect(await moves(world)).toBe(false);
    expect((await driver.renew()).json.error.name).toBe('HeldElsewhere');
  });

  test("that sets a script up ends the guest's motion before the script is loaded", async () => {
    const host = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => void host.close());
    await once(host, 'listening');
    const { world } = await driven();
    const { port } = host.address() as AddressInfo; // it listens on a port
    const loading = world.begin('PUT /hssp/setup', world.owner, { url: `http://127.0.0.1:${port}/slow.csv` });
    await world.time.run(100);
    expect(await moves(world)).toBe(false);
    host.closeAllConnections();
    expect((await world.settled(loading)).json.error).toBeDefined();
  });

  test('that failed does not end a motion that the owner has started meanwhile', async () => {
    const { world } = await driven();
    await loses(world, 1);
    const lost = world.begin('PUT /hamp/start', world.owner);
    await world.time.run(50);
    await loses(world, 0);
    await world.ask('PUT /hamp/start');
    await world.ask('PUT /hamp/velocity', { velocity: 0.6 });
    expect((await world.settled(lost)).json.error).toBeDefined();
    await world.time.run(AGAIN_MS);
    expect([await moves(world), await world.velocity()]).toEqual([true, 0.6]);
  });
});

describe('room for guests', () => {
  test('is never exceeded: a guest who returns when all places are taken has left', async () => {
    const world = await sharedWorld();
    const link = await world.share({ viewers: 1 });
    const [first, second] = [await world.enter(link, 'First'), await world.enter(link, 'Second')];
    await world.time.run(6_000);
    const others = [await world.enter(link, 'Third'), await world.enter(link, 'Fourth')];
    for (const other of others) await other.follow();
    for (const gone of [first, second])
      expect(await gone.call('GET /connected')).toMatchObject({ status: 401, json: { error: { reason: 'left' } } });
    const { guests } = (await world.ask('GET /api/tactus/shares')).json.shares[0];
    expect(guests.map(({ name }: { name: string }) => name)).toEqual(['Third', 'Fourth']);
  });

  test('remains for an absent guest while no other takes the place', async () => {
    const world = await sharedWorld();
    const link = await world.share({ viewers: 1 });
    const guest = await world.enter(link, 'First');
    await world.time.run(6_000);
    await (await world.enter(link, 'Second')).follow();
    expect((await guest.call('GET /connected')).status).toBe(200);
  });
});
