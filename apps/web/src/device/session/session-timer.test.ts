import type { Device } from '@tactus/sdk';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createThrottledTime } from '../../testing/throttled-time.ts';
import { createSessionTimer } from './session-timer.ts';

/** The part of a device that the end of a session uses. */
function setUp() {
  const time = createFakeTime();
  const still = { hamp: { play_state: 0, velocity: 0 }, hvp: { enabled: false }, mode: 0, stopPhase: 'none' };
  const store = createStore(() => ({ ...still, hsp: {}, hssp: {}, hdsp: {}, ota: {}, connected: true }));
  const commands: string[] = [];
  const device = {
    store,
    hamp: { setVelocity: async (velocity: number) => void commands.push(`velocity ${velocity.toFixed(2)}`) },
    hvp: { setState: async () => undefined },
    stop: async () => void commands.push('stop'),
  } as unknown as Device; // No other part is used.
  const shares: number[] = [];
  const speeds: number[] = [];
  const amplitudes: number[] = [];
  const followers = createStore(() => ({ moving: false }));
  let over = 0;
  const page = createThrottledTime(time);
  const session = createSessionTimer({
    ...{ device, followers, time: page.time, heartbeat: time.every },
    limitTo(share, { speed01, amplitude01 }) {
      amplitudes.push(amplitude01);
      shares.push(Number(share.toFixed(1)));
      speeds.push(speed01);
    },
    onError: (error) => {
      throw error;
    },
    onOver: () => {
      over += 1;
    },
  });
  const move = (velocity: number) => store.setState({ hamp: { play_state: velocity > 0 ? 1 : 0, velocity } });
  const vibrate = (amplitude: number) =>
    store.setState({ hvp: { enabled: true, amplitude, frequency: 100, position: 0 } as { enabled: boolean } });
  const { throttle } = page;
  return {
    ...{ time, commands, shares, speeds, amplitudes, session, move, vibrate, store, followers, throttle },
    overs: () => over,
  };
}

test('the set time after the first movement the device slows down for ten seconds and stops', () => {
  const { time, commands, shares, session, move, overs } = setUp();
  session.set(5);
  time.advance(60_000);
  move(0.8);
  time.advance(5 * 60_000 - 1);
  expect(commands).toEqual([]);
  time.advance(1);
  expect(commands).toEqual(['velocity 0.72']);
  time.advance(8000);
  expect(commands.at(-1)).toBe('velocity 0.08');
  time.advance(1000);
  expect(commands.at(-1)).toBe('stop');
  expect(shares).toEqual([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 1]);
  expect(overs()).toBe(1);
});

test('a device at rest at the end is left alone, and the next movement begins another session', () => {
  const { time, commands, session, move } = setUp();
  session.set(5);
  move(0.5);
  time.advance(60_000);
  move(0);
  time.advance(10 * 60_000);
  expect(commands).toEqual([]);
  move(0.5);
  time.advance(5 * 60_000);
  expect(commands).toHaveLength(1);
});

test('a device at rest when its time is up, and moving again within a minute, slows down then', () => {
  const { time, commands, session, move, overs } = setUp();
  session.set(5);
  move(0.5);
  time.advance(5 * 60_000 - 1_000);
  move(0);
  time.advance(31_000);
  expect(commands).toEqual([]);
  move(0.5);
  expect(commands).toEqual(['velocity 0.45']);
  time.advance(9_000);
  expect(commands.at(-1)).toBe('stop');
  expect(overs()).toBe(1);
});

test('it gets no faster while it slows down, whatever speed it is sent', () => {
  const { time, commands, speeds, session, move } = setUp();
  session.set(1);
  move(0.5);
  time.advance(62_000);
  move(0.1);
  time.advance(1_000);
  expect(commands.at(-1)).toBe('velocity 0.10');
  expect(new Set(speeds)).toEqual(new Set([0.5]));
});

test('a wave counts with the strength of its crest, also where the end meets its trough', () => {
  const { time, amplitudes, session, vibrate } = setUp();
  session.set(1);
  vibrate(0.9);
  time.advance(56_000);
  vibrate(0.6);
  time.advance(2_000);
  vibrate(0);
  time.advance(2_000);
  expect(amplitudes).toEqual([0.6]);
});

test('a Stop ends the session at once and removes the slowing', () => {
  const { time, commands, shares, session, move, store, overs } = setUp();
  session.set(1);
  move(0.5);
  time.advance(62_000);
  const before = commands.length;
  store.setState({ stopPhase: 'stopping', hamp: { play_state: 0, velocity: 0 } });
  time.advance(60_000);
  expect(commands).toHaveLength(before);
  expect(shares.at(-1)).toBe(1);
  expect(overs()).toBe(0);
});

