import { type DeviceCallName, GUEST_MODES } from '@tactus/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brakingEndMm } from '../leg.ts';
import { movementOfModel } from '../model-movement.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { pointsFromStreamTime } from '../track/laps.ts';
import { zoneOfWindow } from '../zone.ts';
import { limitGuestCall } from './guest-call.ts';
import {
  allowedWindowOfStroke,
  allowedWindowOfTravel,
  type DeviceAtGuestCall,
  type GuestLimits,
} from './guest-limits.ts';
import { type GuestMotionState, NEW_GUEST_MOTION, stoppedGuestMotion } from './guest-motion-state.ts';
import { expectedDeviceOnArrival } from './guest-points.ts';
import type { OutgoingCall } from './guest-request.ts';

const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const share = fc.double({ min: 0, max: 1, noNaN: true });
const window = fc.tuple(share, share).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const whole = (min: number, max: number) => fc.integer({ min, max });
const options = { stop_on_target: false, immediate_rsp: false };

const limitsOf: fc.Arbitrary<GuestLimits> = fc.record({
  allow: fc.constant(GUEST_MODES),
  speed: fc.double({ min: 0, max: 0.99, noNaN: true }),
  stroke: window,
  intensity: share,
});

const points = fc
  .array(fc.record({ gap: whole(0, 900), x: whole(0, 100) }), { maxLength: 30 })
  .chain((gaps) => whole(0, 3_000).map((from) => toPoints(from, gaps)));

function toPoints(from: number, gaps: readonly { gap: number; x: number }[]): ScriptPoint[] {
  let t = from;
  return gaps.map(({ gap, x }) => {
    t += gap;
    return { t, x };
  });
}

type Call = readonly [DeviceCallName, Record<string, unknown>];
const call = (name: DeviceCallName, input: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Call> =>
  fc.record(input).map((fields) => [name, fields] as const);
const add = { points, flush: fc.boolean() };
const rate = fc.constantFrom(0.25, 1, 1.5, 8);

const calls: fc.Arbitrary<Call> = fc.oneof(
  call('hamp.start', {}),
  call('hamp.velocity', { velocity: share }),
  window.map((requested) => ['hamp.stroke', requested] as const),
  call('hdsp.xava', { xa: whole(-50, 300), va: whole(0, 900) }),
  call('hdsp.xavp', { xa: whole(-50, 300), vp: share }),
  call('hdsp.xpva', { xp: share, va: whole(0, 900) }),
  call('hdsp.xpvp', { xp: share, va: share }),
  call('hdsp.xat', { xa: whole(-50, 300), t: whole(0, 3_000), ...constants(options) }),
  call('hdsp.xpt', { xp: share, t: whole(0, 3_000), ...constants(options) }),
  call('hvp.start', {}),
  call('hvp.setState', { amplitude: share, frequency: whole(0, 200), position: whole(0, 200) }),
  call('hsp.setup', {}),
  call('hsp.flush', {}),
  call('hsp.add', add),
  call('hsp.add', add),
  call('hsp.play', { start_time: whole(-500, 5_000), playback_rate: rate, loop: fc.boolean() }),
  call('hsp.play', {
    start_time: whole(0, 9_000),
    server_time: whole(-90_000, 90_000),
    playback_rate: rate,
    add: fc.record(add),
  }),
  call('hsp.pause', {}),
  call('hsp.resume', { pick_up: fc.boolean() }),
  call('hsp.loop', { loop: fc.boolean() }),
  call('hsp.playbackrate', { playback_rate: rate }),
  call('hsp.synctime', { current_time: whole(0, 60_000), server_time: whole(0, 60_000), filter: share }),
);

function constants(fields: Record<string, unknown>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fc.constant(value)]));
}

const step = fc.record({ call: calls, place: share, passedMs: whole(0, 4_000), stops: fc.boolean() });

/** A model of the device under the calls that it gets: a buffer of points, and the rate at which they are played. */
function deviceOf(judge: { readonly topMmS: number; readonly lengthMm: number }) {
  let buffer: ScriptPoint[] = [];
  let rate = 1;
  const append = (fields: Record<string, unknown>) => {
    if (fields['flush'] === true) buffer = [];
    buffer.push(...(fields['points'] as ScriptPoint[]).filter(({ t }) => t >= (buffer.at(-1)?.t ?? 0)));
  };
  return {
    points: () => buffer,
    take({ name, input }: OutgoingCall) {
      if (name === 'hsp.setup' || name === 'hsp.flush') buffer = [];
      if (name === 'hsp.setup') rate = 1;
      if (name === 'hsp.add') append(input);
      if (name === 'hsp.play' || name === 'hsp.playbackrate') rate = Number(input['playback_rate']);
      if (name === 'hsp.play' && input['add'] !== undefined) append(input['add'] as Record<string, unknown>);
    },
    check() {
      for (const [index, to] of buffer.entries()) {
        const from = buffer[index - 1];
        if (!from) continue;
        const mm = (Math.abs(to.x - from.x) / 100) * judge.lengthMm;
        expect(mm).toBeLessThanOrEqual((judge.topMmS * (to.t - from.t)) / rate / 1_000 + 1e-6);
      }
    },
  };
}

