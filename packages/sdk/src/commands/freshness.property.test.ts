import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectionStatus } from '../state/connection-status.ts';
import { infoOf, setUpDevice } from '../testing/scripted-device.ts';

/** One call in transit, and its event: each takes its own time, and calls or answers may be lost. */
const journey = fc.record({
  thereMs: fc.integer({ min: 0, max: 600 }),
  backMs: fc.integer({ min: 0, max: 600 }),
  eventMs: fc.integer({ min: 0, max: 60 }),
  fate: fc.constantFrom('arrives', 'arrives', 'arrives', 'lost', 'answer lost'),
});
type Journey = typeof journey extends fc.Arbitrary<infer T> ? T : never;

const step = fc.record({
  what: fc.constantFrom('start', 'velocity', 'other hand', 'mode', 'stroke', 'session', 'gone', 'stop', 'wait'),
  value: fc.double({ min: 0, max: 1, noNaN: true }),
  waitMs: fc.integer({ min: 0, max: 500 }),
});

/** A network that reorders and loses answers, with a device behind it that reports every change, in order. */
function network(parts: ReturnType<typeof setUpDevice>, journeys: readonly Journey[]) {
  const { cloud, time, world, state } = parts;
  let next = 0;
  let calm = false;
  let lastEventAtMs = 0;
  const way = (): Journey => {
    const calmWay = { thereMs: 5, backMs: 5, eventMs: 5, fate: 'arrives' } as const;
    return calm ? calmWay : (journeys[next++ % journeys.length] ?? calmWay);
  };

  /** Events come on one stream: late, but in the order in which they happened. */
  function sendEvent(eventMs: number, name: string, data: unknown): void {
    const atMs = Math.max(lastEventAtMs, time.monotonic() + eventMs);
    lastEventAtMs = atMs;
    const sent = structuredClone(data);
    time.after(atMs - time.monotonic(), () => {
      if (state().sseConnected) cloud.stream.send(name, sent);
    });
  }

  const calls: Record<string, (body: never, eventMs: number) => unknown> = {
    'GET /hamp/state': () => world.hamp,
    'GET /mode': () => ({ mode: world.mode, mode_session_id: world.modeSession }),
    'GET /slider/stroke': () => world.stroke,
    'GET /sids': () => ({ boot_session_id: 1, socket_session_id: 0, mode_session_id: world.modeSession }),
    'PUT /hamp/start': (_, eventMs) => hamp(eventMs, { play_state: 1 }),
    'PUT /hamp/stop': (_, eventMs) => hamp(eventMs, { play_state: 0 }),
    'PUT /hamp/velocity': (body: object, eventMs) => hamp(eventMs, body),
    'PUT /slider/stroke': (body: object, eventMs) => {
      Object.assign(world.stroke, body);
      sendEvent(eventMs, 'stroke_changed', world.stroke);
      return world.stroke;
    },
    'PUT /mode2': ({ mode }: { mode: 0 | 7 }, eventMs) => {
      enter(eventMs, mode);
      return { mode: world.mode, mode_session_id: world.modeSession };
    },
  };

  function enter(eventMs: number, mode: 0 | 7): void {
    if (mode === world.mode) return;
    if (mode === 7) world.hamp = { play_state: 0, velocity: 0, direction: false };
    Object.assign(world, { mode, modeSession: world.modeSession + 1 });
    sendEvent(eventMs, 'mode_changed', { mode, mode_session_id: world.modeSession });
  }

  function hamp(eventMs: number, change: object): unknown {
    enter(eventMs, 0);
    world.hamp = { ...world.hamp, ...change };
    sendEvent(eventMs, 'hamp_state_changed', world.hamp);
    return world.hamp;
  }

  for (const [line, execute] of Object.entries(calls))
    cloud.on(line, async ({ body }) => {
      const { thereMs, backMs, eventMs, fate } = way();
      await time.sleep(thereMs);
      if (fate === 'lost') throw new TypeError('fetch failed');
      const result = structuredClone(execute(body as never, eventMs)); // the body of the very call
      await time.sleep(backMs);
      if (fate === 'answer lost') throw new TypeError('fetch failed');
      return { result };
    });
  return {
    sendEvent,
    otherHand: (velocity: number) => hamp(5, { velocity }),
    calmDown: () => {
      calm = true;
    },
  };
}

test('property: once all messages have arrived the state is the device’s own, in any order and session', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(journey, { minLength: 5, maxLength: 20 }),
      fc.array(step, { minLength: 2, maxLength: 12 }),
      async (journeys, steps) => {
        const parts = setUpDevice();
        const { device, cloud, time, world, state, comeOnline } = parts;
        await parts.connectFully();
        const { sendEvent, otherHand, calmDown } = network(parts, journeys);
        let session = 1;
        const back = () => sendEvent(0, 'device_status', { connected: true, info: infoOf(`01HZ000${session}`) });
        const ignore = () => undefined;
        for (const { what, value, waitMs } of steps) {
          if (what === 'start') device.hamp.start().catch(ignore);
          else if (what === 'velocity') device.hamp.setVelocity(value).catch(ignore);
          else if (what === 'other hand') otherHand(value);
          else if (what === 'mode') device.info.setMode(0).catch(ignore);
          else if (what === 'stroke') device.slider.setStroke({ min: value / 2, max: 0.5 + value / 2 }).catch(ignore);
          else if (what === 'stop') void device.stop();
          else if (what === 'session' && session < 9) {
            session += 1;
            back();
            await time.run(10);
            back();
          } else if (what === 'gone') {
            sendEvent(0, 'device_disconnected', { session_id: `01HZ000${session}`, reason: '', timestamp: '' });
            await time.run(70);
            back();
          }
          await time.run(waitMs);
        }
        calmDown();
        await time.run(2_000);
        if (connectionStatus(state()) !== 'ready') comeOnline(`01HZ000${session}`);
        await time.run(15_000);
        void device.stop();
        await time.run(15_000);
        expect(state()).toMatchObject({
          connected: true,
          mode: world.mode,
          stopPhase: 'stopped',
          slider: world.stroke,
        });
        if (world.mode === 0) expect(state().hamp).toEqual(world.hamp);
        expect(state().hamp.play_state).toBe(0);
        expect(world.hamp.play_state).toBe(0);
        expect(cloud.stream.opened()).toBeGreaterThan(0);
        device.close();
        await time.run(10);
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 40_000 },
  );
});
