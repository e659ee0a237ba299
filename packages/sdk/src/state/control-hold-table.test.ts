import { describe, expect, test } from 'vitest';
import {
  type ControlHoldEffect,
  type ControlHoldEvent,
  type ControlHoldState,
  controlHoldEvents,
  controlHoldStates,
  stepControlHold,
} from './control-hold-table.ts';

/** Every transition; an event that is not listed changes nothing and has no effects. */
const transitions: readonly [ControlHoldState, ControlHoldEvent, ControlHoldState, readonly ControlHoldEffect[]][] = [
  ['none', 'wanted', 'asking', ['ask']],
  ['none', 'taken', 'elsewhere', ['watchOther']],
  ['asking', 'granted', 'held', ['startBeat']],
  ['asking', 'failed', 'asking', ['askAgainLater']],
  ['asking', 'refused', 'elsewhere', ['stopMotion']],
  ['asking', 'taken', 'elsewhere', ['watchOther']],
  ['asking', 'letGo', 'none', ['release']],
  ['asking', 'leave', 'none', ['releaseAndStop']],
  ['held', 'takenOver', 'elsewhere', ['stopBeat', 'watchOther']],
  ['held', 'lapsed', 'lost', ['stopBeat', 'stopMotion']],
  ['held', 'ranOut', 'lost', ['stopBeat']],
  ['held', 'ranOutBeforeStart', 'asking', ['stopBeat', 'ask']],
  ['held', 'letGo', 'none', ['stopBeat', 'release']],
  ['held', 'leave', 'none', ['stopBeat', 'releaseAndStop']],
  ['elsewhere', 'wanted', 'asking', ['ask']],
  ['elsewhere', 'letGo', 'none', []],
  ['elsewhere', 'leave', 'none', []],
  ['elsewhere', 'freed', 'none', []],
  ['lost', 'wanted', 'asking', ['ask']],
  ['lost', 'letGo', 'none', []],
  ['lost', 'leave', 'none', []],
];

const every = controlHoldStates.flatMap((state) => controlHoldEvents.map((event) => [state, event] as const));

test.each(every)('%s on %s', (state, event) => {
  const listed = transitions.find(([from, on]) => from === state && on === event);
  expect(stepControlHold(state, event)).toEqual(listed ? { to: listed[2], run: listed[3] } : { to: state, run: [] });
});

describe('whatever happens', () => {
  const steps = every.map(([from, event]) => ({ from, event, ...stepControlHold(from, event) }));

  test('the beat runs exactly in the state held', () => {
    for (const { from, to, run } of steps) {
      expect(run.includes('stopBeat')).toBe(from === 'held' && to !== 'held');
      expect(run.includes('startBeat')).toBe(from !== 'held' && to === 'held');
    }
  });

  test('losing a hold stops its motion, unless another program has stopped it', () => {
    const lostHere = steps.filter(({ from, to }) => from === 'held' && (to === 'lost' || to === 'elsewhere'));
    expect(lostHere.filter(({ run }) => !run.includes('stopMotion')).map(({ event }) => event)).toEqual([
      'takenOver',
      'ranOut',
    ]);
  });

  test('every state can be left, and releasing always ends in the state none', () => {
    for (const state of controlHoldStates) {
      expect(['none']).toContain(stepControlHold(state, 'letGo').to);
      expect(steps.some(({ from, to }) => from === state && to !== state)).toBe(true);
    }
  });
});
