/**
 * A modelled device that a guest drives: whatever the calls, the slider keeps the speed limit, also at corners and while
 * it catches up with a stream. `TACTUS_DEEP_GUESTS` is the number of random drives (`npm run deep -- guests`: 10^5).
 */
import {
  applyNarrowerLimits,
  brakeToStandstill,
  type DeviceAtGuestCall,
  type GuestLimits,
  type GuestMotionState,
  limitGuestCall,
  movementOfModel,
  mustRestBeforeCall,
  NEW_GUEST_MOTION,
  neededReadings,
  pointsFromStreamTime,
  type ScriptPoint,
  type StrokeWindow,
  stoppedGuestMotion,
} from '@tactus/motion';
import { type DeviceCallName, DeviceMode, GUEST_MODES, type ParsedInputOf } from '@tactus/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refused } from './testing/any-step.ts';
import { bootDevice } from './testing/booted-device.ts';

const DRIVES = Number(process.env['TACTUS_DEEP_GUESTS'] ?? 0);
const numRuns = DRIVES || 300;
const TIMEOUT_MS = 60_000 + numRuns * 100;

const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const FULL: StrokeWindow = { min: 0, max: 1 };

/** The highest speed over any `OVER_MS`, as a multiple of the limit. */
const MOST = 1.05;
const OVER_MS = 20;
const SAMPLE_MS = 2;
/** Rounding of times and positions, mm. */
const EPSILON_MM = 1e-6;
/** The longest time that a slider brakes under a lowered limit, ms. */
const BRAKES_MS = 50;

type Command = readonly [name: DeviceCallName, input: Readonly<Record<string, unknown>>];
type Step =
  | { readonly command: Command; readonly waitMs: number }
  | { readonly speed: number; readonly waitMs: number }
  | { readonly stroke: StrokeWindow; readonly waitMs: number }
  | { readonly stop: true; readonly waitMs: number };

