import { type DeviceCallName, GUEST_MODES } from '@tactus/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import { zoneOfWindow } from '../zone.ts';
import { areLimitsNarrower, limitBridgedCall, loosestGuestLimits } from './bridged-call.ts';
import { limitGuestCall } from './guest-call.ts';
import {
  allowedWindowOfStroke,
  allowedWindowOfTravel,
  type DeviceAtGuestCall,
  type GuestLimits,
} from './guest-limits.ts';
import { NEW_GUEST_MOTION } from './guest-motion-state.ts';

const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const LIMITS: GuestLimits = { allow: GUEST_MODES, speed: 0.4, stroke: { min: 0.2, max: 0.7 }, intensity: 0.5 };
const DEVICE: DeviceAtGuestCall = {
  ...{ movement, stroke: { min: 0.1, max: 0.9 }, positionMm: 50, speedMmS: 0 },
  ...{ nowMs: 1_700_000_000_000, leadMs: 50, offsetMs: 0, maxPoints: 200 },
};

const share = fc.double({ min: 0, max: 1, noNaN: true });
const window = fc
  .tuple(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 55, max: 100 }))
  .map(([min, max]) => ({ min: min / 100, max: max / 100 }));
const limitsOf = fc.record({ allow: fc.constant(GUEST_MODES), speed: share, stroke: window, intensity: share });
const points = fc
  .array(fc.integer({ min: 0, max: 100 }), { maxLength: 20 })
  .map((xs) => xs.map((x, place) => ({ t: place * 400, x })));

const answerOf = (name: DeviceCallName, input: object, limits = LIMITS) =>
  limitBridgedCall({ name, input: { ...input }, plan: NEW_GUEST_MOTION, limits, device: DEVICE });

test('calls of a correct home pass unchanged', () => {
  const calls = fc.oneof(
    fc.tuple(fc.constant('hamp.velocity' as const), fc.record({ velocity: share })),
    fc.tuple(fc.constant('hamp.stroke' as const), window),
    fc.tuple(fc.constant('hdsp.xpva' as const), fc.record({ xp: share, va: fc.integer({ min: 0, max: 900 }) })),
    fc.tuple(fc.constant('hdsp.xpt' as const), fc.record({ xp: share, t: fc.integer({ min: 1, max: 3_000 }) })),
    fc.tuple(
      fc.constant('hvp.setState' as const),
      fc.record({ amplitude: share, frequency: fc.nat(200), position: fc.nat(200) }),
    ),
    fc.tuple(fc.constant('hsp.add' as const), fc.record({ points, flush: fc.constant(true) })),
  );
  fc.assert(
    fc.property(limitsOf, window, calls, (requested, stroke, [name, input]) => {
      const device = { ...DEVICE, stroke };
      // With a speed limit a stream rests once more before it starts, which changes nothing else.
      const limits = name === 'hsp.add' ? { ...requested, speed: 1 } : requested;
      const atHome = limitGuestCall({ name, input: { ...input }, plan: NEW_GUEST_MOTION, limits, device });
      if ('refused' in atHome) return;
      const [sent] = atHome.calls;
      const again = limitBridgedCall({ ...sent, plan: NEW_GUEST_MOTION, limits, device });
      expect('refused' in again ? again : again.calls.map(rounded)).toEqual(atHome.calls.map(rounded));
    }),
    { numRuns: 2_000 },
  );
});

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, field: unknown) =>
    typeof field === 'number' ? Math.round(field * 1e6) / 1e6 : field,
  );

test('calls beyond the limits are reduced to the limits', () => {
  const allowed = allowedWindowOfStroke(DEVICE, LIMITS);
  expect(answerOf('hamp.velocity', { velocity: 1 })).toMatchObject({ calls: [{ input: { velocity: 0.4 } }] });
  expect(answerOf('hamp.stroke', { min: 0, max: 1 })).toMatchObject({
    calls: [{ input: { min: expect.closeTo(allowed.min), max: expect.closeTo(allowed.max) } }],
  });
  expect(answerOf('hvp.setState', { amplitude: 1, frequency: 5, position: 0 })).toMatchObject({
    calls: [{ input: { amplitude: 0.5 } }],
  });
  expect(answerOf('hamp.start', {})).toMatchObject({ calls: [{ name: 'hamp.stroke' }, { name: 'hamp.start' }] });
  const zone = zoneOfWindow(movement.travel, allowedWindowOfTravel(DEVICE, LIMITS));
  for (const [name, input] of [
    ['hdsp.xava', { xa: 500, va: 900 }],
    ['hdsp.xpva', { xp: 1, va: 900 }],
    ['hdsp.xpvp', { xp: 1, va: 1 }],
    ['hdsp.xpvp', { xp: 1, vp: 1 }],
    ['hdsp.xavp', { xa: 500, vp: 1 }],
    ['hdsp.xat', { xa: 500, t: 1 }],
    ['hdsp.xpt', { xp: 1, t: 1 }],
  ] as const)
    expect(answerOf(name, input), name).toMatchObject({
      calls: [{ name: 'hdsp.xava', input: { xa: expect.closeTo(zone.maxMm), va: expect.closeTo(160) } }],
    });
  const add = {
    points: [
      { t: 0, x: 100 },
      { t: 4_000, x: 0 },
    ],
    flush: true,
  };
  const added = answerOf('hsp.add', add);
  const [sent] = 'refused' in added ? expect.fail('it is taken') : added.calls;
  for (const { x } of sent.input['points'] as { x: number }[]) {
    expect(x).toBeGreaterThanOrEqual(allowed.min * 100 - 1e-9);
    expect(x).toBeLessThanOrEqual(allowed.max * 100 + 1e-9);
  }
  expect(answerOf('hsp.play', { start_time: 0, add })).toMatchObject({ calls: [{ name: 'hsp.play' }] });
});

test('the loosest limits of all guests apply, and without guests there are none', () => {
  const gentle: GuestLimits = { allow: ['hamp'], speed: 0.1, stroke: { min: 0, max: 0.5 }, intensity: 0.2 };
  const other: GuestLimits = { allow: ['hvp'], speed: 0.3, stroke: { min: 0.2, max: 0.8 }, intensity: 0.1 };
  expect(loosestGuestLimits([])).toBeUndefined();
  expect(loosestGuestLimits([gentle])).toEqual(gentle);
  expect(loosestGuestLimits([gentle, other])).toEqual({
    allow: ['hamp', 'hvp'],
    speed: 0.3,
    stroke: { min: 0, max: 0.8 },
    intensity: 0.2,
  });
});

test('limits are narrower if they forbid anything that was allowed', () => {
  expect(areLimitsNarrower(LIMITS, LIMITS)).toBe(false);
  expect(areLimitsNarrower(LIMITS, undefined)).toBe(false);
  expect(areLimitsNarrower(undefined, LIMITS)).toBe(true);
  expect(areLimitsNarrower({ ...LIMITS, speed: 0.9, stroke: { min: 0, max: 1 } }, LIMITS)).toBe(false);
  for (const change of [
    { speed: 0.3 },
    { intensity: 0.1 },
    { stroke: { min: 0.3, max: 0.7 } },
    { stroke: { min: 0.2, max: 0.6 } },
    { allow: ['hamp'] as const },
  ])
    expect(areLimitsNarrower({ ...LIMITS, ...change }, LIMITS)).toBe(true);
});
