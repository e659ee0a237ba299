import { expect, test } from 'vitest';
import { createSharedRun } from './shared-run.ts';

/** A run that ends when the test says so. */
function startRun() {
  const running: { end(): void; fail(error: Error): void }[] = [];
  const share = createSharedRun(() => new Promise<void>((end, fail) => running.push({ end, fail })));
  const finished: string[] = [];
  const ask = (name: string) =>
    share().then(
      () => finished.push(name),
      (error: Error) => finished.push(`${name}: ${error.message}`),
    );
  return { running, finished, ask };
}

test('who asks while one is under way shares the next, also where that one fails', async () => {
  const { running, finished, ask } = startRun();
  const first = ask('first');
  const later = [ask('second'), ask('third')];
  expect(running).toHaveLength(1);
  running[0]?.fail(new Error('no'));
  await first;
  await expect.poll(() => running.length).toBe(2);
  expect(finished).toEqual(['first: no']);
  const last = ask('last');
  running[1]?.end();
  await Promise.all(later);
  await expect.poll(() => running.length).toBe(3);
  running[2]?.end();
  await last;
  expect(finished).toEqual(['first: no', 'second', 'third', 'last']);
  void ask('much later');
  expect(running).toHaveLength(4);
});
