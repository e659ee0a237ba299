import { calls, DeviceMode, GUEST_MODES } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import { limitGuestCall } from './guest-call.ts';
import { guestCallKind } from './guest-call-kind.ts';
import type { DeviceAtGuestCall, GuestLimits } from './guest-limits.ts';
import { type GuestMotionState, NEW_GUEST_MOTION, stoppedGuestMotion } from './guest-motion-state.ts';
import { applyNarrowerLimits } from './guest-narrowed.ts';
import type { GuestCallContext, GuestCallOutcome } from './guest-request.ts';

const LENGTH_MM = 97.826;
const NOW_MS = 1_700_000_000_000;
const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const device: DeviceAtGuestCall = {
  movement,
  stroke: { min: 0, max: 1 },
  positionMm: 5,
  speedMmS: 0,
  nowMs: NOW_MS,
  leadMs: 0,
  offsetMs: 0,
  maxPoints: 3_000,
};
const open: GuestLimits = { allow: GUEST_MODES, speed: 1, stroke: { min: 0, max: 1 }, intensity: 1 };

/** The outgoing calls for guest calls made one after the other. */
function answerOf(
  limits: Partial<GuestLimits>,
  ...requested: readonly (readonly [GuestCallContext['name'], GuestCallContext['input'], Partial<DeviceAtGuestCall>?])[]
): GuestCallOutcome {
  let plan: GuestMotionState = NEW_GUEST_MOTION;
  let last: GuestCallOutcome | undefined;
  for (const [name, input, changes] of requested) {
    const answer = limitGuestCall({
      name,
      input,
      plan,
      limits: { ...open, ...limits },
      device: { ...device, ...changes },
    });
    if ('refused' in answer) expect.fail(`${name}: ${answer.refused}`);
    plan = answer.plan;
    last = answer;
  }
  return last ?? expect.fail('no call was made');
}

const inputOf = (answer: GuestCallOutcome, place = 0) => answer.calls[place]?.input;
const lines = (count: number, x: number) =>
  Array.from({ length: count }, (_, place) => ({ t: place * 500, x: place % 2 ? x : 100 - x }));

describe('the kind of a guest call', () => {
  test('idle and a move of no time that stops on its target are stops, and so is the stop of every mode', () => {
    expect(guestCallKind('info.setMode2', { mode: DeviceMode.IDLE })).toBe('stop');
    expect(guestCallKind('info.setMode2', { mode: DeviceMode.HAMP })).toBe('never');
    expect(guestCallKind('hdsp.xpt', { xp: 0.4, t: 0, stop_on_target: true })).toBe('stop');
    expect(guestCallKind('hdsp.xpt', { xp: 0.4, t: 0 })).toBe('hdsp');
    for (const name of ['hamp.stop', 'hvp.stop', 'hsp.stop', 'hssp.stop', 'stream.stop'] as const)
      expect(guestCallKind(name, {})).toBe('stop');
    expect(guestCallKind('slider.setStroke', { min: 0, max: 1 })).toBe('never');
  });

  test('calls that only change the device, and token calls, are refused to guests', () => {
    const refused = calls.map(({ name }) => name).filter((name) => guestCallKind(name, {}) === 'never');
    expect(refused.toSorted()).toEqual(
      [
        ...(['auth.issueToken', 'auth.renewToken', 'hstp.clocksync', 'hstp.setOffset', 'slider.setStroke'] as const),
        ...(['hssp.pause', 'hssp.play', 'hssp.resume', 'hssp.setup', 'hssp.synctime'] as const),
        ...(['info.setMode', 'info.setMode2', 'ota.updateFixed', 'ota.updateLatest', 'ota.updateVersion'] as const),
        ...(['stream.play', 'stream.setup', 'stream.synctime'] as const),
        ...(['system.reboot', 'system.setEnvironment', 'system.setInterfaces'] as const),
      ].toSorted(),
    );
  });

  test('calls of a mode have that kind, and all other calls of a guest are reads', () => {
    for (const { name, group, endpoint } of calls) {
      const kind = guestCallKind(name, {});
      if (kind === 'never' || kind === 'stop') continue;
      if (endpoint.envelope === 'stream') expect(kind).toBe('stream');
      else expect(kind).toBe(endpoint.method === 'GET' ? 'read' : group);
    }
  });
});

