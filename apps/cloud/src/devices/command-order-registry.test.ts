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
