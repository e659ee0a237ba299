import type { HspState } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { hspState, setUpPredictor } from '../testing/predicted-device.ts';

/** Up in two seconds, down in two: 25 mm/s in the stroke from 30 to 80 mm. */
const points = [
  { t: 0, x: 0 },
  { t: 2_000, x: 100 },
  { t: 4_000, x: 0 },
];
const trueMm = (streamMs: number) => 30 + 50 * (1 - Math.abs(((streamMs % 4_000) - 2_000) / 2_000));

/** A stream that is set up and filled; `play` returns the instant of its start. */
function filled({ tripMs = 20 } = {}) {
  const world = setUpPredictor({ tripMs });
  const { makeCall, read, time } = world;
  /** The answers of the player with these points. */
  let held: Partial<HspState> = {};
  const answer = (fields: Partial<HspState> = {}) => hspState({ ...held, ...fields });
  read(30);
  makeCall('hsp.setup', {}, answer());
  held = { points: points.length, last_point_time: 4_000 };
  makeCall('hsp.add', { points }, answer());
  return {
    ...world,
    answer,
    hold: (fields: Partial<HspState>) => {
      held = fields;
    },
    play(more: object = {}, lateMs = 0) {
      const atMs = Math.round(time.now());
      makeCall(
        'hsp.play',
        { start_time: 0, server_time: atMs, ...more },
        answer({ play_state: 1, current_time: tripMs / 2 - lateMs }),
      );
      return atMs;
    },
  };
}