describe('limits on a guest', () => {
  test('without limits calls pass unchanged', () => {
    expect(answerOf({}, ['hamp.start', {}]).calls).toEqual([{ name: 'hamp.start', input: {} }]);
    expect(inputOf(answerOf({}, ['hamp.velocity', { velocity: 0.8 }]))).toEqual({ velocity: 0.8 });
    const synctime = { current_time: 5, server_time: NOW_MS, filter: 1 };
    expect(answerOf({}, ['hsp.setup', {}], ['hsp.synctime', synctime]).calls).toEqual([
      { name: 'hsp.synctime', input: synctime },
    ]);
  });

  test('alternating motion gets ends inside the stroke before it starts, and no more than the velocity', () => {
    const limits = { speed: 0.3, stroke: { min: 0.5, max: 1 } };
    const started = answerOf(limits, ['hamp.start', {}]);
    expect(started.calls).toEqual([
      { name: 'hamp.stroke', input: { min: 0.5, max: 1 } },
      { name: 'hamp.start', input: {} },
    ]);
    expect(started.answer).toBe(1);
    expect(inputOf(answerOf(limits, ['hamp.velocity', { velocity: 0.9 }]))).toEqual({ velocity: 0.3 });
    expect(inputOf(answerOf(limits, ['hamp.stroke', { min: 0.5, max: 1 }]))).toEqual({ min: 0.75, max: 1 });
  });

  test('the owner’s stroke window bounds as well', () => {
    const within = { stroke: { min: 0.25, max: 0.75 } };
    expect(inputOf(answerOf({ stroke: { min: 0.5, max: 1 } }, ['hamp.start', {}, within]))).toEqual({
      min: 0.5,
      max: 1,
    });
    const move = answerOf({ stroke: { min: 0.5, max: 1 } }, ['hdsp.xpva', { xp: 1, va: 50 }, within]);
    expect(inputOf(move)).toMatchObject({ xa: 5 + LENGTH_MM * 0.75, va: 50 });
  });

  test('a direct move is mapped into the allowed window, and its speed is capped in any unit', () => {
    const limits = { speed: 0.25, stroke: { min: 0, max: 0.5 } };
    expect(inputOf(answerOf(limits, ['hdsp.xava', { xa: 300, va: 300 }]))).toMatchObject({
      xa: 5 + LENGTH_MM / 2,
      va: 100,
    });
    expect(inputOf(answerOf(limits, ['hdsp.xpvp', { xp: 0.5, va: 1 }]))).toMatchObject({
      xa: 5 + LENGTH_MM / 4,
      va: 100,
    });
    expect(inputOf(answerOf(limits, ['hdsp.xavp', { xa: 10, vp: 0.1 }]))).toMatchObject({ xa: 10, va: 40 });
  });

  test('a timed move goes out at the speed that its time needs, at most the allowed one', () => {
    const slow = inputOf(answerOf({ speed: 0.25 }, ['hdsp.xpt', { xp: 1, t: 2_000 }]));
    expect(slow).toMatchObject({ xa: 5 + LENGTH_MM });
    expect(slow?.['va']).toBeCloseTo(LENGTH_MM / 2, 0);
    expect(inputOf(answerOf({ speed: 0.25 }, ['hdsp.xpt', { xp: 1, t: 20 }]))).toMatchObject({ va: 100 });
  });

  test('a vibration is capped, and its position stays inside the window', () => {
    const requested = { amplitude: 0.9, frequency: 60, position: 90 };
    expect(inputOf(answerOf({ intensity: 0.4, stroke: { min: 0, max: 0.5 } }, ['hvp.setState', requested]))).toEqual({
      amplitude: 0.4,
      frequency: 60,
      position: 5 + LENGTH_MM / 2,
    });
    expect(
      inputOf(answerOf({ stroke: { min: 0, max: 0.5 } }, ['hvp.setState', { ...requested, position: 200 }])),
    ).toMatchObject({
      position: 200,
    });
  });
});

