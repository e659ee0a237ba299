import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networksOf } from '../rate-limit/networks.ts';
import { createNetworkQueue, type NetworkQueue } from './network-queue.ts';

const ADDRESSES = ['192.0.2.1', '192.0.2.2', '2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1', '2001:db8:1::1'];
/** The widest network of an address: those take turns with each other. */
const widest = (address: string) => networksOf(address).at(-1)?.name ?? address;

const order = fc.array(fc.oneof(fc.constantFrom(...ADDRESSES), fc.constant('shift')), { maxLength: 80 });

/**
 * Pushes and shifts in the given order, then takes the rest. Each item must come out once, in its address's order, and
 * no network may be passed over: while a network waits, no other has two turns.
 */
function requireFairness(create: () => NetworkQueue<{ readonly address: string; readonly id: number }>): void {
  fc.assert(
    fc.property(order, (steps) => {
      const queue = create();
      const waiting: { readonly address: string; readonly id: number }[] = [];
      /** Turns of other networks since a network that waits had its own, or began to wait. */
      const passed = new Map<string, Map<string, number>>();
      const take = () => {
        const item = queue.shift();
        if (!item) return waiting.length === 0;
        const place = waiting.findIndex(({ address }) => address === item.address);
        if (waiting[place]?.id !== item.id) return false;
        waiting.splice(place, 1);
        const turn = widest(item.address);
        passed.delete(turn);
        for (const network of new Set(waiting.map(({ address }) => widest(address)))) {
          if (network === turn) continue;
          const turns = passed.get(network) ?? new Map<string, number>();
          passed.set(network, turns.set(turn, (turns.get(turn) ?? 0) + 1));
        }
        return [...passed.values()].every((turns) => [...turns.values()].every((count) => count <= 1));
      };
      let id = 0;
      for (const step of steps) {
        if (step === 'shift') {
          if (!take()) return false;
          continue;
        }
        const item = { address: step, id: id++ };
        waiting.push(item);
        queue.push(step, item);
      }
      while (waiting.length > 0) if (!take()) return false;
      return queue.length === 0 && queue.shift() === undefined;
    }),
    { numRuns: 3_000 },
  );
}

test('networks take turns: none has two while another waits, and nothing is lost or out of order', () => {
  requireFairness(createNetworkQueue);
});

test('a queue in the order of arrival is detected as unfair', () => {
  expect(() =>
    requireFairness(() => {
      const items: { readonly address: string; readonly id: number }[] = [];
      return {
        get length() {
          return items.length;
        },
        push: (_address, item) => void items.push(item),
        shift: () => items.shift(),
      };
    }),
  ).toThrow('Property failed');
});

test('a whole /48 has one turn, and its lines take turns within it', () => {
  const queue = createNetworkQueue<string>();
  for (let line = 1; line <= 50; line += 1) {
    queue.push(`2001:db8:0:${line}::1`, `line ${line} first`);
    queue.push(`2001:db8:0:${line}::1`, `line ${line} second`);
  }
  queue.push('192.0.2.1', 'another');
  const taken = Array.from({ length: 4 }, () => queue.shift());
  expect(taken).toEqual(['line 1 first', 'another', 'line 2 first', 'line 3 first']);
});
