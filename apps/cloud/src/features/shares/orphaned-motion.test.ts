import { expect, test } from 'vitest';
import { createOrphanedMotion } from './orphaned-motion.ts';

/** Orphaned motion of a guest, and the number of its stops. */
function setUp() {
  let halts = 0;
  const orphaned = createOrphanedMotion(() => {
    halts += 1;
    orphaned.forget();
  });
  orphaned.orphan('hamp');
  return { orphaned, halts: () => halts };
}

/** A call in progress whose outcome the test sets. */
function underWay() {
  let settle: (isOver: boolean) => void = () => undefined;
  const isOver = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return {
    isOver,
    async settle(over: boolean) {
      settle(over);
      await isOver;
    },
  };
}

test('motion that no Stop has proven to be over is stopped, once', async () => {
  const { orphaned, halts } = setUp();
  const [first, second] = [underWay(), underWay()];
  orphaned.stopping(first.isOver);
  orphaned.stopping(second.isOver);
  await first.settle(false);
  await second.settle(false);
  expect(halts()).toBe(1);
});

test('one Stop that has proven it is enough, whatever the others prove', async () => {
  const { orphaned, halts } = setUp();
  const [first, second] = [underWay(), underWay()];
  orphaned.stopping(first.isOver);
  orphaned.stopping(second.isOver);
  await second.settle(true);
  await first.settle(false);
  expect([halts(), orphaned.current()]).toEqual([0, undefined]);
});

test('a start of the owner’s in progress is waited for, and the last one that fails has the motion stopped', async () => {
  const { orphaned, halts } = setUp();
  const [first, second] = [underWay(), underWay()];
  orphaned.replacing(first.isOver);
  orphaned.replacing(second.isOver);
  await first.settle(false);
  expect(halts()).toBe(0);
  await second.settle(false);
  expect(halts()).toBe(1);
});

test('a proof for earlier orphaned motion does not count for later motion', async () => {
  const { orphaned, halts } = setUp();
  const first = underWay();
  orphaned.stopping(first.isOver);
  orphaned.orphan('hsp');
  await first.settle(true);
  expect([halts(), orphaned.current()?.mode]).toEqual([0, 'hsp']);
});