describe('points of a guest', () => {
  test('points of another client are neither played nor extended', () => {
    for (const name of ['hsp.play', 'hsp.add', 'hsp.resume', 'hsp.threshold'] as const)
      expect(limitGuestCall({ name, input: { points: [] }, plan: NEW_GUEST_MOTION, limits: open, device })).toEqual({
        refused: 'stream',
      });
  });

  test('come nearer together at unchanged times', () => {
    const added = answerOf({ speed: 0.25 }, ['hsp.setup', {}], ['hsp.add', { points: lines(3, 0), flush: true }]);
    expect(inputOf(added)?.['points']).toEqual([
      { t: 0, x: 0 },
      { t: 32, x: 0 },
      { t: 500, x: 0 },
      { t: 1_000, x: 51 },
    ]);
  });

  test('are counted as the guest sent them, even if some do not go out', () => {
    const [first, ...rest] = lines(3, 0);
    const points = [first, { t: 1, x: 90 }, { t: 2, x: 10 }, ...rest];
    const added = answerOf({ speed: 0.25 }, ['hsp.setup', {}], ['hsp.add', { points }], ['hsp.add', { points: [] }]);
    expect(inputOf(added)).toEqual({ points: [], tail_point_stream_index: 5 });
  });

  test('are mapped into the allowed part of the stroke', () => {
    const limits = { stroke: { min: 0.2, max: 0.7 } };
    const added = answerOf(limits, ['hsp.setup', {}], ['hsp.add', { points: lines(2, 0) }]);
    expect(inputOf(added)?.['points']).toEqual([
      { t: 0, x: 70 },
      { t: 500, x: 20 },
    ]);
  });

  test('a play from another time sends them again from the slider’s position', () => {
    const points = lines(8, 0);
    const played = answerOf(
      { speed: 0.25 },
      ['hsp.setup', {}],
      ['hsp.add', { points }],
      ['hsp.play', { start_time: 1_000, playback_rate: 1 }, { positionMm: 5 + LENGTH_MM / 5, leadMs: 40 }],
    );
    expect(inputOf(played)).toMatchObject({ start_time: 1_000, server_time: NOW_MS + 60 });
    const add = inputOf(played)?.['add'] as { flush: boolean; points: object[]; tail_point_stream_index: number };
    expect(add.flush).toBe(true);
    expect(add.tail_point_stream_index).toBe(8);
    expect(add.points.slice(0, 4)).toEqual([
      { t: 1_000, x: 20 },
      { t: 1_032, x: 20 },
      { t: 1_500, x: 0 },
      { t: 2_000, x: 51 },
    ]);
  });

  test('a lap ends where it began', () => {
    const points = [...lines(5, 10), { t: 2_300, x: 90 }];
    const played = answerOf({ speed: 0.2 }, [
      'hsp.play',
      { start_time: 0, loop: true, playback_rate: 1, add: { points, flush: true } },
    ]);
    const add = inputOf(played)?.['add'] as { points: { t: number; x: number }[] };
    expect(add.points[0]).toEqual({ t: 0, x: 0 });
    expect(add.points.at(-1)).toEqual({ t: 2_300, x: 0 });
    // During a loop, other points in its place would make the slider jump.
    const limits = { ...open, speed: 0.2 };
    const anew = { name: 'hsp.add', input: { points, flush: true }, plan: played.plan, device } as const;
    expect(limitGuestCall({ ...anew, limits })).toEqual({ refused: 'limits' });
    expect(limitGuestCall({ ...anew, limits: open })).toHaveProperty('calls');
    expect(limitGuestCall({ ...anew, limits, plan: stoppedGuestMotion(played.plan) })).toHaveProperty('calls');
  });

  test('a stream that ran out of points stands still until the next points can be reached', () => {
    const late = { nowMs: NOW_MS + 9_000, leadMs: 50 };
    const added = answerOf(
      { speed: 0.25 },
      ['hsp.setup', {}],
      ['hsp.add', { points: lines(2, 0) }],
      ['hsp.play', { start_time: 0, playback_rate: 1 }],
      ['hsp.add', { points: [{ t: 9_550, x: 100 }] }, late],
    );
    expect(inputOf(added)?.['points']).toEqual([
      { t: 9_030, x: 0 },
      { t: 9_062, x: 0 },
      { t: 9_550, x: 49 },
    ]);
  });

  test('added to an empty stream that plays, begin after the slider has moved into the stroke', () => {
    const outside = { positionMm: 5, stroke: { min: 0.5, max: 1 } };
    const begun = [
      ['hsp.setup', {}],
      ['hsp.play', { start_time: 800, playback_rate: 2, loop: false }, outside],
    ] as const;
    const played = answerOf({ speed: 0.5 }, ...begun);
    expect(inputOf(played)).not.toHaveProperty('add');
    expect(played.plan.stream).toMatchObject({ requested: [], sent: [] });
    const late = { ...outside, nowMs: NOW_MS + 1_000 };
    const added = answerOf({ speed: 0.5 }, ...begun, ['hsp.add', { points: [{ t: 4_000, x: 100 }] }, late]);
    const points = inputOf(added)?.['points'] as readonly { t: number; x: number }[];
    // Half of the travel at half of the allowed speed, from the time of the call.
    const { stream } = played.plan;
    const arrivesMs = 800 + (late.nowMs - (stream?.atMs ?? NaN)) * 2;
    expect(points[0]?.x).toBe(0);
    expect(points[0]?.t).toBeGreaterThanOrEqual(arrivesMs + (LENGTH_MM / 2 / 100) * 1_000 * 2);
  });

  test('the clock of a stream is not moved, and a higher rate restarts it from the slider’s position', () => {
    const begun = [
      ['hsp.setup', {}],
      ['hsp.add', { points: lines(4, 0) }],
      ['hsp.play', { start_time: 0, playback_rate: 1 }],
    ] as const;
    const sync = answerOf({ speed: 0.5 }, ...begun, [
      'hsp.synctime',
      { current_time: 900, server_time: NOW_MS, filter: 1 },
    ]);
    expect(sync.calls).toEqual([{ name: 'hsp.state', input: {} }]);
    const faster = answerOf({ speed: 0.5 }, ...begun, ['hsp.playbackrate', { playback_rate: 3 }]);
    expect(faster.calls[0]?.name).toBe('hsp.play');
    expect(inputOf(faster)).toMatchObject({ start_time: 0, playback_rate: 3, add: { flush: true } });
    expect(answerOf({ speed: 0.5 }, ...begun, ['hsp.playbackrate', { playback_rate: 0.5 }]).calls).toEqual([
      { name: 'hsp.playbackrate', input: { playback_rate: 0.5 } },
    ]);
    const later = { nowMs: NOW_MS + 700, positionMm: 5 + LENGTH_MM / 3 };
    const resumed = answerOf(
      { speed: 0.5 },
      ...begun,
      ['hsp.pause', {}, later],
      ['hsp.resume', { pick_up: true }, later],
    );
    expect(resumed.calls[0]?.name).toBe('hsp.play');
    expect(inputOf(resumed)).toMatchObject({
      start_time: 680,
      add: { flush: true, points: [{ t: 680, x: 33 }, {}, {}, {}] },
    });
  });

  test('another mode ends a play: a resume does not continue it', () => {
    const { plan } = answerOf(
      {},
      ['hsp.setup', {}],
      ['hsp.play', { start_time: 0 }],
      ['hsp.pause', {}],
      ['hamp.start', {}],
    );
    const resume = { name: 'hsp.resume', input: {}, plan, limits: open, device } as const;
    expect(limitGuestCall(resume)).toEqual({ refused: 'stream' });
  });
});