describe('a stream that was sent here', () => {
  test('is followed by the clock of the server, from its requested start', () => {
    const { play, mm } = filled();
    const startMs = play();
    for (const atMs of [500, 1_000, 1_800, 2_400, 3_000]) expect(mm(startMs + atMs)).toBeCloseTo(trueMm(atMs), 0);
    expect(mm(startMs + 9_000)).toBeCloseTo(30, 6);
  });

  test('is followed with the delay of the device’s clock', () => {
    const { time, makeCall, send, answer, mm } = filled();
    // The device expects the server's clock to show a time 40 ms later than this machine does.
    makeCall('hstp.info', {}, { time: time.now() + 10 - 40, clock_offset: 0, rtd: 20 });
    const startMs = time.now();
    const play = send('hsp.play', { start_time: 0, server_time: startMs });
    time.advance(20);
    play.answer(answer({ play_state: 1 }));
    expect(mm(startMs + 1_000)).toBeCloseTo(trueMm(960), 0);
  });

  test('is shifted in time by reports of the device', () => {
    const { play, makeCall, answer, time, mm, send } = filled();
    // A slow answer shows that the device's clock is 0 to 40 ms late; it is 8.
    const info = send('hstp.info');
    time.advance(60);
    info.answer({ time: time.now() - 50, clock_offset: 0, rtd: 20 });
    const startMs = play({}, 8);
    for (let round = 0; round < 4; round++) {
      time.advance(100);
      const streamMs = time.monotonic() + 10 - startMs - 8;
      makeCall('hsp.state', {}, answer({ play_state: 1, current_time: Math.round(streamMs) }));
    }
    time.advance(400);
    expect(Math.abs(mm() - trueMm(time.monotonic() - startMs - 8))).toBeLessThan(0.15);
  });

  test('starts ahead by the user’s offset, and runs at the playback rate', () => {
    const { change, state, play, mm } = filled();
    change({ clockSync: { ...state().clockSync, deviceUserTimeOffset: 200 } });
    const startMs = play({ playback_rate: 0.5 });
    expect(mm(startMs + 1_000)).toBeCloseTo(trueMm(600), 0);
  });

  test('has a move to its place before a future start', () => {
    const { time, makeCall, answer, mm } = filled();
    const startMs = time.now() + 1_000;
    makeCall('hsp.play', { start_time: 1_000, server_time: startMs }, answer({ play_state: 1, current_time: 1_000 }));
    expect(mm(startMs)).toBeCloseTo(trueMm(1_000), 0);
    expect(mm(startMs + 500)).toBeCloseTo(trueMm(1_500), 0);
  });

  test('waits for a future start that a correction of the clock has moved', () => {
    const { play, makeCall, answer, mm, time } = filled();
    const startMs = time.now() + 1_000;
    play({ start_time: 3_000, server_time: startMs });
    time.advance(480);
    const server_time = time.now();
    const current_time = 3_000 + server_time - startMs + 200;
    makeCall(
      'hsp.synctime',
      { current_time, server_time, filter: 0.5 },
      answer({ play_state: 1, current_time: 3_000 }),
    );
    expect(mm(startMs - 250)).toBeLessThan(trueMm(3_000));
    expect(mm(startMs - 100)).toBeCloseTo(trueMm(3_000), 0);
    expect(mm(startMs + 500)).toBeCloseTo(trueMm(3_600), 0);
  });

  test('can be looped, and ends without the loop', () => {
    const { play, makeCall, answer, mm, time } = filled();
    const startMs = play({ loop: true });
    expect(mm(startMs + 4_900)).toBeCloseTo(trueMm(900), 0);
    time.advance(5_000);
    makeCall(
      'hsp.loop',
      { loop: false },
      answer({ play_state: 1, current_time: time.monotonic() - 10 - startMs - 4_000 }),
    );
    expect(mm(startMs + 6_000)).toBeCloseTo(80, 0);
    expect(mm(startMs + 12_000)).toBeCloseTo(30, 6);
  });

  test('is paused, and resumes at the paused time or at the time without the pause', () => {
    const { play, makeCall, answer, mm, time } = filled();
    const startMs = play();
    time.advance(1_000);
    makeCall('hsp.pause', {}, answer({ play_state: 3 }));
    const pausedMs = time.monotonic() - 10 - startMs;
    time.advance(500);
    expect(mm()).toBeCloseTo(trueMm(pausedMs), 0);
    makeCall('hsp.resume', {}, answer({ play_state: 1, current_time: pausedMs }));
    const resumedMs = time.monotonic() - 10;
    expect(mm(resumedMs + 500)).toBeCloseTo(trueMm(pausedMs + 500), 0);
    makeCall('hsp.pause', {}, answer({ play_state: 3 }));
    time.advance(400);
    makeCall(
      'hsp.resume',
      { pick_up: true },
      answer({ play_state: 1, current_time: time.monotonic() - 10 - resumedMs + pausedMs }),
    );
    expect(mm(resumedMs + 1_500)).toBeCloseTo(trueMm(pausedMs + 1_500), 0);
  });

  test('changes its rate and its time from the current position', () => {
    const { play, makeCall, answer, mm, time } = filled();
    const startMs = play();
    time.advance(480);
    makeCall(
      'hsp.playbackrate',
      { playback_rate: 0.5 },
      answer({ play_state: 1, current_time: 510, playback_rate: 0.5 }),
    );
    expect(mm(startMs + 1_500)).toBeCloseTo(trueMm(1_000), -0.5);
    time.advance(490);
    const server_time = time.now();
    makeCall(
      'hsp.synctime',
      { current_time: 1_600, server_time, filter: 1 },
      answer({ play_state: 1, current_time: 1_605 }),
    );
    expect(mm(server_time + 600)).toBeCloseTo(trueMm(1_900), 0);
  });

  test('in a loop goes the shorter way to a corrected time', () => {
    const { play, makeCall, answer, mm, time } = filled();
    play({ loop: true });
    time.advance(3_960);
    const server_time = time.now();
    makeCall(
      'hsp.synctime',
      { current_time: 40 + 4_000 * 6, server_time, filter: 0.5 },
      answer({ play_state: 1, loop: true, current_time: 20 }),
    );
    expect(mm(server_time + 600)).toBeCloseTo(trueMm(610), 0);
  });

  test('stops at its position, and a pause by a button is detected', () => {
    const { play, makeCall, answer, mm, time, change } = filled();
    play();
    time.advance(1_000);
    makeCall('hsp.stop', {}, answer());
    const rest = mm(time.monotonic() + 500);
    expect(mm(time.monotonic() + 2_000)).toBe(rest);
    makeCall('hsp.play', { start_time: 0, server_time: time.now() }, answer({ play_state: 1 }));
    time.advance(500);
    change({ hsp: answer({ play_state: 3 }) });
    const paused = mm(time.monotonic() + 400);
    expect(mm(time.monotonic() + 2_000)).toBe(paused);
  });

  test('rests when it runs out of points, and continues from there if it pauses on starving', () => {
    const { play, makeCall, answer, hold, mm, time } = filled();
    const startMs = play({ pause_on_starving: true });
    time.advance(6_000);
    expect(mm(startMs + 6_000)).toBeCloseTo(30, 6);
    hold({ points: 4, last_point_time: 6_000 });
    makeCall('hsp.add', { points: [{ t: 6_000, x: 100 }] }, answer({ play_state: 1, current_time: 4_000 }));
    const resumedMs = time.monotonic() - 10;
    expect(mm(resumedMs + 1_000)).toBeCloseTo(55, 0);
  });

  test('stands where it is when it gets only older points and pauses on starving', () => {
    const { play, makeCall, answer, hold, mm, time } = filled();
    play({ pause_on_starving: true });
    time.advance(2_970);
    const older = { points: [{ t: 100, x: 50 }], flush: true };
    hold({ points: 1, first_point_time: 100, last_point_time: 100 });
    makeCall('hsp.add', older, answer({ play_state: 4, pause_on_starving: true, current_time: 3_000 }));
    time.advance(2_000);
    hold({ points: 3, first_point_time: 100, last_point_time: 7_000 });
    const points = [
      { t: 3_000, x: 50 },
      { t: 7_000, x: 90 },
    ];
    makeCall('hsp.add', { points }, answer({ play_state: 1, pause_on_starving: true, current_time: 3_010 }));
    expect(mm(time.monotonic() - 10 + 2_000)).toBeCloseTo(30 + 50 * 0.7, 0);
  });

  test('that ran out of points stands once it pauses on starving, and runs on once it does not', () => {
    const { play, makeCall, answer, mm, time, hold } = filled();
    play();
    time.advance(4_980);
    const set = (pause_on_starving: boolean) =>
      makeCall(
        'hsp.pauseOnStarving',
        { pause_on_starving },
        answer({ play_state: 4, pause_on_starving, current_time: 5_000 }),
      );
    set(true);
    time.advance(2_000);
    const added = [
      { t: 5_000, x: 0 },
      { t: 9_000, x: 100 },
    ];
    set(false);
    time.advance(980);
    hold({ points: 5, last_point_time: 9_000 });
    const sentMs = time.monotonic();
    makeCall('hsp.add', { points: added }, answer({ play_state: 1, current_time: 6_020 }));
    time.advance(1_000);
    expect(mm(sentMs + 980)).toBeCloseTo(30 + 50 * (2_000 / 4_000), 0);
  });

  test('is bounded by the stroke, also when that changes during playback', () => {
    const { play, change, state, mm } = filled();
    const startMs = play();
    change({ slider: { ...state().slider, min: 0.5, min_absolute: 55 } });
    expect(mm(startMs + 1_000)).toBeCloseTo(67.5, 0);
  });
});

