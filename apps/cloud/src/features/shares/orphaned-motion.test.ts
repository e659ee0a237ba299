import { expect, test } from 'vitest';
import { createOrphanedMotion } from './orphaned-motion.ts';

/** Something that a guest left moving, and how often it was stopped. */
function setUp() {
  let halts = 0;
  const orphaned = createOrphanedMotion(() => {
    halts += 1;
    orphaned.forget();
  });
  orphaned.orphan('hamp');
  return { orphaned, halts: () => halts };
}

/** Something under way whose outcome a test tells. */
function underWay() {
  let tell: (isOver: boolean) => void = () => undefined;
  const isOver = new Promise<boolean>((resolve) => {
    tell = resolve;
  });
  return {
    isOver,
    async tell(over: boolean) {
      tell(over);
      await isOver;
    },
  };
}

test('what no Stop has proven to be over is stopped, once', async () => {
  const { orphaned, halts } = setUp();
  const [first, second] = [underWay(), underWay()];
  orphaned.stopping(first.isOver);
  orphaned.stopping(second.isOver);
  await first.tell(false);
  await second.tell(false);
  expect(halts()).toBe(1);
});

test('one Stop that has proven it is enough, whatever becomes of the others', async () => {
  const { orphaned, halts } = setUp();
  const [first, second] = [underWay(), underWay()];
  orphaned.stopping(first.isOver);
  orphaned.stopping(second.isOver);
  await second.tell(true);
  await first.tell(false);
  expect([halts(), orphaned.current()]).toEqual([0, undefined]);
});

test('a motion of the owner’s that is under way is waited for, and the last to fail leaves nothing moving', async () => {
  const { orphaned, halts } = setUp();
  const [first, second] = [underWay(), underWay()];
  orphaned.replacing(first.isOver);
  orphaned.replacing(second.isOver);
  await first.tell(false);
  expect(halts()).toBe(0);
  await second.tell(false);
  expect(halts()).toBe(1);
});

test('what was left before does not speak for what is left now', async () => {
  const { orphaned, halts } = setUp();
  const first = underWay();
  orphaned.stopping(first.isOver);
  orphaned.orphan('hsp');
  await first.tell(true);
  expect([halts(), orphaned.current()?.mode]).toEqual([0, 'hsp']);
});