/** A device, a guest who drives it as the cloud allows, and the recorded movement of the slider. */
async function drive(speed: number, stroke: StrokeWindow = FULL) {
  const booted = bootDevice({ model: 'handy' });
  const { device, time } = booted;
  await booted.measureClock();
  await device.call('slider.setStroke', stroke);
  let window = stroke;
  let limits: GuestLimits = { allow: GUEST_MODES, speed, stroke: FULL, intensity: 1 };
  let plan: GuestMotionState = NEW_GUEST_MOTION;
  const topOf = () => Math.max(limits.speed * movement.speed.maxMmS, movement.speed.minMmS);
  /** For every sample: the slider's position, and the highest limit of the time in which it may still brake. */
  const places: number[] = [await booted.mm()];
  const tops: number[] = [topOf()];
  let loweredAt = 0;

  async function run(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += SAMPLE_MS) {
      time.advance(SAMPLE_MS);
      await time.settle();
      places.push(await booted.mm());
      const isBraking = (places.length - loweredAt) * SAMPLE_MS <= BRAKES_MS;
      tops.push(isBraking ? Math.max(topOf(), tops[loweredAt] ?? 0) : topOf());
    }
  }

  async function readDevice(): Promise<DeviceAtGuestCall> {
    const { position_absolute, speed_absolute, dir } = await booted.slider();
    return {
      ...{ movement, stroke: window, leadMs: 0, offsetMs: 0, maxPoints: 3_000, nowMs: Math.ceil(time.now()) },
      ...{ positionMm: position_absolute, speedMmS: dir ? speed_absolute : -speed_absolute },
    };
  }

  /** Sends a call; the answer to a move, which comes at its arrival, is not awaited. */
  function send({ name, input }: { name: DeviceCallName; input: Readonly<Record<string, unknown>> }) {
    const sent = refused(device.call(name, input as ParsedInputOf<DeviceCallName>));
    return name.startsWith('hdsp.') ? undefined : sent;
  }

  const brake = () => device.call('info.setMode2', { mode: DeviceMode.IDLE });

  async function call([name, requested]: Command): Promise<
    readonly { name: string; input: Readonly<Record<string, unknown>> }[]
  > {
    const at = requested['server_time'];
    const input = typeof at === 'number' ? { ...requested, server_time: Math.ceil(time.now()) + at } : requested;
    const needs = neededReadings({ name, input, limits, plan });
    const read = await readDevice();
    const facts = needs.place ? read : { ...read, positionMm: movement.travel.offsetMm, speedMmS: 0 };
    const request = { name, input, plan, limits, device: facts };
    const rested = mustRestBeforeCall(request) ? await brakeToStandstill({ brake, readDevice, waitMs: run }) : facts;
    const answer = limitGuestCall({ ...request, device: rested });
    if ('refused' in answer) return [];
    plan = answer.plan;
    for (const each of answer.calls) await send(each);
    return answer.calls;
  }

  async function narrowTo(next: number): Promise<void> {
    loweredAt = places.length - 1;
    limits = { ...limits, speed: next };
    const narrowing = applyNarrowerLimits(plan, limits, await readDevice());
    if (narrowing === 'stop') {
      await brake();
      plan = { ...stoppedGuestMotion(plan), stream: undefined };
      return;
    }
    plan = narrowing.plan;
    for (const each of narrowing.calls) await send(each);
  }

  async function step(next: Step): Promise<void> {
    if ('command' in next) await call(next.command);
    else if ('speed' in next) await narrowTo(next.speed);
    else if ('stroke' in next) {
      // The owner's window is set after the guest's motion, planned in the old window, has come to rest.
      await brake();
      plan = { ...stoppedGuestMotion(plan), stream: undefined };
      window = next.stroke;
      await run(BRAKES_MS);
      await device.call('slider.setStroke', window);
    } else {
      await brake();
      plan = stoppedGuestMotion(plan);
    }
    await run(next.waitMs);
  }

  /** The highest speed in a time from now on, mm/s. */
  async function fastest(ms: number): Promise<number> {
    let most = 0;
    for (let passed = 0; passed < ms; passed += 1) {
      time.advance(1);
      await time.settle();
      most = Math.max(most, (await booted.slider()).speed_absolute);
    }
    return most;
  }

  /** The distance over every `OVER_MS` in which it is longer than allowed: [ms, mm, mm allowed]. */
  function tooFast(): readonly (readonly [number, number, number])[] {
    const samples = OVER_MS / SAMPLE_MS;
    const found: [number, number, number][] = [];
    for (let end = samples; end < places.length; end++) {
      let mm = 0;
      for (let at = end - samples + 1; at <= end; at++) mm += Math.abs((places[at] ?? 0) - (places[at - 1] ?? 0));
      const mostMm = (MOST * Math.max(...tops.slice(end - samples, end + 1)) * OVER_MS) / 1_000 + EPSILON_MM;
      if (mm > mostMm) found.push([end * SAMPLE_MS, mm, mostMm]);
    }
    return found;
  }

  return { run, call, step, tooFast, fastest };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const whole = (min: number, max: number) => fc.integer({ min, max });
const anySpeed = fc.oneof(
  fc.double({ min: 0, max: 0.99, noNaN: true }),
  fc.double({ min: 0.05, max: 0.5, noNaN: true }),
);
const anyWindow = fc
  .tuple(share, share)
  .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))
  .filter(({ min, max }) => max - min > 0.1);
const gap = fc.oneof(whole(0, 60), whole(20, 200), whole(100, 400));
const place = fc.oneof(whole(0, 100), fc.constantFrom(0, 100));
const pointsAfter = (fromMs: fc.Arbitrary<number>, maxLength: number) =>
  fc.tuple(fromMs, fc.array(fc.tuple(gap, place), { minLength: 1, maxLength })).map(([from, all]) => {
    let t = from;
    return all.map(([ms, x], index): ScriptPoint => {
      t += index === 0 ? 0 : ms;
      return { t, x };
    });
  });
const anyPoints = pointsAfter(whole(0, 1_500), 20);
const rate = fc.constantFrom(0.5, 1, 2);
const options = { stop_on_target: false, immediate_rsp: false };
const play = { pause_on_starving: fc.boolean(), playback_rate: rate, loop: fc.boolean() };
const add = fc.record({ points: anyPoints, flush: fc.boolean() });

