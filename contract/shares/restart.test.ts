/** What a restart of the cloud keeps of shares, guests and control: all but the hold, and so all but motion. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storedText } from '../cloud/store-of-tests.ts';
import { type Headers, sharedWorld, type World } from './shared-world.ts';

/** A cloud with a store that the next one opens. */
async function firstWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-shares-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  let end = () => Promise.resolve();
  const world = await sharedWorld({ dataDir }, (close) => {
    end = close;
  });
  return {
    world,
    dataDir,
    async restart(): Promise<World> {
      await end();
      return sharedWorld({ dataDir });
    },
  };
}

const sessionOf = async ({ as }: World, bearer: Headers) => as(bearer)('GET /api/tactus/shares/session');

test('shares, guests and their control survive; the hold does not, and nothing moves until it is taken again', async () => {
  const { world, dataDir, restart } = await firstWorld();
  const link = await world.share({ name: 'Kept', uses: 3 });
  const [driver, viewer] = [await world.enter(link, 'Driver'), await world.enter(link, 'Viewer')];
  await driver.hold();
  await driver.call('PUT /hamp/start');
  await driver.call('PUT /hamp/velocity', { velocity: 0.5 });
  expect(await world.plays()).toBe(true);

  const second = await restart();
  expect(await second.plays()).toBe(false);
  expect((await second.ask('GET /api/tactus/shares')).json).toMatchObject({
    shares: [{ name: 'Kept', used: 2, guests: [{ name: 'Driver', role: 'controller' }, { name: 'Viewer' }] }],
    control: { name: 'Driver', holding: false, locked: false },
  });
  const { id, alias, session_ends_at } = driver.json;
  expect((await sessionOf(second, driver.bearer)).json).toMatchObject({
    ...{ id, alias, session_ends_at, role: 'controller', holding: false },
  });
  expect((await second.as(viewer.driving)('GET /info')).status).toBe(200);
  const driving = second.as(driver.driving);
  expect((await driving('PUT /hamp/start')).json.error).toMatchObject({ name: 'NotHeld' });
  expect((await second.as(driver.bearer)('PUT /api/tactus/shares/control')).json.error.name).toBe('HoldLetGo');
  expect((await second.as(driver.bearer)('POST /api/tactus/shares/control')).status).toBe(201);
  expect((await driving('PUT /hamp/start')).status).toBe(200);
  const stored = await storedText(dataDir);
  for (const secret of [link.secret, driver.json.session as string]) expect(stored.includes(secret)).toBe(false);
});

test('a guest who does not come back after a restart loses control after five seconds', async () => {
  const { world, restart } = await firstWorld();
  const link = await world.share();
  const [, viewer] = [await world.enter(link, 'Driver'), await world.enter(link, 'Viewer')];
  const second = await restart();
  await second.time.run(5_000);
  expect((await second.as(viewer.bearer)('POST /api/tactus/shares/control/ask')).json).toEqual({ granted: true });
});

test('whoever was sent away or revoked, and whose minutes are over, stays out', async () => {
  const { world, restart } = await firstWorld();
  const [link, other, short] = [
    await world.share(),
    await world.share(),
    await world.share({ limits: { sessionMinutes: 1 } }),
  ];
  const [removed, left, revoked] = [await world.enter(link), await world.enter(link), await world.enter(other)];
  const late = await world.enter(short);
  await world.ask(`DELETE /api/tactus/shares/${link.id}/sessions/${removed.id}`);
  await left.home('DELETE /api/tactus/shares/session');
  await world.ask(`DELETE /api/tactus/shares/${other.id}`);
  await world.time.run(60_000);
  await world.ask(`PATCH /api/tactus/shares/${short.id}`, { limits: { sessionMinutes: 60 } });
  const second = await restart();
  for (const guest of [removed, left, revoked, late]) expect((await sessionOf(second, guest.bearer)).status).toBe(401);
  expect((await second.as({})(`POST /api/tactus/shares/${other.id}/sessions`, { secret: other.secret })).status).toBe(
    404,
  );
});

test("the owner's lock survives, and so does the removal of it", async () => {
  const { world, restart } = await firstWorld();
  const guest = await world.enter(await world.share());
  await world.ask('PUT /api/tactus/shares/control', { session: null });
  const second = await restart();
  expect((await sessionOf(second, guest.bearer)).json).toMatchObject({ locked: true, controller: null });
  const ask = () => second.as(guest.bearer)('POST /api/tactus/shares/control/ask');
  expect((await ask()).json).toEqual({ granted: false });
  await second.ask('PUT /api/tactus/shares/control', { session: guest.id });
  expect((await sessionOf(second, guest.bearer)).json).toMatchObject({ locked: false, role: 'controller' });
});

test('of two guests who open a link for one use at the same time one comes in', async () => {
  const { world } = await firstWorld();
  const link = await world.share({ uses: 1 });
  const come = () =>
    world.begin(`POST /api/tactus/shares/${link.id}/sessions`, {}, { secret: link.secret, name: 'Guest' });
  const statuses = (await Promise.all([come(), come(), come()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 410, 410]);
  expect((await world.ask('GET /api/tactus/shares')).json.shares).toMatchObject([{ used: 1 }]);
});