test.each([
  ['hsp.loop', { loop: false }],
  ['hsp.playbackrate', { playback_rate: 1 }],
] as const)('a play that is yet to begin begins no earlier for %s', (name, input) => {
  const begun = { start_time: 0, playback_rate: 1, loop: false, add: { points: lines(4, 60), flush: true } };
  const steps = [
    ['hsp.setup', {}],
    ['hsp.play', begun],
  ] as const;
  const { atMs } = answerOf({ speed: 0.2 }, ...steps).plan.stream ?? expect.fail('no stream plays');
  expect(atMs).toBeGreaterThan(NOW_MS);
  expect(answerOf({ speed: 0.2 }, ...steps, [name, input]).plan.stream).toMatchObject({ atMs, streamMs: 0 });
});

describe('limits that become narrower', () => {
  const narrowed = (plan: GuestMotionState, limits: Partial<GuestLimits>) =>
    applyNarrowerLimits(plan, { ...open, ...limits }, device);

  test('alternating motion and vibration go on under the new ones', () => {
    const { plan } = answerOf({}, ['hamp.start', {}], ['hamp.velocity', { velocity: 0.9 }]);
    expect(narrowed(plan, { speed: 0.2, stroke: { min: 0, max: 0.4 } })).toMatchObject({
      calls: [
        { name: 'hamp.velocity', input: { velocity: 0.2 } },
        { name: 'hamp.stroke', input: { min: 0, max: 0.4 } },
      ],
    });
    const buzz = answerOf({}, ['hvp.setState', { amplitude: 0.9, frequency: 60, position: 50 }]).plan;
    expect(narrowed(buzz, { intensity: 0.3 })).toMatchObject({ calls: [{ input: { amplitude: 0.3, frequency: 60 } }] });
  });

  test.each([
    ['hamp.stroke', { min: 0, max: 1 }],
    ['hamp.velocity', { velocity: 0.9 }],
  ] as const)('an alternating motion that starts after a direct move and %s is not made faster', (name, input) => {
    const { plan } = answerOf(
      {},
      ['hamp.start', {}],
      ['hamp.velocity', { velocity: 0.8 }],
      ['hdsp.xava', { xa: 50, va: 50 }],
      [name, input],
      ['hamp.start', {}],
    );
    // The device starts at velocity 0.
    expect(narrowed(plan, { speed: 0.7 })).toMatchObject({
      calls: [{ name: 'hamp.velocity', input: { velocity: 0 } }, { name: 'hamp.stroke' }],
    });
  });

  test('what moved before a command of another mode still counts as moving: that command may be lost', () => {
    const { plan } = answerOf({}, ['hdsp.xava', { xa: 50, va: 50 }], ['hamp.stroke', { min: 0, max: 1 }]);
    expect(plan.moves).toBe(true);
  });

  test('a direct move, points, and a mode that is no longer allowed are stopped; a device at rest gets no call', () => {
    const move = answerOf({}, ['hdsp.xpva', { xp: 1, va: 50 }]).plan;
    expect(narrowed(move, { speed: 0.2 })).toBe('stop');
    const { plan } = answerOf({}, ['hamp.start', {}]);
    expect(narrowed(plan, { allow: ['hvp'] })).toBe('stop');
    expect(narrowed(stoppedGuestMotion(plan), { allow: ['hvp'] })).toMatchObject({ calls: [] });
  });
});