const command = (name: DeviceCallName, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(fields).map((input): Command => [name, input]);
const timed = { t: whole(0, 1_500), stop_on_target: fc.constant(false), immediate_rsp: fc.constant(false) };
const paced = {
  stop_on_target: fc.constant(options.stop_on_target),
  immediate_rsp: fc.constant(options.immediate_rsp),
};

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  command('hamp.start', {}),
  command('hamp.velocity', { velocity: share }),
  anyWindow.map((window): Command => ['hamp.stroke', window]),
  command('hdsp.xava', { xa: whole(-20, 130), va: whole(0, 500), ...paced }),
  command('hdsp.xpvp', { xp: share, vp: share, ...paced }),
  command('hdsp.xat', { xa: whole(-20, 130), ...timed }),
  command('hdsp.xpt', { xp: share, ...timed }),
  command('hsp.play', { start_time: whole(0, 1_500), ...play, add }),
  command('hsp.play', { start_time: whole(0, 1_500), server_time: whole(-200, 300), ...play, add }),
  command('hsp.play', { start_time: whole(0, 1_500), ...play }),
  command('hsp.add', { points: pointsAfter(whole(0, 4_000), 12), flush: fc.boolean() }),
  command('hsp.add', { points: pointsAfter(whole(500, 4_000), 12), flush: fc.constant(false) }),
  command('hsp.pause', {}),
  command('hsp.resume', { pick_up: fc.boolean() }),
  command('hsp.playbackrate', { playback_rate: rate }),
  command('hsp.loop', { loop: fc.boolean() }),
  command('hsp.flush', {}),
  command('hsp.setup', {}),
);

const waitMs = fc.oneof(whole(0, 60), whole(0, 400));
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ command: anyCommand, waitMs }) },
  { weight: 1, arbitrary: fc.record({ speed: anySpeed, waitMs }) },
  { weight: 1, arbitrary: fc.record({ stroke: anyWindow, waitMs }) },
  { weight: 1, arbitrary: fc.record({ stop: fc.constant(true as const), waitMs }) },
);
const begin: Step = { command: ['hsp.setup', {}], waitMs: 0 };

/** Plays a stream without points from outside the stroke, and then adds points. */
const ADDED_TO_AN_EMPTY_PLAY: readonly Step[] = [
  { command: ['hsp.play', { start_time: 800, playback_rate: 2, loop: false, pause_on_starving: true }], waitMs: 387 },
  {
    command: [
      'hsp.add',
      {
        points: [
          { t: 1169, x: 95 },
          { t: 1303, x: 43 },
          { t: 1664, x: 0 },
          { t: 1699, x: 94 },
          { t: 1738, x: 12 },
        ],
        flush: false,
      },
    ],
    waitMs: 44,
  },
  { command: ['hdsp.xpt', { xp: 0, t: 502, ...options }], waitMs: 35 },
];

test(
  'over any 20 ms the slider of a guest is at most 1.05 times as fast as the limit, for any calls',
  async () => {
    const drives = fc.asyncProperty(
      anySpeed,
      fc.oneof(fc.constant(FULL), anyWindow),
      fc.array(anyStep, { minLength: 1, maxLength: 10 }),
      async (speed, stroke, steps) => {
        const guest = await drive(speed, stroke);
        for (const step of [begin, ...steps]) await guest.step(step);
        await guest.run(600);
        expect(guest.tooFast()).toEqual([]);
      },
    );
    await fc.assert(drives, { numRuns, examples: [[0.5, { min: 0.347, max: 1 }, [...ADDED_TO_AN_EMPTY_PLAY]]] });
  },
  TIMEOUT_MS,
);

test(
  'the same holds for streams of points, played once or in a loop and extended while they play',
  async () => {
    const stream = fc.record({
      speed: anySpeed,
      points: pointsAfter(fc.constant(0), 25),
      from: whole(0, 100),
      ...{ loop: fc.boolean(), rate },
      more: fc.array(fc.tuple(pointsAfter(whole(0, 300), 8), waitMs), { maxLength: 4 }),
    });
    const property = fc.asyncProperty(stream, async ({ speed, points, from, loop, rate, more }) => {
      const guest = await drive(speed);
      await guest.step(begin);
      await guest.step({ command: ['hdsp.xpvp', { xp: from / 100, vp: 1, ...options }], waitMs: 200 });
      const begun = {
        start_time: 0,
        playback_rate: rate,
        loop,
        pause_on_starving: false,
        add: { points, flush: true },
      };
      await guest.call(['hsp.play', begun]);
      let endMs = points.at(-1)?.t ?? 0;
      for (const [added, ms] of more) {
        await guest.run(ms);
        const later = added.map(({ t, x }) => ({ t: t + endMs, x }));
        await guest.call(['hsp.add', { points: later, flush: false }]);
        endMs = later.at(-1)?.t ?? endMs;
      }
      await guest.run(Math.min(endMs / rate + 300, 6_000));
      expect(guest.tooFast()).toEqual([]);
    });
    await fc.assert(property, { numRuns });
  },
  TIMEOUT_MS,
);

