import { expect, test, vi } from 'vitest';
import { scriptedCommand } from './testing/scripted-command.ts';

test('a stop goes out before its cloud has listed its features', async () => {
  const { time, cloud, run } = scriptedCommand();
  // A cloud that never lists its features: the stop does not wait for it.
  const fetch: typeof cloud.fetch = (url, init) =>
    url.endsWith('/api/tactus/features') ? new Promise(() => undefined) : cloud.fetch(url, init);
  void run(['stop'], fetch);
  const beganMs = time.monotonic();
  await vi.waitFor(async () => {
    await time.run(10);
    expect(cloud.lines().some((line) => line.endsWith('/stop') || line === 'PUT /mode2')).toBe(true);
  });
  expect(time.monotonic() - beganMs).toBeLessThan(500);
});
