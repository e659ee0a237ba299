import { type CallName, calls } from '@tactus/protocol';
import { expect, test } from 'vitest';
import type { BridgeTarget, BridgeTargetFacts, BridgeTraceLine } from './bridge-target.ts';
import { watchOwnerCalls } from './owner-call-watch.ts';

/** A target whose trace the test writes, and the calls of its owner that the watch reports. */
function watched() {
  const lines: BridgeTraceLine[] = [];
  const listeners = new Set<(now: BridgeTargetFacts, before: BridgeTargetFacts) => void>();
  const facts = { stopPresses: 0, stopsElsewhere: 0, stopPhase: 'none' } as BridgeTargetFacts; // the watch reads no more
  const target: Pick<BridgeTarget, 'store' | 'trace'> = {
    trace: { entries: () => lines },
    store: {
      getState: () => facts,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const reported: (CallName | undefined)[] = [];
  const ignore = () => undefined;
  watchOwnerCalls({ target, onOwner: (call) => reported.push(call), onStop: ignore, onStopElsewhere: ignore });
  return {
    reported,
    made(call: CallName, byStop?: true) {
      lines.push({ kind: 'command', seq: lines.length + 1, call, ...(byStop && { byStop }) });
      for (const listener of listeners) listener(facts, facts);
    },
  };
}

test('an owner drives by each call that starts, prepares, pauses or ends a motion, and by no other', () => {
  const { reported, made } = watched();
  for (const { name } of calls) made(name);
  const effects = ['starts', 'prepares', 'pauses', 'ends'];
  expect(reported).toEqual(calls.filter(({ endpoint }) => effects.includes(endpoint.motion)).map(({ name }) => name));
});

test('the calls of a Stop are not reported as the owner driving', () => {
  const { reported, made } = watched();
  made('hamp.stop', true);
  expect(reported).toEqual([]);
});
