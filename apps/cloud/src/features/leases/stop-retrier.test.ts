import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createStopRetrier } from './stop-retrier.ts';

function setUp(answers: (boolean | Error)[]) {
  const time = createFakeTime();
  const errors: unknown[] = [];
  const world = { held: false, stops: 0 };
  const stopper = createStopRetrier({
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
  return { time, errors, world, stopper };
}

test('a confirmed stop is sent once', async () => {
  const { time, world, stopper } = setUp([true]);
  stopper.stop('DemoHandy1');
  await time.run(60_000);
  expect(world.stops).toBe(1);
});

test('an unconfirmed stop is sent again until it is confirmed', async () => {
  const { time, world, stopper } = setUp([false, false, true]);
  stopper.stop('DemoHandy1');
  await time.run(60_000);
  expect(world.stops).toBe(3);
});

test('a device that another client holds by then is not stopped', async () => {
  const { time, world, stopper } = setUp([false]);
  stopper.stop('DemoHandy1');
  await time.settle();
  world.held = true;
  await time.run(60_000);
  expect(world.stops).toBe(1);
});

test('attempts end after half a minute without a confirmation', async () => {
  const { time, world, stopper } = setUp([]);
  stopper.stop('DemoHandy1');
  await time.run(35_000);
  const { stops } = world;
  expect(stops).toBe(9);
  await time.run(600_000);
  expect([world.stops, time.pending()]).toEqual([stops, 0]);
});

test('an error of the cloud is reported, and closing ends every attempt', async () => {
  const { time, errors, world, stopper } = setUp([new Error('broken')]);
  stopper.stop('DemoHandy1');
  stopper.stop('DemoOh0001');
  await time.settle();
  expect(errors).toHaveLength(1);
  stopper.close();
  await time.run(60_000);
  expect([world.stops, time.pending()]).toEqual([2, 0]);
});
