import { expect, test } from 'vitest';
import { createNetworkSlots } from './network-slots.ts';

/** How many slots an address gets before it has to wait. */
function takeAll(slots: ReturnType<typeof createNetworkSlots>, addressOf: (index: number) => string) {
  const taken = [];
  for (let give = slots.take(addressOf(0)); give; give = slots.take(addressOf(taken.length))) taken.push(give);
  return taken;
}

test('one network gets half of the slots, and each further one half of the rest', () => {
  const slots = createNetworkSlots(16);
  const taken = ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4', '5.5.5.5', '6.6.6.6'].map(
    (address) => takeAll(slots, () => address).length,
  );
  expect(taken).toEqual([8, 4, 2, 1, 1, 0]);
});

test.each([
  ['/64', (index: number) => `2001:db8:0:1::${(index + 1).toString(16)}`],
  ['/56', (index: number) => `2001:db8:0:${(index + 1).toString(16)}::1`],
  ['/48', (index: number) => `2001:db8:0:${((index + 1) * 256).toString(16)}::1`],
])('all addresses of a %s together are one network', (_bits, addressOf) => {
  const slots = createNetworkSlots(16);
  expect(takeAll(slots, addressOf)).toHaveLength(8);
  expect(slots.take('2001:db8:1::1')).toBeDefined();
});

test('a slot that is released, once or twice, is free once', () => {
  const slots = createNetworkSlots(4);
  const [first] = takeAll(slots, () => '1.1.1.1');
  first?.();
  first?.();
  expect(takeAll(slots, () => '1.1.1.1')).toHaveLength(1);
  expect(takeAll(slots, () => '2.2.2.2')).toHaveLength(1);
});