describe('a stream whose points are not known', () => {
  test('of another client: only readings show the position, until it ends', () => {
    const { answer, change, read, at, time } = filled();
    change({ hsp: answer({ stream_id: 8, play_state: 1 }) });
    expect(at()?.basis).toBe('reading');
    time.advance(300);
    read(62, 50);
    expect(at(time.monotonic() + 400)).toMatchObject({ basis: 'reading', positionMm: 62, speedMmS: 0 });
    change({ hsp: answer({ stream_id: 8, play_state: 2 }) });
    expect(at()?.basis).toBe('plan');
  });

  test('to which another client added points', () => {
    const { play, makeCall, answer, at } = filled();
    play();
    expect(at()?.basis).toBe('plan');
    makeCall('hsp.state', {}, answer({ play_state: 1, current_time: 30, points: 9, last_point_time: 9_000 }));
    expect(at()?.basis).toBe('reading');
  });

  test('of calls that overtook each other, until its points are sent anew', () => {
    const { play, makeCall, answer, at, mm } = filled();
    const startMs = play();
    makeCall('hsp.state', {}, answer({ play_state: 1, current_time: 30, points: 9, last_point_time: 9_000 }));
    makeCall('hsp.synctime', { current_time: 50, server_time: startMs + 50 }, answer({ play_state: 1, points: 9 }));
    expect(at()?.basis).toBe('reading');
    makeCall('hsp.add', { points, flush: true }, answer({ play_state: 1, current_time: 70 }));
    expect(at()?.basis).toBe('plan');
    expect(mm(startMs + 1_000)).toBeCloseTo(trueMm(1_000), 0);
  });

  test('of a script by its address: only readings show the position', () => {
    const { makeCall, answer, at, time } = filled();
    makeCall('hssp.setup', { url: 'https://scripts.test/unknown' }, answer({ stream_id: 9 }));
    makeCall('hssp.play', { start_time: 0, server_time: time.now() }, answer({ stream_id: 9, play_state: 1 }));
    expect(at()?.basis).toBe('reading');
  });
});

