/** What a restart of the cloud keeps of group sessions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storedText } from '../cloud/store-of-tests.ts';
import { type Headers, sharedWorld, type World } from '../shares/shared-world.ts';

const SCRIPT = { name: 'Waves', t: [0, 60_000, 120_000], x: [0, 100, 0] };
const HOUR_MS = 60 * 60_000;

/** A group with a script, one guest who is here and one who was sent away. */
async function gathered() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-groups-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  let end = () => Promise.resolve();
  const world = await sharedWorld({ dataDir }, (close) => {
    end = close;
  });
  const made = (await world.as({})('POST /api/tactus/groups', { name: 'Evening', host: 'Ann' })).json;
  const host = { authorization: `Bearer ${made.session}` };
  const enter = async ({ as }: World, name: string) =>
    (await as({})(`POST /api/tactus/groups/${made.group.id}/sessions`, { secret: made.secret, name })).json;
  const [ben, cleo] = [await enter(world, 'Ben'), await enter(world, 'Cleo')];
  await world.as(host)('PUT /api/tactus/groups/script', SCRIPT);
  await world.as(host)(`DELETE /api/tactus/groups/people/${cleo.session_id}`);
  return {
    ...{ world, dataDir, made, host, enter, ben, cleo },
    async restart(afterMs = 0): Promise<World> {
      await end();
      const next = await sharedWorld({ dataDir });
      if (afterMs > 0) await next.time.run(afterMs);
      return next;
    },
  };
}

const read = async ({ as }: World, headers: Headers) => as(headers)('GET /api/tactus/groups/session');
const bearerOf = ({ session }: { session: string }) => ({ authorization: `Bearer ${session}` });

test('a group comes back paused, with its script and its people; the host plays on from there', async () => {
  const { world, dataDir, made, host, ben, cleo, enter, restart } = await gathered();
  const before = (await world.as(host)('PUT /api/tactus/groups/timeline', { playing: true, rate: 2 })).json.timeline;
  expect(before).toMatchObject({ playing: true, rate: 2 });

  const second = await restart();
  const { json } = await read(second, host);
  expect(json).toMatchObject({
    ...{ role: 'host', group: made.group, script: { name: 'Waves', points: 3, length_ms: 120_000 } },
    timeline: { playing: false, rate: 2, paused_by: 'host-gone', seq: before.seq + 1 },
    people: [{ name: 'Ann' }, { name: 'Ben', part: 'out' }],
  });
  expect((await second.as(host)('GET /api/tactus/groups/session/script')).json).toMatchObject({
    t: SCRIPT.t,
    x: SCRIPT.x,
  });
  expect((await read(second, bearerOf(ben))).json).toMatchObject({ name: 'Ben', role: 'participant' });
  expect((await read(second, bearerOf(cleo))).status).toBe(401);
  expect(await enter(second, 'Dan')).toMatchObject({ name: 'Dan' });
  const played = await second.as(host)('PUT /api/tactus/groups/timeline', { playing: true });
  expect(played.json.timeline).toMatchObject({ playing: true, seq: before.seq + 2, position_ms: expect.any(Number) });
  for (const secret of [made.secret, made.session, ben.session])
    expect((await storedText(dataDir)).includes(secret)).toBe(false);
});

test('a group that was ended stays ended, and one whose host does not come back ends after two hours', async () => {
  const ended = await gathered();
  await ended.world.as(ended.host)('DELETE /api/tactus/groups/session');
  expect((await read(await ended.restart(), bearerOf(ended.ben))).status).toBe(401);

  const left = await gathered();
  const next = await left.restart(2 * HOUR_MS - 60_000);
  expect(await left.enter(next, 'Dan')).toMatchObject({ name: 'Dan' });
  await next.time.run(120_000);
  expect((await read(next, left.host)).json.error).toMatchObject({ name: 'SessionOver', reason: 'expired' });
});
