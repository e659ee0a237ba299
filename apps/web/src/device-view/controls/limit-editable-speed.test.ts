import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { limitEditableSpeed } from './limit-editable-speed.ts';
import { createSpeedControl } from './speed-control.ts';
import type { EditableSpeed } from './use-speed-control.ts';

const MOST = 40;

/** The speed of a moving device, as the page knows it, and the sent commands. `limited`: it has limits of its own, too. */
function speedAt(percent: number, limited = false) {
  const sent: number[] = [];
  const time = createFakeTime();
  const control = createSpeedControl({
    time,
    start: async () => undefined,
    send: (velocity) => sent.push(Math.round(velocity * 100)),
    cancelSend: () => undefined,
    reported: () => ({
      playing: true,
      velocity: percent / 100,
      limited,
      ceilingPercent: 100,
      ready: true,
      isOurs: true,
    }),
    onReport: () => () => undefined,
    onStop: () => () => undefined,
    redelivery: () => ({ missed: () => undefined, isWaiting: () => false, end: () => undefined }),
    onAbandoned: () => undefined,
  });
  const state = control.state.getState();
  const speed: EditableSpeed = { ...state, control, playing: true, shownPercent: percent, start: () => undefined };
  return { capped: limitEditableSpeed(speed, MOST), control, sent };
}

test('a speed above the limit is neither shown nor sent, and nothing is sent by itself', () => {
  const { capped, control, sent } = speedAt(80);
  expect([capped.wantedPercent, capped.shownPercent]).toEqual([MOST, MOST]);
  expect(sent).toEqual([]);
  capped.control.drag(90);
  expect(sent).toEqual([MOST]);
  capped.control.release(90);
  expect(control.state.getState().wantedPercent).toBe(MOST);
});

test.each([
  [80, 10, 40],
  [80, -10, 30],
  [20, 10, 30],
  [35, 10, 40],
])('at %i %% a step by %i %% goes to %i %%', (from, by, to) => {
  const { capped, sent } = speedAt(from);
  capped.control.step(by, 0);
  expect(sent.at(-1)).toBe(to);
});

test.each([
  [60, 40],
  [25, 25],
])('a preset of %i %% goes to %i %%', (preset, to) => {
  const { capped, sent } = speedAt(80);
  capped.control.set(preset, 0);
  expect(sent.at(-1)).toBe(to);
});

test('a step down counts from the speed to which other limits hold the device, not from the one wanted before', () => {
  const { capped, control, sent } = speedAt(30, true);
  control.drag(80);
  capped.control.step(-10, 0);
  expect(sent.at(-1)).toBe(20);
});
