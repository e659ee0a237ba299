import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createLapses } from './lapse.ts';

function setUp(answers: (boolean | Error)[]) {
  const time = createFakeTime();
  const errors: unknown[] = [];
  const world = { held: false, stops: 0 };
  const lapses = createLapses({
    time,
    async stopNow() {
      world.stops += 1;
      const answer = answers.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    isHeld: () => world.held,
    onError: (error) => errors.push(error),
  });
  return { time, errors, world, lapses };
}

test('a confirmed stop is sent once', async () => {
  const { time, world, lapses } = setUp([true]);
  lapses.stop('DemoHandy1');
  await time.run(60_000);
  expect(world.stops).toBe(1);
});

test('one that is not confirmed is sent again until it is', async () => {
  const { time, world, lapses } = setUp([false, false, true]);
  lapses.stop('DemoHandy1');
  await time.run(60_000);
  expect(world.stops).toBe(3);
});

test('somebody else who holds the device by then is left alone', async () => {
  const { time, world, lapses } = setUp([false]);
  lapses.stop('DemoHandy1');
  await time.settle();
  world.held = true;
  await time.run(60_000);
  expect(world.stops).toBe(1);
});

test('a device that never confirms is given up after half a minute', async () => {
  const { time, world, lapses } = setUp([]);
  lapses.stop('DemoHandy1');
  await time.run(35_000);
  const { stops } = world;
  expect(stops).toBe(9);
  await time.run(600_000);
  expect([world.stops, time.pending()]).toEqual([stops, 0]);
});

test('what goes wrong by our own fault is reported, and closing ends every attempt', async () => {
  const { time, errors, world, lapses } = setUp([new Error('broken')]);
  lapses.stop('DemoHandy1');
  lapses.stop('DemoOh0001');
  await time.settle();
  expect(errors).toHaveLength(1);
  lapses.close();
  await time.run(60_000);
  expect([world.stops, time.pending()]).toEqual([2, 0]);
});