test('no sequence of guest calls makes the device exceed the limits', () => {
  fc.assert(
    fc.property(limitsOf, window, fc.array(step, { maxLength: 25 }), (limits, stroke, steps) => {
      const base = { movement, stroke, leadMs: 50, offsetMs: 0, maxPoints: 200, speedMmS: 0 };
      const top = Math.max(limits.speed * movement.speed.maxMmS, movement.speed.minMmS);
      const zone = zoneOfWindow(movement.travel, allowedWindowOfTravel(base, limits));
      const owners = zoneOfWindow(movement.travel, stroke);
      const lengthMm = Math.max(owners.maxMm - owners.minMm, 1);
      const modelled = deviceOf({ topMmS: top, lengthMm });
      let plan: GuestMotionState = NEW_GUEST_MOTION;
      let nowMs = 1_700_000_000_000;
      for (const {
        call: [name, requested],
        place,
        passedMs,
        stops,
      } of steps) {
        nowMs += passedMs;
        const positionMm = owners.minMm + place * (owners.maxMm - owners.minMm);
        const device: DeviceAtGuestCall = { ...base, positionMm, nowMs };
        // A moving slider is taken at the place where it comes to rest.
        const restsMm =
          brakingEndMm(expectedDeviceOnArrival(device, plan), movement.maxAccelerationMmS2) - owners.minMm;
        const found = Math.min(Math.max(restsMm, 0), lengthMm);
        const timed =
          requested['server_time'] === undefined
            ? requested
            : { ...requested, server_time: nowMs + Number(requested['server_time']) };
        const answer = limitGuestCall({ name, input: timed, plan, limits, device });
        if ('refused' in answer) continue;
        plan = stops ? stoppedGuestMotion(answer.plan) : answer.plan;
        for (const sent of answer.calls) {
          modelled.take(sent);
          checkCall(sent, { limits, device, top, zone });
        }
        modelled.check();
        const played = answer.calls.find((each) => each.name === 'hsp.play');
        if (played) checkPlay(played, modelled.points(), { place: found, lengthMm, nowMs, top });
      }
    }),
    { numRuns: 1_500 },
  );
});

function checkCall(
  { name, input }: OutgoingCall,
  judge: { limits: GuestLimits; device: DeviceAtGuestCall; top: number; zone: { minMm: number; maxMm: number } },
): void {
  const number = (field: string) => Number(input[field]);
  const { limits, device, top, zone } = judge;
  switch (name) {
    case 'hamp.velocity':
      expect(number('velocity')).toBeLessThanOrEqual(limits.speed);
      break;
    case 'hamp.stroke': {
      const allowed = allowedWindowOfStroke(device, limits);
      expect(number('min')).toBeGreaterThanOrEqual(allowed.min);
      expect(number('max')).toBeLessThanOrEqual(allowed.max);
      break;
    }
    case 'hvp.setState':
      expect(number('amplitude')).toBeLessThanOrEqual(limits.intensity);
      break;
    default:
      // A jump of the clock would make the slider jump.
      expect(name).not.toBe('hsp.synctime');
      if (!name.startsWith('hdsp.')) return;
      expect(name).toBe('hdsp.xava');
      expect(number('va')).toBeLessThanOrEqual(top);
      expect(number('xa')).toBeGreaterThanOrEqual(zone.minMm - 1e-9);
      expect(number('xa')).toBeLessThanOrEqual(zone.maxMm + 1e-9);
  }
}

/** A play begins at the slider's position, and a lap ends where it began. */
function checkPlay(
  { input }: OutgoingCall,
  buffer: readonly ScriptPoint[],
  { place, lengthMm, nowMs, top }: { place: number; lengthMm: number; nowMs: number; top: number },
): void {
  expect(Number(input['server_time'])).toBeGreaterThanOrEqual(nowMs);
  const [first] = buffer;
  if (!first) return;
  if (input['loop'] === true) expect(buffer.at(-1)?.x).toBe(first.x);
  const startMs = Number(input['start_time']);
  const here = startMs < first.t ? first : (pointsFromStreamTime(buffer, startMs)[0] ?? first);
  const leadS = Math.max(0, first.t - startMs) / 1_000 / Number(input['playback_rate']);
  expect((Math.abs(here.x - (place / lengthMm) * 100) / 100) * lengthMm).toBeLessThanOrEqual(
    top * leadS + lengthMm / 100 + 1e-6,
  );
}
