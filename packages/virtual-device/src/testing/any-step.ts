import { ButtonEvent, ConnectionMode, DeviceButton, DeviceMode, DeviceRefusal } from '@tactus/protocol';
import fc from 'fast-check';
import type { BootedDevice } from './booted-device.ts';

/** An action of a client, a hand or the environment. It resolves also when the device refuses it. */
export type Step = (booted: BootedDevice) => Promise<unknown>;

/** Resolves for a refusal; any other failure rejects. */
export async function refused(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DeviceRefusal) return error;
    throw error;
  }
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A window of shares. */
export const anyWindow = fc.tuple(share, share).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

const steps = <T>(values: fc.Arbitrary<T>, of: (value: T) => Step): fc.Arbitrary<Step> => values.map(of);
const one = (step: Step): fc.Arbitrary<Step> => fc.constant(step);

const alternating = fc.oneof(
  one(({ device }) => device.call('hamp.start', {})),
  steps(
    share,
    (velocity) =>
      ({ device }) =>
        device.call('hamp.velocity', { velocity }),
  ),
  steps(
    anyWindow,
    (zone) =>
      ({ device }) =>
        device.call('hamp.stroke', zone),
  ),
);

/** Every direct move, absolute ones beyond both ends of the travel and speeds beyond the range included. */
const direct: fc.Arbitrary<Step> = fc
  .record({
    xa: fc.double({ min: -50, max: 200, noNaN: true }),
    va: fc.double({ min: 0, max: 1_000, noNaN: true }),
    xp: share,
    vp: share,
    t: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })),
    options: fc.record({ stop_on_target: fc.boolean(), immediate_rsp: fc.boolean() }),
  })
  .chain(({ xa, va, xp, vp, t, options }) =>
    fc.constantFrom<Step[]>(
      ({ device }) => device.call('hdsp.xava', { xa, va, ...options }),
      ({ device }) => device.call('hdsp.xavp', { xa, vp, ...options }),
      ({ device }) => device.call('hdsp.xpva', { xp, va, ...options }),
      ({ device }) => device.call('hdsp.xpvp', { xp, vp, ...options }),
      ({ device }) => device.call('hdsp.xat', { xa, t, ...options }),
      ({ device }) => device.call('hdsp.xpt', { xp, t, ...options }),
    ),
  );

/** Points of rising times, many of them too fast for any slider, some at the same time. */
const points = fc
  .tuple(
    fc.integer({ min: 0, max: 3_000 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 100 })), { maxLength: 25 }),
  )
  .map(([fromMs, gaps]) => {
    let t = fromMs;
    return gaps.map(([gapMs, x]) => {
      t += gapMs;
      return { t, x };
    });
  });

const add = fc
  .tuple(points, fc.boolean(), fc.option(fc.integer({ min: 0, max: 60 })))
  .map(([added, flush, threshold]) => ({
    points: added,
    flush,
    ...(threshold === null ? {} : { tail_point_threshold: threshold }),
  }));

const streamMs = fc.integer({ min: -2_000, max: 8_000 });
const rate = fc.double({ min: 0.1, max: 4, noNaN: true });

const play: fc.Arbitrary<Step> = fc
  .record({
    startMs: streamMs,
    delayMs: fc.integer({ min: -1_500, max: 1_500 }),
    more: fc.record({ playback_rate: rate, loop: fc.boolean(), pause_on_starving: fc.boolean() }),
    embedded: add,
  })
  .map(
    ({ startMs, delayMs, more, embedded }) =>
      (booted) =>
        booted.play({ ...more, start_time: startMs, server_time: booted.time.now() - delayMs, add: embedded }),
  );

/** Every call of the player that may set the slider in motion or change its motion. */
const player = fc.oneof(
  { weight: 5, arbitrary: play },
  {
    weight: 3,
    arbitrary: steps(
      add,
      (input) =>
        ({ device }) =>
          device.call('hsp.add', input),
    ),
  },
  one(({ device }) => device.call('hsp.flush', {})),
  one(({ device }) => device.call('hsp.setup', {})),
  one(({ device }) => device.call('hsp.pause', {})),
  {
    weight: 2,
    arbitrary: steps(
      fc.boolean(),
      (pick_up) =>
        ({ device }) =>
          device.call('hsp.resume', { pick_up }),
    ),
  },
  steps(
    fc.boolean(),
    (loop) =>
      ({ device }) =>
        device.call('hsp.loop', { loop }),
  ),
  steps(
    rate,
    (playback_rate) =>
      ({ device }) =>
        device.call('hsp.playbackrate', { playback_rate }),
  ),
  steps(
    fc.boolean(),
    (pause_on_starving) =>
      ({ device }) =>
        device.call('hsp.pauseOnStarving', { pause_on_starving }),
  ),
  steps(
    fc.tuple(streamMs, share),
    ([current_time, filter]) =>
      ({ device, time }) =>
        device.call('hsp.synctime', { current_time, server_time: time.now(), filter }),
  ),
  steps(
    fc.integer({ min: -500, max: 500 }),
    (offset) =>
      ({ device }) =>
        device.call('hstp.setOffset', { offset }),
  ),
);

/** A move by any of the modes, or a change of one. A model with a slider refuses vibration. */
export const anyMove: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: alternating },
  { weight: 4, arbitrary: direct },
  { weight: 8, arbitrary: player },
  one(({ device }) => device.call('hvp.start', {})),
);

/** Any other mode. */
export const anyMode: fc.Arbitrary<Step> = steps(
  fc.constantFrom(...Object.values(DeviceMode).filter((mode) => mode <= DeviceMode.VIBRATE)),
  (mode) =>
    ({ device }) =>
      device.call('info.setMode2', { mode }),
);

/** Another stroke window. */
export const anyStroke: fc.Arbitrary<Step> = steps(
  anyWindow,
  (window) =>
    ({ device }) =>
      device.call('slider.setStroke', window),
);

/** Physical actions and network changes. */
export const anyFate: fc.Arbitrary<Step> = fc.oneof(
  steps(
    fc.boolean(),
    (blocked) =>
      async ({ device }) =>
        device.hardware().setSliderBlocked(blocked),
  ),
  steps(
    fc.constantFrom(80, 30),
    (celsius) =>
      async ({ device }) =>
        device.hardware().setMotorTemperature(celsius),
  ),
  steps(
    fc.constantFrom(...Object.values(DeviceButton)),
    (button) =>
      async ({ device }) =>
        device.hardware().press(button, ButtonEvent.SHORT_PRESS),
  ),
  one(({ device }) => device.call('system.reboot', { connection_mode: ConnectionMode.WIFI })),
);

/** Everything that ends a motion. */
export const anyStop: fc.Arbitrary<Step> = fc.oneof(
  one(({ device }) => device.call('hamp.stop', {})),
  one(({ device }) => device.call('hsp.stop', {})),
  one(({ device }) => device.call('info.setMode2', { mode: DeviceMode.IDLE })),
  steps(
    share,
    (xp) =>
      ({ device }) =>
        device.call('hdsp.xpt', { xp, t: 0, stop_on_target: true, immediate_rsp: false }),
  ),
);

/** The length of a pause, ms. */
export const anyPause = fc.integer({ min: 1, max: 400 });
