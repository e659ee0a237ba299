import { expect, test } from 'vitest';
import { createFakeTime } from './fake-time.ts';
import { runInNextTurn } from './next-turn.ts';
import { systemRandom } from './random.ts';
import { createRandom } from './seeded-random.ts';
import { systemTime } from './system-time.ts';

test('fake timers run in order of their moment, then of their creation', () => {
  const time = createFakeTime();
  const seen: string[] = [];
  time.after(20, () => seen.push('late'));
  time.after(10, () => seen.push('first'));
  time.after(10, () => seen.push('second'));
  time.advance(15);
  expect(seen).toEqual(['first', 'second']);
  time.advance(5);
  expect(seen).toEqual(['first', 'second', 'late']);
});

test('a timer sees the clock at its own moment, and one started by a timer runs in the same advance', () => {
  const time = createFakeTime(1_000);
  const seen: number[] = [];
  time.after(10, () => {
    seen.push(time.now());
    time.after(5, () => seen.push(time.now()));
  });
  time.advance(100);
  expect(seen).toEqual([1_010, 1_015]);
  expect(time.now()).toBe(1_100);
});

test('a repeating timer runs until undone', () => {
  const time = createFakeTime();
  let runs = 0;
  const stop = time.every(10, () => {
    runs += 1;
  });
  time.advance(35);
  stop();
  time.advance(100);
  expect(runs).toBe(3);
  expect(time.pending()).toBe(0);
});

test('the next timer is known before it is due', () => {
  const time = createFakeTime();
  expect(time.untilNext()).toBe(Number.POSITIVE_INFINITY);
  time.after(40, () => undefined);
  time.every(30, () => undefined);
  expect(time.untilNext()).toBe(30);
  time.advance(35);
  expect(time.untilNext()).toBe(5);
  time.after(-1, () => undefined);
  expect(time.untilNext()).toBe(0);
});

test('sleep ends after its delay, and at once with the reason when aborted', async () => {
  const time = createFakeTime();
  let woke = false;
  const asleep = time.sleep(50).then(() => {
    woke = true;
  });
  await time.run(49);
  expect(woke).toBe(false);
  await time.run(1);
  await asleep;
  expect(woke).toBe(true);

  const controller = new AbortController();
  const aborted = time.sleep(1_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  await expect(time.sleep(1, controller.signal)).rejects.toThrow('enough');
  expect(time.pending()).toBe(0);
});

test('setting the wall clock leaves monotonic time and timers alone', () => {
  const time = createFakeTime(5_000);
  time.advance(10);
  time.setWallClock(1_000);
  expect(time.now()).toBe(1_000);
  expect(time.monotonic()).toBe(10);
});

test('the system clock agrees with the machine and its timers can be undone', async () => {
  expect(Math.abs(systemTime.now() - Date.now())).toBeLessThan(1_000);
  const before = systemTime.monotonic();
  const undo = systemTime.after(0, () => {
    throw new Error('ran although undone');
  });
  undo();
  let turns = 0;
  await new Promise<void>((resolve) => {
    const stop = systemTime.every(1, () => {
      turns += 1;
      if (turns === 2) {
        stop();
        resolve();
      }
    });
  });
  await systemTime.sleep(1);
  expect(systemTime.monotonic()).toBeGreaterThan(before);
});

test('the next turn of the event loop comes after all promises of this one', async () => {
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    runInNextTurn(() => {
      seen.push('turn');
      resolve();
    });
    void Promise.resolve()
      .then(() => undefined)
      .then(() => seen.push('promises'));
    seen.push('this');
  });
  expect(seen).toEqual(['this', 'promises', 'turn']);
});

test('work outside this process takes none of its time, also where it fails', async () => {
  const time = createFakeTime();
  const seen: string[] = [];
  time.after(10, () => seen.push('timer'));
  for (const fails of [false, true]) {
    const work = systemTime.sleep(20).then(() => {
      seen.push('work');
      if (fails) throw new Error('It fails');
    });
    time.during(work);
    work.catch(() => undefined);
  }
  expect(await time.settle()).toBe(true);
  expect(await time.settle()).toBe(false);
  await time.run(10);
  expect(seen).toEqual(['work', 'work', 'timer']);
});

test('the same seed gives the same run, another seed another', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.next());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('draws have their documented means and bounds', () => {
  const random = createRandom(1);
  const many = Array.from({ length: 20_000 }, () => ({
    uniform: random.next(),
    whole: random.integer(3, 5),
    exponential: random.exponential(10),
    normal: random.normal(2, 3),
  }));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(many.map((draw) => draw.uniform))).toBeCloseTo(0.5, 1);
  expect(new Set(many.map((draw) => draw.whole))).toEqual(new Set([3, 4, 5]));
  expect(mean(many.map((draw) => draw.exponential))).toBeCloseTo(10, 0);
  expect(mean(many.map((draw) => draw.normal))).toBeCloseTo(2, 1);
  expect(() => random.pick([])).toThrow(RangeError);
  expect(['a', 'b']).toContain(systemRandom().pick(['a', 'b']));
});
