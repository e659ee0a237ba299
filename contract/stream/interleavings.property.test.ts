/** Any actions in any order, over a network that loses and delays: at rest after a Stop, and every point once. */
import type { DeviceOptions, PointStream } from '@tactus/sdk';
import { createPointStream } from '@tactus/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { type VirtualWorld, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { pointsOf, smooth } from './streamed-device.ts';

const RUNS = 10;
const SCRIPT = pointsOf(smooth(4));
const OTHER = SCRIPT.map(({ t, x }) => ({ t, x: 100 - x }));

type Point = (typeof SCRIPT)[number];
interface Add {
  readonly flush?: boolean;
  readonly points: readonly Point[];
}

/** `rush`: a seek that is paused and resumed before it can be answered, and a change on top of it. */
const actions = [
  ...(['play', 'play', 'pause', 'resume', 'seek', 'edit', 'rate', 'loop', 'stop', 'drop', 'back'] as const),
  'rush',
] as const;
const step = fc.record({
  action: fc.constantFrom(...actions),
  waitMs: fc.integer({ min: 0, max: 4_000 }),
  toMs: fc.integer({ min: 0, max: 230_000 }),
});
const journey = fc.record({
  thereMs: fc.integer({ min: 0, max: 500 }),
  backMs: fc.integer({ min: 0, max: 500 }),
  fate: fc.constantFrom('arrives', 'arrives', 'arrives', 'arrives', 'arrives', 'lost', 'answer lost'),
});
type Journey = typeof journey extends fc.Arbitrary<infer T> ? T : never;

const ignore = () => undefined;

/** Every call before the answer to the one before. */
function rush(stream: PointStream, toMs: number): void {
  stream.seek(toMs).catch(ignore);
  stream.pause().catch(ignore);
  stream.resume().catch(ignore);
  if (toMs % 3 === 0) stream.setRate(1.5).catch(ignore);
  else if (toMs % 3 === 1) stream.seek(toMs / 2).catch(ignore);
  else stream.pause().catch(ignore);
}

/** A network of the given quality, which also reconstructs the device's buffer from the requests that reached it. */
function recording(world: VirtualWorld, journeys: readonly Journey[]) {
  let next = 0;
  const network = { isCalm: true, buffer: [] as Point[] };
  const take = (add: Add | undefined) => {
    if (!add) return;
    if (add.flush) network.buffer = [];
    network.buffer.push(...add.points.filter(({ t }) => t >= (network.buffer.at(-1)?.t ?? 0)));
  };
  const fetch: DeviceOptions['fetch'] = async (url, init) => {
    const way = journeys[next++ % journeys.length];
    if (url.includes('/sse')) return world.fetch(url, init);
    const isGood = network.isCalm || !way;
    if (!isGood) await world.time.sleep(way.thereMs);
    if (!isGood && way.fate === 'lost') throw new TypeError('fetch failed');
    const answer = await world.fetch(url, init);
    const text = await answer.clone().text();
    if (!text.includes('"error"')) {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Add & { add?: Add }) : undefined;
      if (url.includes('/hsp/setup')) network.buffer = [];
      if (url.includes('/hsp/add')) take(body);
      if (url.includes('/hsp/play')) take(body?.add);
    }
    if (!isGood) await world.time.sleep(way.backMs);
    if (!isGood && way.fate === 'answer lost') throw new TypeError('fetch failed');
    return answer;
  };
  return { network, fetch };
}

/** The buffer is a transition to the course and then the course, every point of it once. */
function expectWhole(buffer: readonly Point[], course: readonly Point[]): void {
  const places = buffer.map(({ t, x }) => course.findIndex((point) => point.t === t && point.x === x));
  const [first = 0, ...others] = places.slice(2);
  expect(others.length).toBeGreaterThan(40);
  expect(others).toEqual(others.map((_, index) => first + index + 1));
}

describe.each(profiles)('a stream in any interleaving, profile %s', (profile) => {
  test("property: nothing moves after a Stop, and the device's buffer is the script, no point doubled or lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(journey, { minLength: 5, maxLength: 25 }),
        fc.array(step, { minLength: 3, maxLength: 12 }),
        step,
        async (journeys, steps, last) => {
          const world = await virtualWorld({ profile });
          const { network, fetch } = recording(world, journeys);
          const device = await world.connected({ fetch });
          const features = { leases: profile === 'tactus' };
          const stream = createPointStream(device, { time: world.time, features, source: { points: SCRIPT } });
          let isStopped = true;
          let isGone = false;
          let course: readonly Point[] = SCRIPT;
          network.isCalm = false;

          for (const { action, waitMs, toMs } of steps) {
            if (action === 'drop') world.virtual.disconnect('wifi');
            else if (action === 'back') world.virtual.connect();
            else if (action === 'stop') await world.settled(stream.stop());
            else if (action === 'pause') stream.pause().catch(ignore);
            else if (action === 'seek') stream.seek(toMs).catch(ignore);
            else if (action === 'rate') stream.setRate(toMs > 100_000 ? 1 : 0.7).catch(ignore);
            else if (action === 'rush') rush(stream, toMs);
            else if (action === 'loop') stream.setLoop(true).catch(ignore);
            else if (action === 'edit') {
              course = [...course.filter(({ t }) => t < toMs), ...OTHER.filter(({ t }) => t >= toMs)];
              stream
                .replaceFrom(
                  toMs,
                  OTHER.filter(({ t }) => t >= toMs),
                )
                .catch(ignore);
            } else (action === 'resume' ? stream.resume() : stream.play()).catch(ignore);
            if (action === 'stop') isStopped = true;
            if (action === 'play' || action === 'resume' || action === 'rush') isStopped = false;
            if (action === 'drop' || action === 'back') isGone = action === 'drop';
            await world.time.run(waitMs);
            if (isStopped && !isGone && device.store.getState().stopPhase === 'stopped') await expectRest(world);
          }

          world.virtual.connect();
          network.isCalm = true;
          await world.time.run(40_000);
          await world.settled(stream.setLoop(false));
          await world.settled(stream.play({ fromMs: 20_000 }));
          await world.time.run(15_000);
          expect(stream.store.getState()).toMatchObject({ phase: 'playing' });
          // Where the ends of an edit are joined by a transition, its points belong to no course.
          if (course === SCRIPT) expectWhole(network.buffer, course);

          network.isCalm = false;
          rush(stream, last.toMs);
          await world.time.run(last.waitMs);
          network.isCalm = true;
          await world.time.run(20_000);
          const { phase } = stream.store.getState();
          expect(phase).not.toBe('starting');
          if (phase === 'paused') await expectRest(world);
          await world.settled(stream.stop());
          await world.time.run(3_000);
          await expectRest(world);
          stream.close();
          await world.close();
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 40_000 },
    );
  });
});

async function expectRest(world: VirtualWorld): Promise<void> {
  const mm = async () => (await world.virtual.call('slider.state', {})).position_absolute;
  await world.time.run(500);
  const before = await mm();
  await world.time.run(1_500);
  expect(await mm()).toBe(before);
}