describe('a script that the cloud plays', () => {
  test.each([
    ['registered by its address', { url: 'https://scripts.test/known' }],
    ['sent inline as actions', { actions: points.map(({ t: at, x: pos }) => ({ at, pos })) }],
    ['sent inline as CSV', { csv: points.map(({ t, x }) => `${t},${x}`).join('\n') }],
  ])('is followed when it was %s', async (_, setup) => {
    const { predictor, makeCall, answer, at, mm, time } = filled();
    predictor.knowScript('https://scripts.test/known', points);
    makeCall('hssp.setup', setup, answer({ stream_id: 9 }));
    const startMs = time.now();
    makeCall(
      'hssp.play',
      { start_time: 0, server_time: startMs },
      answer({ stream_id: 9, play_state: 1, current_time: 10 }),
    );
    await expect.poll(() => at()?.basis).toBe('plan');
    expect(mm(startMs + 1_000)).toBeCloseTo(trueMm(1_000), 0);
    time.advance(1_000);
    makeCall('hssp.pause', {}, answer({ stream_id: 9, play_state: 3 }));
    const pausedMs = time.now() - 10 - startMs;
    expect(mm(time.now() + 600)).toBeCloseTo(trueMm(pausedMs), 0);
    makeCall('hssp.resume', {}, answer({ stream_id: 9, play_state: 1, current_time: pausedMs }));
    expect(mm(time.now() - 10 + 500)).toBeCloseTo(trueMm(pausedMs + 500), 0);
    makeCall('hssp.stop', {}, answer({ stream_id: 9 }));
    expect(at(time.now() + 200)?.speedMmS).toBe(0);
  });

  test('is known among the last few that were registered', () => {
    const { predictor, makeCall, answer, at, time } = filled();
    for (let script = 0; script < 9; script++) predictor.knowScript(`stream-${script}`, points);
    for (const [source, basis] of [
      ['stream-0', 'reading'],
      ['stream-8', 'plan'],
    ]) {
      makeCall('stream.setup', { stream_ref: source }, answer({ stream_id: 9 }));
      makeCall('stream.play', { start_time: 0, server_time: time.now() }, answer({ stream_id: 9, play_state: 1 }));
      expect(at()?.basis).toBe(basis);
    }
  });
});
