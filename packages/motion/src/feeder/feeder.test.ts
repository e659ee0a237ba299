import { createRandom } from '@tactus/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canLoopInDevice, createFeederState, maxPointsAhead } from './feeder-state.ts';
import { recordedSource } from './point-source.ts';
import { addOf, byHand, every, OPTIONS, spanOf } from './testing/hand-feeder.ts';
import { STREAM_NETWORKS } from './testing/stream-network.ts';
import { createSimulation } from './testing/stream-simulation.ts';

describe('filling a buffer', () => {
  test('has three requests of 100 in flight and stops one request below the capacity', () => {
    const feeder = byHand(recordedSource(every(100, 10_000)), {}, 1000);
    const first = feeder.prime();
    expect(first.map(spanOf)).toEqual([
      [0, 100],
      [100, 200],
      [200, 300],
    ]);
    expect(first.every((request) => addOf(request)?.flush === false)).toBe(true);
    const all = feeder.settle(first, 10);
    expect(spanOf(all.at(-1))).toEqual([800, 900]);
    expect(feeder.play(20, 0)).toEqual([{ id: all.length + 1, generation: 2, kind: 'play' }]);
  });

  test('refills when half is played, by the clock’s prediction or the device’s report, whichever is first', () => {
    const predicted = byHand(recordedSource(every(100, 10_000)), {}, 1000);
    predicted.settle([...predicted.settle(predicted.prime(), 10), ...predicted.play(1000, 0)], 1010);
    // 450 of 900 are played when the clock passes the point with index 449.
    expect(predicted.wakeAtMs).toBe(1000 + 44_900);
    expect(predicted.handle({ type: 'wake', atMs: 40_000 })).toEqual([]);
    expect(predicted.handle({ type: 'wake', atMs: 45_900 }).map(spanOf)).toEqual([
      [900, 1000],
      [1000, 1100],
      [1100, 1200],
    ]);

    const reported = byHand(recordedSource(every(100, 10_000)), {}, 1000);
    const filled = reported.settle([...reported.settle(reported.prime(), 10), ...reported.play(1000, 0)], 1010);
    const thresholds = filled.map((request) => addOf(request)?.tail_point_threshold);
    expect(thresholds.filter((threshold) => threshold !== undefined)).toEqual([450]);
    const early = reported.report(0, 900, 448);
    expect(reported.handle({ type: 'reported', atMs: 20_000, report: early })).toEqual([]);
    const due = reported.report(0, 900, 449);
    expect(reported.handle({ type: 'reported', atMs: 20_100, report: due }).map(spanOf)).toEqual([[900, 1000]]);
  });

  test('sends the rest when the script ends, and then nothing', () => {
    const feeder = byHand(recordedSource(every(100, 250)));
    const all = feeder.settle(feeder.prime(), 10);
    expect(all.map(spanOf)).toEqual([
      [0, 100],
      [100, 200],
      [200, 250],
    ]);
    expect(addOf(all[2])?.tail_point_threshold).toBeUndefined();
    feeder.settle(feeder.play(20, 0), 30);
    expect(feeder.wakeAtMs).toBeUndefined();
  });

  test('waits less at twice the rate and not at all while paused', () => {
    const feeder = byHand(recordedSource(every(100, 10_000)), {}, 1000);
    feeder.settle([...feeder.settle(feeder.prime(), 10), ...feeder.play(0, 0)], 10);
    feeder.handle({ type: 'clock', atMs: 100, clock: { atMs: 100, streamMs: 100, rate: 2 } });
    expect(feeder.wakeAtMs).toBe(100 + 44_800 / 2);
    feeder.handle({ type: 'clock', atMs: 200, clock: { atMs: 200, streamMs: 300, rate: 0 } });
    expect(feeder.wakeAtMs).toBeUndefined();
  });

  test('stays quiet after a stop', () => {
    const feeder = byHand(recordedSource(every(100, 10_000)));
    const requests = [...feeder.prime(), ...feeder.play(20, 0)];
    expect(feeder.handle({ type: 'stop', atMs: 30 })).toEqual([]);
    expect(feeder.settle(requests, 40)).toEqual(requests);
    expect(feeder.wakeAtMs).toBeUndefined();
  });
});

