import { expect, test } from 'vitest';
import { createCoalescedRun } from './database.ts';

/** A run that the test ends. */
function startRun() {
  const running: { end(): void; fail(error: Error): void }[] = [];
  const share = createCoalescedRun(() => new Promise<void>((end, fail) => running.push({ end, fail })));
  const finished: string[] = [];
  const call = (name: string) =>
    share().then(
      () => finished.push(name),
      (error: Error) => finished.push(`${name}: ${error.message}`),
    );
  return { running, finished, call };
}

test('calls during a run share the next one, also where the first fails', async () => {
  const { running, finished, call } = startRun();
  const first = call('first');
  const later = [call('second'), call('third')];
  expect(running).toHaveLength(1);
  running[0]?.fail(new Error('no'));
  await first;
  await expect.poll(() => running.length).toBe(2);
  expect(finished).toEqual(['first: no']);
  const last = call('last');
  running[1]?.end();
  await Promise.all(later);
  await expect.poll(() => running.length).toBe(3);
  running[2]?.end();
  await last;
  expect(finished).toEqual(['first: no', 'second', 'third', 'last']);
  void call('much later');
  expect(running).toHaveLength(4);
});
