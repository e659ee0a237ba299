import { expect, test } from 'vitest';
import { createOpenCounter } from './open-counter.ts';

test('an address has a limited number open at a time, and gets another once one is released', () => {
  const counter = createOpenCounter(2);
  const first = counter.take('192.0.2.1');
  expect([counter.take('192.0.2.1'), counter.take('192.0.2.1')]).toEqual([expect.any(Function), undefined]);
  expect(counter.take('192.0.2.2')).toBeDefined();
  first?.();
  first?.();
  expect([counter.take('192.0.2.1'), counter.take('192.0.2.1')]).toEqual([expect.any(Function), undefined]);
  expect(counter.size()).toBe(3);
});

test('a /56 has four times and a /48 ten times the limit of a line', () => {
  const counter = createOpenCounter(2);
  const granted = (addresses: readonly string[]) => addresses.filter((address) => counter.take(address)).length;
  const lines = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, line) => `${prefix}${line.toString(16).padStart(2, '0')}::1`);
  expect(granted(lines('2001:db8:1:0', 20))).toBe(8);
  expect(granted(lines('2001:db8:1:1', 20))).toBe(8);
  expect(granted(lines('2001:db8:1:2', 20))).toBe(4);
  expect(granted(lines('2001:db8:2:0', 20))).toBe(8);
});
