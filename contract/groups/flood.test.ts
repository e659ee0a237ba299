/** A host who floods a group session: what it may cost, and what is never refused. */
import { expect, test } from 'vitest';
import { type Headers, sharedWorld } from '../shares/shared-world.ts';

const BASE = '/api/tactus/groups';

async function groupWorld(rateLimitPerMinute: number) {
  const world = await sharedWorld({ rateLimitPerMinute });
  const made = await world.as({})(`POST ${BASE}`, { name: 'Evening', host: 'Ann' });
  const bearer: Headers = { authorization: `Bearer ${made.json.session}` };
  const ask = world.as(bearer);
  await ask(`PUT ${BASE}/script`, { name: 'Waves', t: [0, 60_000], x: [0, 100] });
  return {
    ...{ ...world, ask },
    follow: () => world.listen(`GET ${BASE}/session/events`, bearer),
    setTimeline: async (update: object) => (await ask(`PUT ${BASE}/timeline`, update)).status,
  };
}

test('a member has eight streams at most: the ninth ends the first', async () => {
  const { follow, time } = await groupWorld(0);
  const streams = [];
  for (let opened = 0; opened < 9; opened++) streams.push(await follow());
  await time.settle();
  expect(streams.map(({ isOver }) => isOver())).toEqual([true, ...Array(8).fill(false)]);
});

test('changes of the timeline are limited as commands are, but for a pause of what plays', async () => {
  const { setTimeline, follow, time } = await groupWorld(20);
  const stream = await follow();
  for (let change = 0; change < 18; change++) expect(await setTimeline({ playing: false })).toBe(200);
  expect(await setTimeline({ playing: true })).toBe(200);
  expect(await setTimeline({ rate: 1.5 })).toBe(429);
  expect(await setTimeline({ playing: false })).toBe(200);
  await time.settle();
  const received = stream.events('group').length;
  expect(await setTimeline({ playing: false })).toBe(429);
  expect(await setTimeline({ playing: true })).toBe(429);
  await time.settle();
  expect(stream.events('group')).toHaveLength(received);
  expect(stream.events('group').at(-1)).toMatchObject({ timeline: { playing: false } });
  await time.run(60_000);
  expect(await setTimeline({ rate: 1.5 })).toBe(200);
});

test('an address has 500 event streams open at most, and gets another once one is closed', async () => {
  const { listen, open, time, owner } = await groupWorld(10_000);
  const streams = [];
  for (let opened = 0; opened < 500; opened++)
    streams.push(await listen('GET /sse', { ...owner, 'x-connection-key': `Nobody${opened % 10}` }));
  expect((await open('GET /sse', owner)).status).toBe(429);
  streams[0]?.cut();
  await time.settle();
  expect((await open('GET /sse', owner)).status).toBe(200);
}, 60_000);
