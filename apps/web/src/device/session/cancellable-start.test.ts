import { type Device, initialState } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createCancellableStart } from './cancellable-start.ts';

/** Starts whose preparation the test ends; `begun` names those that were not cancelled at its end. */
function setUp() {
  const shown: boolean[] = [];
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const device = {
    store: createStore(() => initialState),
    leadIn: () => new Promise<void>(() => undefined),
    stop: async () => undefined,
  };
  // Only the used part of a device.
  const start = createCancellableStart({
    device: device as unknown as Device,
    onChange: (isStarting) => shown.push(isStarting),
  });
  return {
    ...{ shown, begun },
    ...{ cancel: start.cancel, close: start.close },
    pressStop: () => device.store.setState({ stopPhase: 'stopping' }),
    press: (name: string) =>
      void start.run(async (signal) => {
        await new Promise<void>((resolve) => ends.set(name, resolve));
        if (!signal.aborted) begun.push(name);
      }),
    isPrepared: (name: string) => ends.has(name),
    async end(name: string) {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

describe('a start that a person can cancel', () => {
  test('is prepared at once, in the press itself', () => {
    const { press, isPrepared } = setUp();
    press('one');
    expect(isPrepared('one')).toBe(true);
  });

  test('is one: a second press meanwhile does nothing', async () => {
    const { press, end, isPrepared, begun, shown } = setUp();
    press('one');
    press('two');
    await end('one');
    expect([begun, isPrepared('two'), shown]).toEqual([['one'], false, [true, false]]);
  });

  test('is prepared after the cancelled one has ended', async () => {
    const { press, cancel, end, isPrepared, begun, shown } = setUp();
    press('one');
    cancel();
    press('two');
    expect(isPrepared('two')).toBe(false);
    await end('one');
    await end('two');
    expect([begun, shown]).toEqual([['two'], [true, false, true, false]]);
  });

  test('is not prepared where it was cancelled while it waited; a later one is', async () => {
    const { press, cancel, end, isPrepared, begun } = setUp();
    press('one');
    cancel();
    press('two');
    cancel();
    press('three');
    await end('one');
    expect([isPrepared('two'), isPrepared('three')]).toEqual([false, true]);
    await end('three');
    expect(begun).toEqual(['three']);
  });

  test.each(['pressStop', 'close'] as const)('is not prepared after %s while it waited', async (act) => {
    const { press, cancel, end, isPrepared, shown, ...acts } = setUp();
    press('one');
    cancel();
    press('two');
    acts[act]();
    await end('one');
    expect([isPrepared('two'), shown.at(-1)]).toEqual([false, false]);
  });

  test('can be pressed again after it has ended', async () => {
    const { press, end, begun } = setUp();
    press('one');
    await end('one');
    press('two');
    await end('two');
    expect(begun).toEqual(['one', 'two']);
  });
});
