import { describe, expect, onTestFinished, test } from 'vitest';
import { enterScriptedShare } from './testing/scripted-guest.ts';

const NARROW = { min: 0.3, max: 0.7 };
/** Longer than a hold without touch and motion lasts. */
const IDLE_MS = 3_000;

/** A guest at rest, who has set narrow ends and whose hold is over. */
async function atRest() {
  const guest = await enterScriptedShare();
  onTestFinished(guest.leave);
  const { time, inside } = guest;
  void inside.device.hamp.setStroke(NARROW);
  await time.run(IDLE_MS);
  return {
    ...guest,
    device: inside.device,
    /** Starts; resolves with the code of the error, or with nothing. */
    async start() {
      const ended = inside.device.hamp.start().then(
        () => undefined,
        (error: unknown) => (error as { code: string }).code,
      );
      await time.run(IDLE_MS);
      return ended;
    },
  };
}

describe('a start that first sends the ends of the strokes', () => {
  test('starts between them', async () => {
    const { start, starts } = await atRest();
    expect(await start()).toBe(undefined);
    expect(starts).toEqual([NARROW]);
  });

  test.each([
    ['of the device', (device) => device.stop()],
    ['of the mode', (device) => device.hamp.stop()],
  ] as [string, (device: Awaited<ReturnType<typeof atRest>>['device']) => Promise<unknown>][])(
    'starts nothing after a Stop %s while they are on their way',
    async (_, stop) => {
      const { device, start, starts, delayNextStroke } = await atRest();
      delayNextStroke(() => void stop(device));
      expect(await start()).toBe('aborted');
      expect(starts).toEqual([]);
    },
  );

  test('starts nothing and takes no new hold where the hold is over meanwhile', async () => {
    const { start, starts, expireHold, holds, delayNextStroke } = await atRest();
    const before = holds();
    delayNextStroke(expireHold);
    expect(await start()).toBe('aborted');
    expect([holds() - before, starts]).toEqual([1, []]);
  });
});