/** Longer than a slider takes to start from a rest at any rate, ms. */
const RESTS_MS = 300;
const PER_MM = 100 / movement.travel.lengthMm;

/** Points without a leg or a corner that is too sharp for the motor, at a rate. */
const softPoints = (playback_rate: number) =>
  fc
    .tuple(
      place,
      fc.array(fc.tuple(whole(30, 400), fc.double({ min: -1, max: 1, noNaN: true })), { minLength: 1, maxLength: 25 }),
    )
    .map(([x, legs]): ScriptPoint[] => {
      const points = [
        { t: 0, x },
        { t: RESTS_MS, x },
      ];
      let [t, speed, legS] = [RESTS_MS, 0, RESTS_MS / 1_000];
      for (const [ms, part] of legs) {
        const change =
          (0.98 * (movement.maxAccelerationMmS2 * Math.min(legS, ms / 1_000)) * PER_MM) / playback_rate ** 2;
        const most = Math.min((300 * PER_MM) / playback_rate, change);
        const [low, high] = [Math.max(-most, speed - change), Math.min(most, speed + change)];
        const before = points.at(-1)?.x ?? x;
        const wanted = before + ((low + high) / 2 + (part * (high - low)) / 2) * (ms / 1_000);
        const next = Math.min(Math.max(wanted > before ? Math.floor(wanted) : Math.ceil(wanted), 0), 100);
        const went = ((next - before) / ms) * 1_000;
        if (went < low || went > high) continue;
        [t, speed, legS] = [t + ms, went, ms / 1_000];
        points.push({ t, x: next });
      }
      return points;
    });

/** The speed of the fastest leg; a device reports its own speed rounded. */
const fastestLegMmS = (points: readonly ScriptPoint[], playback_rate: number) =>
  Math.max(
    0,
    ...points.slice(1).map(({ t, x }, index) => {
      const from = points[index] ?? { t: 0, x };
      return ((Math.abs(x - from.x) / PER_MM / (t - from.t)) * 1_000 + 1e-6) * playback_rate;
    }),
  );

/** The positions of the sent points at the times of the requested ones. */
function placesAt(sent: unknown, requested: readonly ScriptPoint[]): readonly number[] {
  const { points } = sent as { readonly points: readonly ScriptPoint[] };
  return requested.map(({ t }) => pointsFromStreamTime(points, t)[0]?.x ?? NaN);
}

/** Leaves a position after a rest too short to reach the allowed speed. */
const AFTER_A_SHORT_REST: readonly ScriptPoint[] = [
  { t: 0, x: 0 },
  { t: 300, x: 0 },
  { t: 330, x: 0 },
  { t: 405, x: 5 },
  { t: 469, x: 4 },
  { t: 499, x: 4 },
];

test(
  'points that a device follows within the limit pass unchanged',
  async () => {
    const script = rate.chain((playback_rate) =>
      fc.record({ playback_rate: fc.constant(playback_rate), points: softPoints(playback_rate), above: share }),
    );
    const property = fc.asyncProperty(script, async ({ points, playback_rate, above }) => {
      const begun = {
        start_time: 0,
        playback_rate,
        loop: false,
        pause_on_starving: false,
        add: { points, flush: true },
      };
      const to: Step = { command: ['hdsp.xpvp', { xp: (points[0]?.x ?? 0) / 100, vp: 1, ...options }], waitMs: 3_500 };
      const free = await drive(1);
      await free.step(begin);
      await free.step(to);
      await free.call(['hsp.play', begun]);
      const seen = (await free.fastest(((points.at(-1)?.t ?? 0) + 100) / playback_rate)) / movement.speed.maxMmS;
      const needed = Math.max(seen, fastestLegMmS(points, playback_rate) / movement.speed.maxMmS);
      const guest = await drive(Math.min(needed + above * (0.99 - needed), 0.99));
      await guest.step(begin);
      await guest.step(to);
      const [played] = await guest.call(['hsp.play', begun]);
      expect(placesAt(played?.input['add'], points)).toEqual(points.map(({ x }) => x));
    });
    const known = { playback_rate: 2, points: [...AFTER_A_SHORT_REST], above: 0 };
    await fc.assert(property, { numRuns: Math.ceil(numRuns / 4), examples: [[known]] });
  },
  TIMEOUT_MS,
);