describe('a start or seek', () => {
  test('skips the points before it, except the one with which the leg at the start begins', () => {
    const feeder = byHand(recordedSource(every(100, 1000)));
    expect(feeder.prime(5_050).map(spanOf)[0]).toEqual([50, 150]);
    expect(addOf(feeder.play(10, 5_050)[0])).toBeUndefined();
  });

  test('outside the buffer empties it and sends the first points in the same request', () => {
    const feeder = byHand(recordedSource(every(100, 50_000)));
    const old = feeder.prime();
    const requests = feeder.play(10, 2_000_000);
    expect(requests[0]).toMatchObject({ kind: 'play', add: { flush: true, tail_point_stream_index: 20_100 } });
    expect(requests.slice(1).map(spanOf)).toEqual([
      [20_100, 20_200],
      [20_200, 20_300],
    ]);
    // Late answers to the ended play change nothing.
    const before = feeder.state;
    for (const { id } of old) {
      expect(feeder.handle({ type: 'answered', atMs: 20, id, report: feeder.report(0, 100) })).toEqual([]);
      expect(feeder.handle({ type: 'failed', atMs: 20, id })).toEqual([]);
    }
    expect(feeder.state).toEqual(before);
  });

  test('back inside the buffer needs no points', () => {
    const feeder = byHand(recordedSource(every(100, 50_000)));
    feeder.settle(feeder.prime(), 10);
    feeder.settle(feeder.play(20, 100_000), 30);
    expect(feeder.play(40, 50_000)).toEqual([expect.objectContaining({ kind: 'play' })]);
    expect(feeder.state.generation).toBe(3);
  });

  test('that fails ends the playing; the next one empties the buffer', () => {
    const feeder = byHand(recordedSource(every(100, 50_000)));
    feeder.settle(feeder.prime(), 10);
    const [play] = feeder.play(20, 0);
    expect(feeder.handle({ type: 'failed', atMs: 30, id: play!.id })).toEqual([]);
    expect(feeder.wakeAtMs).toBeUndefined();
    expect(addOf(feeder.play(40, 0)[0])?.flush).toBe(true);
  });
});

describe('after a failed request', () => {
  function failing(applied: boolean) {
    const feeder = byHand(recordedSource(every(100, 10_000)), { maxInFlight: 1 });
    const [first] = feeder.prime();
    const [second] = feeder.handle({ type: 'answered', atMs: 10, id: first!.id, report: feeder.report(0, 100) });
    const [read] = feeder.handle({ type: 'failed', atMs: 20, id: second!.id });
    expect(read?.kind).toBe('read');
    const held = feeder.report(0, applied ? 200 : 100);
    return { feeder, next: feeder.handle({ type: 'answered', atMs: 30, id: read!.id, report: held }) };
  }

  test('that was executed, its points are not sent again', () => {
    expect(failing(true).next.map(spanOf)).toEqual([[200, 300]]);
  });

  test('that was not executed, its points are sent again', () => {
    expect(failing(false).next.map(spanOf)).toEqual([[100, 200]]);
  });

  test('a device with other content is filled again from the current leg', () => {
    const feeder = byHand(recordedSource(every(100, 10_000)));
    const requests = feeder.settle(feeder.prime(), 10);
    feeder.settle(feeder.play(1000, 0), 1010);
    expect(requests.length).toBeGreaterThan(10);
    const [refill] = feeder.handle({ type: 'wake', atMs: 250_000 });
    const others = feeder.state.flights.map(({ id }) => id).filter((id) => id !== refill!.id);
    feeder.handle({ type: 'failed', atMs: 250_500, id: refill!.id });
    const [read] = others.flatMap((id) =>
      feeder.handle({ type: 'answered', atMs: 250_600, id, report: feeder.report(300, 4200) }),
    );
    expect(read?.kind).toBe('read');
    // 100 points are missing, so the oldest point in the buffer is an earlier one than the count suggests.
    const gap = { ...feeder.report(200, 4200), first_point_time: feeder.report(100, 101).first_point_time };
    const [anew] = feeder.handle({ type: 'answered', atMs: 250_700, id: read!.id, report: gap });
    expect(addOf(anew)?.flush).toBe(true);
    expect(spanOf(anew)).toEqual([2497, 2597]);
  });

  test('the device is read again and again, at growing intervals', () => {
    const feeder = byHand(recordedSource(every(100, 10_000)), { maxInFlight: 1 });
    let [request] = feeder.prime();
    let atMs = 0;
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      [request] = feeder.handle({ type: 'failed', atMs, id: request!.id });
      if (request) continue;
      waits.push(feeder.wakeAtMs! - atMs);
      atMs = feeder.wakeAtMs!;
      [request] = feeder.handle({ type: 'wake', atMs });
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
  });

  test('a buffer with more points than were sent is read', () => {
    const feeder = byHand(recordedSource(every(100, 10_000)), { maxInFlight: 1 });
    const [add] = feeder.prime();
    const report = { ...feeder.report(0, 100), points: 150 };
    expect(feeder.handle({ type: 'answered', atMs: 9, id: add!.id, report }).map(({ kind }) => kind)).toEqual(['read']);
  });
});

