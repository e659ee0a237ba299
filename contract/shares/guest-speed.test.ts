/** A slider's speed under a guest, through the cloud, from the device's position every 2 ms. */
import { expect, test } from 'vitest';
import { KEY, sharedWorld } from './shared-world.ts';

const SPEED = 0.3;
const LIMIT_MM_S = 0.3 * 400;
const MOST = 1.05;
const SAMPLE_MS = 2;
/** Longer than any request of these tests takes. */
const ANSWERED_MS = 400;
const SAMPLES = 20 / SAMPLE_MS;

type World = Awaited<ReturnType<typeof sharedWorld>>;

/** Every position of the slider from now on, each requested at its time; all requests take the same time. */
async function placesOf(world: World, ms: number, meanwhile: (passedMs: number) => void = () => undefined) {
  const requests: ReturnType<World['begin']>[] = [];
  for (let passed = 0; passed < ms; passed += SAMPLE_MS) {
    meanwhile(passed);
    requests.push(world.begin('GET /slider/state', world.owner));
    await world.time.run(SAMPLE_MS);
  }
  await world.time.run(ANSWERED_MS);
  const answers = await Promise.all(requests);
  return answers.map(({ json }) => json.result.position_absolute as number);
}

/** The highest speed over any 20 ms, mm/s. */
function fastestOf(places: readonly number[]): number {
  const ways = places.slice(1).map((mm, index) => Math.abs(mm - (places[index] ?? mm)));
  const sums = ways
    .slice(SAMPLES - 1)
    .map((_, from) => ways.slice(from, from + SAMPLES).reduce((sum, mm) => sum + mm, 0));
  return (Math.max(0, ...sums) / SAMPLES / SAMPLE_MS) * 1_000;
}

async function drivenWorld(roundTripMs = 0) {
  const world = await sharedWorld();
  await world.as({})(`PUT /_control/devices/${KEY}/faults`, { roundTripMs });
  const guest = await world.enter(await world.share({ limits: { speed: SPEED } }));
  await guest.hold();
  await guest.call('PUT /hsp/setup', { stream_id: 1 });
  return { world, guest };
}

test('short legs and corners stay within the speed limit over any 20 ms', async () => {
  const { world, guest } = await drivenWorld();
  // Back and forth, faster than the limit allows, every 40 to 100 ms.
  const points = Array.from({ length: 60 }, (_, index) => ({
    t: 200 + index * (40 + (index % 4) * 20),
    x: index % 2 ? 70 : 20,
  }));
  const sorted = [...points].sort((a, b) => a.t - b.t);
  const playing = guest.begin('PUT /hsp/play', {
    start_time: 0,
    playback_rate: 1,
    add: { points: sorted, flush: true },
  });
  const places = await placesOf(world, 4_000);
  expect((await playing).json.result.play_state).toBe(1);
  expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(5);
  expect(fastestOf(places)).toBeLessThanOrEqual(MOST * LIMIT_MM_S);
});

test.each([
  ['stroke window', 'PUT /slider/stroke', { min: 0.6, max: 1 }],
  ['time offset', 'PUT /hstp/offset', { offset: 300 }],
] as const)('an owner’s other %s does not make a guest’s stream rush to another place', async (_, call, setting) => {
  const { world, guest } = await drivenWorld(100);
  const points = Array.from({ length: 40 }, (_, index) => ({ t: index * 400, x: index % 2 ? 40 : 0 }));
  const playing = guest.begin('PUT /hsp/play', { start_time: 0, playback_rate: 1, add: { points, flush: true } });
  await world.time.run(1_500);
  expect((await playing).json.result.play_state).toBe(1);
  let set: Promise<unknown> = Promise.resolve();
  const places = await placesOf(world, 1_500, (passed) => {
    if (passed === 100) set = world.begin(call, world.owner, setting);
  });
  await set;
  expect((await world.ask(`GET ${call.slice('PUT '.length)}`)).json.result).toMatchObject(setting);
  expect(fastestOf(places)).toBeLessThanOrEqual(MOST * LIMIT_MM_S);
});
