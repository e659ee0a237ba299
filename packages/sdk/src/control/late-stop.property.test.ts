/** A device that is let go while its Stop, or a start before that Stop, is on its way: for a minute it is sent Stop. */
import { createRandom } from '@tactus/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDevice } from '../device.ts';
import { refusal, SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { KEY, setUpDevice } from '../testing/scripted-device.ts';

/** `TACTUS_DEEP_STOPS` sets another number (`npm run deep`: 10^4). Each may take this long on a shared machine. */
const RUNS = Number(process.env['TACTUS_DEEP_STOPS'] ?? 200);
const RUN_WITHIN_MS = 500;

const MINUTE_MS = 60_000;
/** The longest time between two late Stops. */
const PACE_MS = 5_000;
/** The most that are sent in the minute: a few more where the pace begins anew, with the page shown or a start settled. */
const STOPS_MAX = 15 + 4 + 4;
/** A Stop that is sent no later than this after the device was let go is answered within the minute. */
const IN_TIME_MS = MINUTE_MS - PACE_MS - 2_000;

const ignore = () => undefined;
const orNever = (delay: fc.Arbitrary<number>) => fc.option(delay, { nil: Infinity });
const upToMs = (max: number) => fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max }));

/** Times count from the first Stop, unless they say otherwise. */
const cases = fc.record({
  isMoving: fc.boolean(),
  /** A start that is sent so long before the Stop, and how long it takes to the device. */
  start: fc.option(
    fc.record({ leadMs: fc.integer({ min: 0, max: 300 }), thereMs: upToMs(5_500), isAnswered: fc.boolean() }),
  ),
  /** What happens to the Stops until the device is within reach. */
  fate: fc.constantFrom('lost', 'refused', 'swallowed'),
  awayMs: fc.oneof(fc.constant(0), upToMs(5_000), fc.integer({ min: 0, max: 90_000 })),
  letGoMs: upToMs(4_000),
  how: fc.constantFrom('disconnect', 'close', 'another device'),
  /** It is connected so long after it was let go, stopped in that moment, and let go again so long after that. */
  again: fc.array(fc.record({ pauseMs: upToMs(2_000), letGoMs: upToMs(4_000) }), { maxLength: 4 }),
  /** When another `Device` of the same key sends a start, after the last Stop. */
  otherStartMs: orNever(upToMs(50_000)),
  /** When the page is shown again, after the device was last let go. */
  shownMs: orNever(upToMs(70_000)),
  ways: fc.array(fc.record({ thereMs: upToMs(900), backMs: upToMs(900) }), { minLength: 1, maxLength: 6 }),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** When the device of a case is stopped, and when it is let go after that. */
function turnsOf({ letGoMs, again }: Case): { readonly stopMs: number; readonly letGoMs: number }[] {
  const turns = [{ stopMs: 0, letGoMs }];
  for (const turn of again) {
    const stopMs = turns.at(-1)!.letGoMs + turn.pauseMs;
    turns.push({ stopMs, letGoMs: stopMs + turn.letGoMs });
  }
  return turns;
}

/** Plays a case until a little after the minute. */
async function play(one: Case) {
  const { isMoving, start, fate, awayMs, how, otherStartMs, shownMs, ways } = one;
  const watching = new Set<() => void>();
  const visibility = {
    onVisible(run: () => void) {
      watching.add(run);
      return () => watching.delete(run);
    },
  };
  const parts = setUpDevice({ visibility });
  const { device, cloud, time, world } = parts;
  await parts.connectFully();
  const { fetch } = cloud;
  const random = createRandom(2);
  const open = () =>
    createDevice({ ...{ apiBase: SCRIPTED_BASE, apiKey: 'application-1', fetch, time, random }, visibility });
  const other = open();
  other.connect(KEY).catch(ignore);
  await time.run(500);
  if (isMoving) await Promise.all([device.hamp.start(), time.run(100)]);

  let pressedAtMs = Infinity;
  const sinceStop = () => time.monotonic() - pressedAtMs;
  /** When each Stop was sent. */
  const stops: number[] = [];
  for (const line of ['PUT /hamp/stop', 'PUT /mode2'])
    cloud.on(line, async () => {
      const { thereMs, backMs } = ways[stops.length % ways.length]!;
      const isAway = sinceStop() < awayMs;
      stops.push(sinceStop());
      if (isAway && fate === 'swallowed') return new Promise(ignore);
      await time.sleep(thereMs);
      if (isAway && fate === 'lost') throw new TypeError('fetch failed');
      if (isAway) return refusal(1001, 'Not connected');
      world.hamp = { ...world.hamp, play_state: 0 };
      await time.sleep(backMs);
      return { result: line === 'PUT /mode2' ? { mode: 7, mode_session_id: 2 } : world.hamp };
    });

  if (start) {
    cloud.on('PUT /hamp/start', async () => {
      await time.sleep(start.leadMs + start.thereMs);
      world.hamp = { ...world.hamp, play_state: 1 };
      await time.sleep(ways[0]!.backMs);
      if (!start.isAnswered) throw new TypeError('fetch failed');
      return { result: world.hamp };
    });
    device.hamp.start().catch(ignore);
    await time.run(start.leadMs);
  }
  pressedAtMs = time.monotonic();
  let used = device;
  const letGo = {
    disconnect: () => used.disconnect(),
    close: () => used.close(),
    'another device': () => void used.connect('AnotherKey1').catch(ignore),
  };
  function stopAgain() {
    if (how === 'close') used = open();
    used.connect(KEY).catch(ignore);
    void used.stop();
  }
  void used.stop();
  const turns = turnsOf(one);
  const last = turns.at(-1)!;
  const ofDevice = turns.flatMap((turn): [number, () => void][] => [
    [turn.stopMs, stopAgain],
    [turn.letGoMs, letGo[how]],
  ]);
  const steps: [number, () => void][] = [
    ...ofDevice.slice(1, -1),
    [last.stopMs + otherStartMs, () => void other.hamp.start().catch(ignore)],
    ...ofDevice.slice(-1),
    [last.letGoMs + shownMs, () => void [...watching].map((run) => run())],
    [last.letGoMs + MINUTE_MS, other.close],
    [last.letGoMs + MINUTE_MS, () => used.close()],
  ];
  for (const [atMs, act] of steps.filter(([atMs]) => atMs < Infinity).sort(([a], [b]) => a - b)) {
    await time.run(atMs - sinceStop());
    act();
  }
  // What the test itself has on its way takes two journeys at most.
  await time.run(1_900);
  const unconfirmed = [device, used].flatMap(({ store }) => store.getState().unconfirmedStops);
  return { stops, timers: time.pending(), watchers: watching.size, world, unconfirmed };
}

test(
  'property: a Stop outlives the device that is let go, at its pace, until it is confirmed after every start before it, or a newer start',
  async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { start, awayMs, otherStartMs, shownMs, ways } = one;
        const { stopMs, letGoMs } = turnsOf(one).at(-1)!;
        const { stops, timers, watchers, world, unconfirmed } = await play(one);
        expect({ timers, watchers, unconfirmed }).toEqual({ timers: 0, watchers: 0, unconfirmed: [] });
        if (otherStartMs < Infinity) {
          const newest = Math.max(stopMs + otherStartMs, letGoMs);
          expect(stops.filter((atMs) => atMs > newest)).toEqual([]);
          return;
        }
        if (awayMs < letGoMs + IN_TIME_MS) expect(world.hamp.play_state).toBe(0);
        const endMs = Math.min(awayMs, letGoMs + MINUTE_MS);
        const late = stops.filter((atMs) => atMs >= letGoMs && atMs <= endMs);
        const gaps = [...late, endMs].map((atMs, index) => atMs - (late[index - 1] ?? letGoMs));
        expect(Math.max(...gaps)).toBeLessThanOrEqual(PACE_MS);
        expect(late.length).toBeLessThanOrEqual(STOPS_MAX);
        if (letGoMs + shownMs < endMs) expect(stops).toContain(letGoMs + shownMs);
        const startEndsMs = start ? start.thereMs + ways[0]!.backMs : 0;
        if (startEndsMs > letGoMs) expect(stops).toContain(startEndsMs);
      }),
      { numRuns: RUNS },
    );
  },
  30_000 + RUNS * RUN_WITHIN_MS,
);