test('a session has no end while the timer is off', () => {
  const { time, commands, session, move } = setUp();
  session.set(0);
  move(1);
  time.advance(10 * 60 * 60_000);
  expect(commands).toEqual([]);
});

test('the session of a hidden page, whose timers run once a minute while its worker beats, ends on time and slowly', () => {
  const { time, commands, shares, session, move, throttle } = setUp();
  session.set(20);
  time.advance(30_500);
  move(0.8);
  throttle(true);
  time.advance(20 * 60_000 - 1);
  expect(commands).toEqual([]);
  time.advance(1_000);
  expect(commands).toEqual(['velocity 0.72']);
  time.advance(10_000);
  expect(commands.at(-1)).toBe('stop');
  expect(shares).toEqual([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 1]);
});

test('a busy machine skips no step of the slow end', () => {
  const { time, commands, session, move } = setUp();
  session.set(1);
  move(0.5);
  time.advance(62_000);
  time.suspend(4_000, 'counts');
  time.advance(0);
  expect(commands.slice(2)).toEqual(['velocity 0.35', 'velocity 0.30']);
});

describe.each(['counts', 'stands'] as const)('while the machine sleeps, and its monotonic clock %s', (monotonic) => {
  test('the time goes on: a device that moves past the end is stopped with the wake, at once', () => {
    const { time, commands, shares, session, move, overs } = setUp();
    session.set(20);
    move(0.8);
    time.advance(60_000);
    time.suspend(3 * 60 * 60_000, monotonic);
    time.advance(1_000);
    expect(commands).toEqual(['stop']);
    expect(shares).toEqual([1]);
    expect(overs()).toBe(1);
    time.advance(60_000);
    expect([commands, time.pending()]).toEqual([['stop'], 0]);
  });

  test('a session that is not over by then ends on time', () => {
    const { time, commands, session, move } = setUp();
    session.set(20);
    move(0.8);
    time.advance(60_000);
    time.suspend(10 * 60_000, monotonic);
    time.advance(9 * 60_000 - 1);
    expect(commands).toEqual([]);
    time.advance(1);
    expect(commands).toEqual(['velocity 0.72']);
  });

  test('the slow end goes on: it stops with the wake', () => {
    const { time, commands, session, move } = setUp();
    session.set(1);
    move(0.5);
    time.advance(62_000);
    const before = commands.length;
    time.suspend(60_000, monotonic);
    time.advance(1_000);
    expect(commands.slice(before)).toEqual(['stop']);
  });

  test('a rest of a night ends the session: the next movement begins another', () => {
    const { time, commands, session, move } = setUp();
    session.set(5);
    move(0.5);
    time.advance(5 * 60_000 - 1_000);
    move(0);
    time.advance(500);
    time.suspend(8 * 60 * 60_000, monotonic);
    time.advance(1_000);
    move(0.5);
    time.advance(5 * 60_000 - 1_000);
    expect(commands).toEqual([]);
    time.advance(1_000);
    expect(commands).toHaveLength(1);
  });
});

test('a wall clock that is set back does not lengthen a session', () => {
  const { time, commands, session, move } = setUp();
  session.set(5);
  move(0.5);
  for (let minute = 0; minute < 5; minute += 1) {
    time.advance(30_000);
    time.setWallClock(time.now() - 3_600_000);
    time.advance(30_000);
  }
  time.advance(10_000);
  expect(commands.at(-1)).toBe('stop');
});

test('devices that follow and move alone end their session too', () => {
  const { time, commands, shares, session, followers, overs } = setUp();
  session.set(5);
  followers.setState({ moving: true });
  time.advance(5 * 60_000);
  expect(shares).toEqual([0.9]);
  time.advance(9_000);
  expect(commands).toEqual(['stop']);
  expect(shares.at(-1)).toBe(1);
  expect(overs()).toBe(1);
});

test('a session goes on while others follow and move, and a rest counts from the moment when all rest', () => {
  const { time, commands, session, move, followers } = setUp();
  session.set(5);
  move(0.5);
  followers.setState({ moving: true });
  time.advance(60_000);
  move(0);
  time.advance(3 * 60_000);
  followers.setState({ moving: false });
  time.advance(90_000);
  expect(commands).toEqual([]);
  // The time is up, and the pause of a minute is over too.
  followers.setState({ moving: true });
  time.advance(60_000);
  expect(commands).toEqual([]);
  time.advance(4 * 60_000 + 9_000);
  expect(commands).toEqual(['stop']);
});
