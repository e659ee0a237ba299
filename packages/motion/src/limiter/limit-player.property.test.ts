import type { CallName } from '@tactus/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { zoneOfWindow } from '../zone.ts';
import { type LimitedCall, type LimitedDevice, limitCall } from './limit-call.ts';
import type { MotionLimits } from './motion-limits.ts';
import { wholePercentsIn, windowWithinStroke } from './window-within-stroke.ts';

const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const whole = (min: number, max: number) => fc.integer({ min, max });
const share = whole(0, 1_000).map((thousandths) => thousandths / 1_000);
const window = fc.tuple(share, share).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

const limitsOf: fc.Arbitrary<MotionLimits> = fc.record({
  maxSpeedMmS: whole(20, 400),
  maxAccelerationMmS2: whole(500, 20_000),
  stroke: window,
  rampMs: fc.constantFrom(0, 2_000),
  reversed: fc.boolean(),
  maxAmplitude: fc.constant(1),
});

type Fields = Record<string, unknown>;
type Call = readonly [CallName, Fields];
const call = (name: CallName, input: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Call> =>
  fc.record(input).map((fields) => [name, fields] as const);

const points = fc.array(fc.record({ gap: whole(0, 900), x: whole(0, 100) }), { maxLength: 20 }).map((steps) => {
  let t = 0;
  return steps.map(({ gap, x }) => {
    t += gap;
    return { t, x };
  });
});
const add = { points, flush: fc.boolean() };
const playback_rate = fc.double({ min: 0.25, max: 4, noNaN: true });
const start_time = whole(0, 5_000);

const calls: fc.Arbitrary<Call> = fc.oneof(
  call('hsp.setup', {}),
  call('hsp.flush', {}),
  call('hsp.add', add),
  call('hsp.add', add),
  call('hsp.play', { start_time }),
  call('hsp.play', { start_time, playback_rate }),
  call('hsp.play', { start_time, playback_rate, add: fc.record(add) }),
  call('hsp.playbackrate', { playback_rate }),
  call('hssp.setup', { actions: points.map((some) => some.map(({ t, x }) => ({ at: t, pos: x }))) }),
  call('hssp.play', { start_time, playback_rate }),
);

/** A model of the device under the calls that it gets: points, and the rate at which they are played. */
function createPlayer() {
  let buffer: ScriptPoint[] = [];
  let script: ScriptPoint[] = [];
  let rate = 1;
  const append = (fields: Fields) => {
    if (fields['flush'] === true) buffer = [];
    buffer.push(...(fields['points'] as ScriptPoint[]).filter(({ t }) => t >= (buffer.at(-1)?.t ?? 0)));
  };
  return {
    points: () => buffer,
    rate: () => rate,
    take(name: CallName, input: Fields) {
      if (name === 'hsp.setup' || name === 'hsp.flush') buffer = [];
      if (name === 'hsp.setup') rate = 1;
      if (name === 'hsp.add') append(input);
      if (name === 'hsp.play' && typeof input['add'] === 'object') append({ ...input['add'] });
      if (name === 'hssp.setup')
        script = (input['actions'] as { at: number; pos: number }[]).map(({ at, pos }) => ({ t: at, x: pos }));
      if (name === 'hssp.play') buffer = [...script];
      if ('playback_rate' in input) rate = Number(input['playback_rate']);
      else if (name.endsWith('.play')) rate = 1;
    },
  };
}

test('no sequence of calls gives the device points that exceed the limits at the rate of their playback', () => {
  fc.assert(
    fc.property(
      limitsOf,
      window.filter(({ min, max }) => max - min >= 0.02),
      fc.array(fc.record({ next: calls, place: share }), { maxLength: 20 }),
      (limits, stroke, steps) => {
        const zone = zoneOfWindow(movement.travel, stroke);
        const lengthMm = zone.maxMm - zone.minMm;
        const { lowest, highest } = wholePercentsIn(windowWithinStroke(stroke, limits.stroke));
        const player = createPlayer();
        let isScript = false;
        let outside = { lowest, highest };
        let stream: LimitedCall['stream'];
        for (const {
          next: [name, requested],
          place,
        } of [{ next: ['hsp.setup', {}] as Call, place: 0.5 }, ...steps]) {
          // How much of a script the device holds is unknown: a stream after it begins with a setup.
          if (name === 'hssp.play') isScript = true;
          else if (name === 'hsp.setup') isScript = false;
          else if (isScript && name !== 'hssp.setup' && name !== 'hsp.playbackrate') continue;
          const positionMm = zone.minMm + place * lengthMm;
          const device: LimitedDevice = { movement, stroke, positionMm };
          const limited = limitCall(name, requested, device, limits, stream);
          ({ stream } = limited);
          player.take(name, { ...limited.input });
          checkMotion(player.points(), player.rate(), lengthMm, limits);
          // A slider outside the stroke moves in from there: points may begin at its position.
          outside = {
            lowest: Math.min(outside.lowest, Math.floor(place * 100)),
            highest: Math.max(outside.highest, Math.ceil(place * 100)),
          };
          for (const { x } of player.points()) {
            expect(x).toBeGreaterThanOrEqual(outside.lowest);
            expect(x).toBeLessThanOrEqual(outside.highest);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

function checkMotion(
  all: readonly ScriptPoint[],
  rate: number,
  lengthMm: number,
  { maxSpeedMmS, maxAccelerationMmS2 }: MotionLimits,
): void {
  let last: { readonly speed: number; readonly legS: number } | undefined;
  for (const [index, to] of all.entries()) {
    const from = all[index - 1];
    const legS = from ? (to.t - from.t) / 1_000 / rate : 0;
    if (!from || legS === 0) continue;
    const speed = (((to.x - from.x) / 100) * lengthMm) / legS;
    expect(Math.abs(speed)).toBeLessThanOrEqual(maxSpeedMmS * (1 + 1e-6));
    if (last && !(speed * last.speed >= 0 && Math.abs(speed) <= Math.abs(last.speed))) {
      const most = maxAccelerationMmS2 * Math.min(last.legS, legS);
      expect(Math.abs(speed - last.speed)).toBeLessThanOrEqual(most * (1 + 1e-6) + 1e-6);
    }
    last = { speed, legS };
  }
}
