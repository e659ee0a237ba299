import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { FULL_WINDOW } from '../zone.ts';
import { type LimitedCall, limitCall } from './limit-call.ts';
import { NO_LIMITS } from './motion-limits.ts';

const device = { movement: movementOfModel(0), stroke: FULL_WINDOW, positionMm: 50 };

const points = fc
  .array(fc.record({ gap: fc.integer({ min: 20, max: 900 }), x: fc.integer({ min: 0, max: 100 }) }), {
    minLength: 2,
    maxLength: 60,
  })
  .map((steps) => {
    let t = 0;
    return steps.map(({ gap, x }) => {
      t += gap;
      return { t, x };
    });
  });
const limits = fc.record({
  maxSpeedMmS: fc.integer({ min: 20, max: 400 }),
  maxAccelerationMmS2: fc.constantFrom(Infinity, 2_000),
  rampMs: fc.constantFrom(0, 3_000),
});

test('property: adds that did not arrive and are sent again give the device the points that it would have got at first', () => {
  fc.assert(
    fc.property(
      points,
      limits,
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.boolean()),
      (all, changes, size, losses) => {
        /** What the device has in the end, where the adds at these places are lost once. */
        function received(lost: readonly boolean[]): ScriptPoint[] {
          const buffer: ScriptPoint[] = [];
          let stream: LimitedCall['stream'];
          const send = (name: 'hsp.setup' | 'hsp.add', input: object) => {
            const limited = limitCall(name, { ...input }, device, { ...NO_LIMITS, ...changes }, stream);
            ({ stream } = limited);
            return limited.input;
          };
          send('hsp.setup', {});
          for (let index = 0; index * size < all.length; index += 1) {
            const part = all.slice(index * size, (index + 1) * size);
            const add = { points: part, flush: false, tail_point_stream_index: index * size + part.length };
            if (lost[index]) send('hsp.add', add);
            buffer.push(...(send('hsp.add', add)['points'] as ScriptPoint[]));
          }
          return buffer;
        }
        expect(received(losses)).toEqual(received([]));
      },
    ),
  );
});
