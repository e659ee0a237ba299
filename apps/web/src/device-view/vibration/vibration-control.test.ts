import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import {
  createVibrationControl,
  DEFAULT_AMPLITUDE_PERCENT,
  type ReportedVibration,
  type WantedVibration,
} from './vibration-control.ts';

const SILENT: ReportedVibration = { enabled: false, amplitudePercent: 0, pitchPercent: 0, positionPercent: 0 };

/** A control against a device that executes each command at once. */
function setUp(first: Partial<ReportedVibration> = {}) {
  const time = createFakeTime();
  let reported: ReportedVibration = { ...SILENT, ...first };
  const target: (WantedVibration & { atMs: number })[] = [];
  let stops = 0;
  const report = (next: ReportedVibration) => {
    reported = next;
    control.onReported();
  };
  const send = () => {
    const wanted = control.target();
    if (wanted === undefined) return;
    target.push({ ...wanted, atMs: time.monotonic() });
    report({ enabled: true, ...wanted });
  };
  const control = createVibrationControl({
    time,
    heartbeat: time.every,
    newSeed: () => 3,
    sendAsHand: send,
    sendAsWave: send,
    onSlept: () => undefined,
    cancelSend: () => undefined,
    stop() {
      stops += 1;
      control.stopped();
      report(SILENT);
    },
    reported: () => reported,
  });
  return {
    time,
    target,
    control,
    report,
    strengths: () => target.map(({ amplitudePercent }) => Math.round(amplitudePercent)),
    stops: () => stops,
    state: () => control.state.getState(),
  };
}

describe('the vibration', () => {
  test('sends nothing before the person acts, and begins at 30 % and 100 Hz', () => {
    const { control, target, time } = setUp();
    control.set({ pitchPercent: 50 });
    time.advance(10_000);
    expect(target).toEqual([]);
    control.start();
    expect(target).toMatchObject([{ amplitudePercent: DEFAULT_AMPLITUDE_PERCENT, pitchPercent: 50 }]);
    expect(DEFAULT_AMPLITUDE_PERCENT).toBe(30);
  });

  test('follows the hand while it runs', () => {
    const { control, strengths } = setUp();
    control.start();
    control.set({ amplitudePercent: 40 });
    control.set({ amplitudePercent: 55 });
    expect(strengths()).toEqual([30, 40, 55]);
  });

  test('a constant wave is sent once; a pulse twice a cycle; none more often than twice a second', () => {
    const minute = (wave: 'constant' | 'pulse' | 'ramp' | 'heartbeat' | 'random-walk') => {
      const { control, target, time } = setUp();
      control.setWave(wave);
      control.start();
      time.advance(59_999);
      return target.length;
    };
    expect(minute('constant')).toBe(1);
    expect(minute('pulse')).toBe(60);
    for (const wave of ['ramp', 'heartbeat', 'random-walk'] as const) expect(minute(wave)).toBe(120);
  });

  test('a wave is a share of the chosen strength, and another wave starts from its beginning', () => {
    const { control, strengths, time } = setUp();
    control.setWave('pulse');
    control.start();
    time.advance(1_000);
    control.set({ amplitudePercent: 80 });
    time.advance(1_000);
    control.setWave('ramp');
    time.advance(500);
    expect(strengths()).toEqual([30, 0, 0, 80, 10, 20]);
  });

  test('holding vibrates at full strength as long as it is held', () => {
    const { control, strengths, stops, state } = setUp();
    control.setWave('pulse');
    control.hold(true);
    control.hold(true);
    expect(strengths()).toEqual([30]);
    control.hold(false);
    expect(stops()).toBe(1);
    expect(state()).toMatchObject({ running: false, held: false });
  });

  test('after a hold the running wave goes on, without a stop', () => {
    const { control, strengths, stops, time } = setUp();
    control.setWave('pulse');
    control.start();
    time.advance(1_200);
    control.hold(true);
    time.advance(5_000);
    control.hold(false);
    expect(strengths().slice(0, 3)).toEqual([30, 0, 30]);
    expect(strengths()).toHaveLength(4);
    expect(stops()).toBe(0);
  });

  test('is over when it is stopped or the device stops by itself: the wave sends nothing more', () => {
    const { control, target, time, report, state } = setUp();
    control.setWave('ramp');
    control.start();
    time.advance(1_000);
    control.stopped();
    const count = target.length;
    time.advance(10_000);
    expect(target).toHaveLength(count);
    control.start();
    report(SILENT);
    expect(state().running).toBe(false);
    time.advance(10_000);
    expect(target).toHaveLength(count + 1);
    expect(time.pending()).toBe(0);
  });

  test('shows a device that vibrates already, and goes on from there', () => {
    const { control, state, target } = setUp({ enabled: true, amplitudePercent: 70, pitchPercent: 60 });
    expect(state()).toMatchObject({ running: true, amplitudePercent: 70, pitchPercent: 60 });
    expect(target).toEqual([]);
    control.set({ amplitudePercent: 71 });
    expect(target).toHaveLength(1);
  });

  test('takes over another client’s values, except while its own hand is on the control', () => {
    const { control, state, report, time } = setUp();
    const other = { enabled: true, amplitudePercent: 90, pitchPercent: 20, positionPercent: 0 };
    control.start();
    control.set({ amplitudePercent: 40 });
    report({ ...other, amplitudePercent: 39 });
    expect(state().amplitudePercent).toBe(40);
    time.advance(2_000);
    report(other);
    expect(state()).toMatchObject({ amplitudePercent: 90, pitchPercent: 20, running: true });
  });

  test('the wave ends with the visit to the page', () => {
    const { control, time } = setUp();
    control.setWave('pulse');
    control.start();
    control.close();
    expect(time.pending()).toBe(0);
  });
});