describe('a loop', () => {
  test('that fits the buffer is sent whole and looped by the device', () => {
    const source = recordedSource(every(100, 900));
    const feeder = byHand(source, {}, 1000);
    feeder.settle(feeder.prime(), 10);
    expect(canLoopInDevice(source, 0, feeder.state)).toBe(true);
    expect(canLoopInDevice(source, 50_000, feeder.state)).toBe(false);
    expect(canLoopInDevice(recordedSource(every(100, 901)), 0, feeder.state)).toBe(false);
    const play = feeder.handle({
      type: 'play',
      atMs: 20,
      clock: { atMs: 20, streamMs: 0, rate: 1 },
      holdAll: true,
    });
    expect(play).toEqual([expect.objectContaining({ kind: 'play' })]);
    feeder.settle(play, 30);
    expect(feeder.handle({ type: 'wake', atMs: 1_000_000 })).toEqual([]);
    expect(feeder.state.sentIndex).toBe(900);
  });

  test('is held by the device as a whole, whatever the size of its buffer, the length and the start', () => {
    // `below` the longest script that the device could loop.
    const cases = {
      maxPoints: fc.integer({ min: 8, max: 4_100 }),
      below: fc.nat({ max: 150 }),
      startMs: fc.nat({ max: 9_000 }),
    };
    fc.assert(
      fc.property(fc.record(cases), fc.boolean(), ({ maxPoints, below, startMs }, isPrimed) => {
        const longest = maxPointsAhead({ ...createFeederState(OPTIONS), maxPoints });
        const source = recordedSource(every(100, Math.max(1, longest - below)));
        const feeder = byHand(source, {}, maxPoints);
        const requests = [...feeder.prime()];
        if (isPrimed) feeder.settle(requests.splice(0), 10);
        fc.pre(canLoopInDevice(source, startMs, feeder.state));
        const clock = { atMs: 20, streamMs: startMs, rate: 1 };
        requests.push(...feeder.handle({ type: 'play', atMs: 20, clock, holdAll: true }));
        feeder.settle(requests, 30);
        expect([feeder.state.fromIndex, feeder.state.sentIndex]).toEqual([0, source.length]);
      }),
    );
  });
});

describe('under any failures', () => {
  const action = fc.record({
    waitMs: fc.integer({ min: 0, max: 90_000 }),
    what: fc.oneof(
      fc.record({ seekMs: fc.integer({ min: 0, max: 900_000 }) }),
      fc.record({ rate: fc.constantFrom(0, 0.5, 1, 2) }),
      fc.record({ byMs: fc.integer({ min: -5000, max: 5000 }) }),
    ),
  });

  test('no point is doubled, left out or overwritten before it is played', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 12 }),
        fc.constantFrom(...Object.values(STREAM_NETWORKS)),
        fc.constantFrom(300, 1000, 4000),
        fc.constantFrom(20_000, Infinity),
        fc.integer(),
        (actions, network, maxPoints, aheadLimitMs, seed) => {
          const simulation = createSimulation({
            source: recordedSource(every(100, 10_000)),
            maxPoints,
            network,
            random: createRandom(seed),
            feeding: { ...OPTIONS, aheadLimitMs, maxInFlight: 3 },
            timeoutMs: 5000,
            lostRequests: 0,
            lostAnswers: 0.05,
          });
          simulation.handle({ type: 'prime', streamMs: 0, maxPoints });
          simulation.runUntil(2000);
          for (const { what, waitMs } of actions) {
            const { clock } = simulation.state;
            const streamMs = clock.streamMs + (simulation.nowMs - clock.atMs) * clock.rate;
            if ('seekMs' in what || simulation.state.mode !== 'playing') {
              simulation.play({ streamMs: 'seekMs' in what ? what.seekMs : streamMs, rate: 1 });
            } else {
              const next =
                'rate' in what ? { streamMs, rate: what.rate } : { streamMs: streamMs + what.byMs, rate: clock.rate };
              simulation.setClock(next);
            }
            simulation.runUntil(simulation.nowMs + waitMs);
          }
          expect(simulation.buffer.mistakes).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

test('failing adds are retried at growing intervals, even if the device answers reads in between', () => {
  const { handle, prime, report } = byHand(recordedSource(every(100, 2_000)), { maxInFlight: 1 });
  let [request] = prime();
  let atMs = 0;
  let sent = 0;
  while (atMs < 20_000) {
    if (request?.kind === 'add') {
      sent += 1;
      [request] = handle({ type: 'failed', atMs, id: request.id });
    } else if (request) {
      [request] = handle({ type: 'answered', atMs, id: request.id, report: report(0, 0) });
    } else [request] = handle({ type: 'wake', atMs });
    atMs += 50;
  }
  expect(sent).toBeLessThan(12);
});

test('a limited lead is full after one request, however long its answer takes', () => {
  const { handle, prime, play, report } = byHand(recordedSource(every(100, 5_000)), {
    maxInFlight: 1,
    aheadLimitMs: 30_000,
  });
  let [request] = prime();
  let atMs = 0;
  let sent = 0;
  play(0, 0);
  for (; atMs < 60_000; atMs += 320) {
    if (request) sent += 1;
    const to = addOf(request)?.tail_point_stream_index ?? 0;
    [request] = request
      ? handle({ type: 'answered', atMs, id: request.id, report: report(0, to) })
      : handle({ type: 'wake', atMs });
  }
  expect(sent).toBeLessThan(20);
});
