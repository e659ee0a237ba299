import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRequestBudget } from './budget.ts';
import { createDragSender } from './drag-sender.ts';
import { createLatestValueSender } from './latest-value-sender.ts';

const ignore = () => undefined;

describe('latest only', () => {
  function gate() {
    const open: (() => void)[] = [];
    const sent: number[] = [];
    const send = (value: number) => {
      sent.push(value);
      return new Promise<void>((resolve) => open.push(resolve));
    };
    return { sent, send, letThrough: () => open.shift()?.() };
  }

  test('while one value is pending only the newest waits, and the last is always sent', async () => {
    const time = createFakeTime();
    const { sent, send, letThrough } = gate();
    const push = createLatestValueSender(send, ignore);
    for (const value of [1, 2, 3, 4]) void push(value);
    await time.settle();
    expect(sent).toEqual([1]);
    letThrough();
    await time.settle();
    expect(sent).toEqual([1, 4]);
  });

  test('a waiting value can be dropped', async () => {
    const time = createFakeTime();
    const { sent, send, letThrough } = gate();
    const push = createLatestValueSender(send, ignore);
    void push(1);
    await time.settle();
    void push(2);
    push.cancel();
    letThrough();
    await time.settle();
    expect(sent).toEqual([1]);
    void push(3);
    await time.settle();
    expect(sent).toEqual([1, 3]);
  });

  test('a failure is reported and the next value is sent all the same', async () => {
    const errors: unknown[] = [];
    const sent: number[] = [];
    const push = createLatestValueSender(
      async (value: number) => {
        sent.push(value);
        if (value === 1) throw new Error('no');
      },
      (error) => errors.push(error),
    );
    void push(1);
    await push(2);
    await createFakeTime().settle();
    expect(sent).toEqual([1, 2]);
    expect(errors).toHaveLength(1);
  });

  test('a `send` that throws is a failure too, and values are sent on where `onError` throws', async () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    onTestFinished(() => void vi.unstubAllGlobals());
    const sent: number[] = [];
    const push = createLatestValueSender(
      (value: number) => {
        sent.push(value);
        throw new Error('no');
      },
      (error) => {
        throw error;
      },
    );
    for (const value of [1, 2]) void push(value);
    await createFakeTime().settle();
    await push(3);
    expect(sent).toEqual([1, 2, 3]);
    expect(report).toHaveBeenCalledTimes(3);
  });
});

describe('the budget', () => {
  test('counts the last minute', () => {
    const time = createFakeTime();
    const budget = createRequestBudget({ time, perMinute: 240 });
    for (let sent = 0; sent < 10; sent++) budget.take('command');
    expect(budget.headroom()).toEqual({ limit: 240, used: 10, left: 218 });
    time.advance(60_000);
    expect(budget.headroom()).toEqual({ limit: 240, used: 0, left: 228 });
  });

  test.each([
    [240, 180, 48],
    [60, 45, 12],
    [10, 6, 2],
    [4, 1, 1],
    [2, 1, 0],
  ])(
    'of %i requests keeps a reserve for Stop, and one for commands against reads',
    (perMinute, forReads, forCommands) => {
      const time = createFakeTime();
      const budget = createRequestBudget({ time, perMinute });
      let readings = 0;
      while (budget.take('background')) readings += 1;
      let commands = 0;
      while (budget.take('command')) commands += 1;
      expect([readings, commands]).toEqual([forReads, forCommands]);
      expect(readings + commands).toBeLessThan(perMinute);
      for (let presses = 0; presses < 50; presses++) expect(budget.take('stop')).toBe(true);
      expect(budget.waitMs()).toBeGreaterThan(0);
    },
  );

  test('returns how long until a command may be sent', () => {
    const time = createFakeTime();
    const budget = createRequestBudget({ time, perMinute: 4 });
    budget.take('command');
    time.advance(1_000);
    expect(budget.waitMs()).toBe(0);
    budget.take('command');
    expect(budget.take('command')).toBe(false);
    expect(budget.waitMs()).toBe(59_000);
    time.advance(59_000);
    expect(budget.take('command')).toBe(true);
  });

  test('nothing but Stop is sent for a while after the cloud refused for the number of requests', () => {
    const time = createFakeTime();
    const budget = createRequestBudget({ time });
    budget.refused();
    expect([budget.take('command'), budget.take('stop')]).toEqual([false, true]);
    expect(budget.waitMs()).toBe(5_000);
    time.advance(5_000);
    expect(budget.take('command')).toBe(true);
  });

  test('may be without a limit', () => {
    const budget = createRequestBudget({ time: createFakeTime(), perMinute: Number.POSITIVE_INFINITY });
    for (let sent = 0; sent < 1_000; sent++) expect(budget.take('background')).toBe(true);
    expect(budget.waitMs()).toBe(0);
  });
});

describe('dragging', () => {
  function setUp(perMinute = 240) {
    const time = createFakeTime();
    const budget = createRequestBudget({ time, perMinute });
    const sent: { value: number; atMs: number }[] = [];
    const drag = createDragSender<number>({
      time,
      budget,
      onError: ignore,
      send: async (value) => {
        budget.take('command');
        sent.push({ value, atMs: time.monotonic() });
      },
    });
    async function moveFor(durationMs: number) {
      const endMs = time.monotonic() + durationMs;
      while (time.monotonic() < endMs) {
        void drag(time.monotonic());
        await time.run(10);
      }
    }
    return { time, sent, drag, moveFor };
  }

  test('sends the first value at once and then five a second', async () => {
    const { sent, moveFor } = setUp();
    await moveFor(2_000);
    expect(sent[0]).toEqual({ value: 0, atMs: 0 });
    expect(sent.filter(({ atMs }) => atMs < 2_000)).toHaveLength(10);
  });

  test('after ten seconds uses what the budget leaves, and never more than the budget', async () => {
    const { sent, moveFor } = setUp();
    await moveFor(60_000);
    const inBurst = sent.filter(({ atMs }) => atMs < 10_000).length;
    expect(inBurst).toBe(50);
    expect(sent.length).toBeLessThanOrEqual(228);
    expect(sent.length).toBeGreaterThan(120);
  });

  test('the last value is always sent, also after the drag has ended', async () => {
    const { time, sent, drag } = setUp();
    for (const value of [1, 2, 3]) void drag(value);
    await time.run(1_000);
    expect(sent.map(({ value }) => value)).toEqual([1, 3]);
  });

  test('a drag after a pause begins a new burst', async () => {
    const { time, sent, moveFor } = setUp();
    await moveFor(15_000);
    await time.run(3_000);
    const restedMs = time.monotonic();
    await moveFor(1_000);
    expect(sent.filter(({ atMs }) => atMs >= restedMs && atMs < restedMs + 1_000)).toHaveLength(5);
  });
});
