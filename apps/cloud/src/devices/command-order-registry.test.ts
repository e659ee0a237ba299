import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createCommandOrderRegistry } from './command-order-registry.ts';

test('a device that is never idle has the answers of its last thousand commands in memory, no more', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const time = createFakeTime();
  const registry = createCommandOrderRegistry(time);
  const answers: WeakRef<object>[] = [];
  for (let number = 1; number <= 3_000; number += 1) {
    const command = { numbers: [{ client: 'a', number }], id: `id ${number}`, fingerprint: '', isStop: false };
    answers.push(new WeakRef(await registry.execute('Device1', command, async () => ({ number }))));
    time.advance(250);
  }
  await time.settle();
  collectGarbage();
  const held = answers.flatMap((answer) => (answer.deref() ? [answer.deref()] : []));
  expect(held.length).toBeGreaterThanOrEqual(200);
  expect(held.length).toBeLessThanOrEqual(1_010);
});

test('devices that get one Stop and no other command are remembered for as long as it bars, no longer', async () => {
  const time = createFakeTime();
  const registry = createCommandOrderRegistry(time);
  const stop = { numbers: [{ client: 'a', number: 2 }], id: 'stop', fingerprint: '', isStop: true };
  const sizes: number[] = [];
  for (let second = 1; second <= 6_000; second += 1) {
    await registry.execute(`Device${second}`, stop, async () => undefined);
    time.advance(1_000);
    if (second % 1_000 === 0) sizes.push(registry.size());
  }
  // Ten minutes from the end of the minute in which its answer is repeated.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(800);
  const isOvertaken = (second: number) => registry.isOvertaken(`Device${second}`, [{ client: 'a', number: 1 }]);
  expect([6_000, 5_401].map(isOvertaken)).toEqual([true, true]);
});
