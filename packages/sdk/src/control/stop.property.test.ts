import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY, setUpDevice } from '../testing/scripted-device.ts';

/** `TACTUS_DEEP_STOPS` sets another number (`npm run deep`: 10^4). Each may take this long on a shared machine. */
const RUNS = Number(process.env['TACTUS_DEEP_STOPS'] ?? 200);
const RUN_WITHIN_MS = 500;

/** One call in transit: how long it takes there and back, and whether it arrives at all. */
const journey = fc.record({
  thereMs: fc.integer({ min: 1, max: 900 }),
  backMs: fc.integer({ min: 1, max: 900 }),
  lost: fc.boolean(),
});
type Journey = { thereMs: number; backMs: number; lost: boolean };

const step = fc.record({
  what: fc.constantFrom('start', 'velocity', 'drag'),
  waitMs: fc.integer({ min: 0, max: 400 }),
});

/**
 * A network that delays, reorders and loses calls, the latter before the device. The last calls all arrive.
 */
function unreliable(parts: ReturnType<typeof setUpDevice>, journeys: readonly Journey[]) {
  const { cloud, device, time, world } = parts;
  let next = 0;
  const calls: Record<string, (body: unknown) => unknown> = {
    'PUT /hamp/start': () => Object.assign(world.hamp, { play_state: 1 }),
    'PUT /hamp/stop': () => Object.assign(world.hamp, { play_state: 0 }),
    'PUT /hamp/velocity': (body) => Object.assign(world.hamp, body),
    'PUT /mode2': () => {
      Object.assign(world.hamp, { play_state: 0 });
      return { mode: 7, mode_session_id: 2 };
    },
  };
  for (const [line, execute] of Object.entries(calls))
    cloud.on(line, async ({ body }) => {
      const way = journeys[next++ % journeys.length]!;
      await time.sleep(way.thereMs);
      if (way.lost && next <= journeys.length) throw new TypeError('fetch failed');
      const result = structuredClone(execute(body));
      if (device.store.getState().sseConnected) cloud.stream.send('hamp_state_changed', world.hamp);
      await time.sleep(way.backMs);
      return { result };
    });
}

test(
  'property: once a Stop is confirmed and everything sent before has arrived, the device stands still',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(journey, { minLength: 5, maxLength: 20 }),
        fc.array(step, { maxLength: 8 }),
        async (journeys, steps) => {
          const parts = setUpDevice();
          const { device, time, world, state } = parts;
          await parts.connectFully();
          unreliable(parts, journeys);
          const drag = device.drag(
            (velocity: number) => device.hamp.setVelocity(velocity),
            () => undefined,
          );
          const ignore = () => undefined;
          for (const { what, waitMs } of steps) {
            if (what === 'start') void device.hamp.start().catch(ignore);
            else if (what === 'velocity') void device.hamp.setVelocity(0.5).catch(ignore);
            else void drag(0.7);
            await time.run(waitMs);
          }
          void device.stop();
          await time.run(40_000);
          expect(state().stopPhase).toBe('stopped');
          expect(world.hamp.play_state).toBe(0);
          expect(state().hamp.play_state).toBe(0);
          device.close();
        },
      ),
      { numRuns: RUNS },
    );
  },
  30_000 + RUNS * RUN_WITHIN_MS,
);

test('property: for any calls and losses, closing leaves no timer, and all errors are DeviceErrors', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(journey, { minLength: 5, maxLength: 10 }),
      fc.array(step, { maxLength: 5 }),
      async (journeys, steps) => {
        const parts = setUpDevice();
        const { device, time } = parts;
        void device.connect(KEY).catch(() => undefined);
        await time.run(20);
        unreliable(parts, journeys);
        const codes: unknown[] = [];
        for (const { waitMs } of steps) {
          device.hamp.start().catch((error: unknown) => codes.push(error instanceof Error && error.name));
          await time.run(waitMs);
        }
        void device.stop();
        device.close();
        await time.run(40_000);
        expect(time.pending()).toBe(0);
        expect(codes.every((name) => name === 'DeviceError')).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});
