import { expect, test } from 'vitest';
import { callInputForMember, DEFAULT_MEMBER_SETTINGS } from './call-input-for-member.ts';

const ahead = { offsetMs: 40, scale: 1 };
const half = { offsetMs: 0, scale: 0.5 };

test('a device without settings of its own gets the same input', () => {
  const input = { start_time: 0, server_time: 5, add: { points: [{ t: 0, x: 10 }] } };
  expect(callInputForMember('hsp.play', input, DEFAULT_MEMBER_SETTINGS)).toEqual(input);
  expect(callInputForMember('hamp.start', undefined, half)).toBeUndefined();
});

test('an offset moves the time in the script, at play and at every correction, and nothing else', () => {
  expect(callInputForMember('hssp.play', { start_time: 1_000, server_time: 7 }, ahead)).toEqual({
    start_time: 1_040,
    server_time: 7,
  });
  expect(callInputForMember('hsp.synctime', { current_time: 500, server_time: 7 }, ahead)).toEqual({
    current_time: 540,
    server_time: 7,
  });
  const add = { points: [{ t: 0, x: 10 }] };
  expect(callInputForMember('hsp.play', { start_time: 0, add }, ahead)).toEqual({ start_time: 40, add });
});

test('an offset with a fraction is rounded: times are whole', () => {
  for (const offsetMs of [12.5, -12.5])
    expect(callInputForMember('hsp.play', { start_time: 100 }, { offsetMs, scale: 1 })).toEqual({
      start_time: 100 + Math.round(offsetMs),
    });
});

test('a scale reduces speeds, amplitudes, and the distance from the middle', () => {
  expect(callInputForMember('hamp.velocity', { velocity: 0.8 }, half)).toEqual({ velocity: 0.4 });
  expect(callInputForMember('hvp.setState', { amplitude: 1, frequency: 75, position: 3 }, half)).toEqual({
    amplitude: 0.5,
    frequency: 75,
    position: 3,
  });
  expect(callInputForMember('hdsp.xpvp', { xp: 1, vp: 0.5 }, half)).toEqual({ xp: 0.75, vp: 0.25 });
  expect(
    callInputForMember(
      'hsp.add',
      {
        points: [
          { t: 0, x: 0 },
          { t: 9, x: 100 },
        ],
      },
      half,
    ),
  ).toEqual({
    points: [
      { t: 0, x: 25 },
      { t: 9, x: 75 },
    ],
  });
});

test('a scale reduces the distance from the middle of an inline script', () => {
  const actions = [
    { at: 0, pos: 0 },
    { at: 9, pos: 90 },
  ];
  expect(callInputForMember('hssp.setup', { actions, notify: true }, half)).toEqual({
    actions: [
      { at: 0, pos: 25 },
      { at: 9, pos: 70 },
    ],
    notify: true,
  });
});

test.each([
  ['hssp.setup', { url: 'https://scripts.test/one.csv' }],
  ['hssp.setup', { csv: '0,0\n9,90' }],
  ['stream.setup', { stream_ref: 'stream:1' }],
] as const)('a script that is not in the call cannot be scaled: %s %j', (call, input) => {
  expect(callInputForMember(call, input, ahead)).toEqual(input);
  expect(() => callInputForMember(call, input, half)).toThrow(expect.objectContaining({ code: 'bad-input' }));
});
