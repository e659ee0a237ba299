import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialState } from '../state/device-state.ts';
import { setUpLimits } from '../testing/limited-handy.ts';

/** Actions of a user, the network or the owner, one after the other. */
type Step =
  | { readonly kind: 'request'; readonly speed: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'stop' }
  | { readonly kind: 'cut'; readonly ms: number }
  | { readonly kind: 'limit'; readonly share: number };

const RAMP_MS = 5_000;
const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const request: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('request'), speed: share });
const wait: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 0, max: 4_000 }) });
const stop: fc.Arbitrary<Step> = fc.constant({ kind: 'stop' });
// Together under a minute: a speed that could not be sent for longer is dropped.
const cut: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('cut'), ms: fc.integer({ min: 0, max: 4_000 }) });
const limit: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('limit'),
  share: fc.integer({ min: 5, max: 100 }).map((percent) => percent / 100),
});

/** Rounding of shares, and of a limit that is stored in mm/s. */
const SAME = 1e-9;

/** The two kinds of motion whose speed holds until the next one. */
const HELD = {
  alternating: {
    call: 'hamp.velocity',
    field: 'velocity',
    input: (speed: number) => ({ velocity: speed }),
    limitTo: (most: number) => ({ maxSpeedMmS: most * 400 }),
  },
  vibration: {
    call: 'hvp.setState',
    field: 'amplitude',
    input: (speed: number) => ({ amplitude: speed, frequency: 75, position: 0 }),
    limitTo: (most: number) => ({ maxAmplitude: most }),
  },
} as const;

/** A device with user requests for its speed; everything that is sent is compared with a ramp of the test. */
function setUpRamp(kind: keyof typeof HELD) {
  const { call, field, input, limitTo } = HELD[kind];
  const handy = setUpLimits();
  const { time, set, apply, be, hamp, stopped, resent, cut: cutNetwork } = handy;
  let startedMs: number | undefined;
  let chosen = 0;
  let most = 1;
  let sent = 0;
  set({ rampMs: RAMP_MS, ...limitTo(1) });

  const moves = (speed: number) =>
    kind === 'alternating'
      ? hamp(startedMs !== undefined, speed)
      : be({ hvp: { ...initialState.hvp, enabled: startedMs !== undefined, amplitude: speed } });

  /** Checks the calls that were sent by themselves since the last check. */
  function check(): void {
    for (const text of resent.splice(0)) {
      if (!text.startsWith(call)) continue;
      const [, fields = '{}'] = text.split(/ (.*)/s);
      checkSpeed(Number(JSON.parse(fields)[field]));
    }
  }

  function checkSpeed(speed: number): void {
    const risen = startedMs === undefined ? 0 : Math.min(1, (time.monotonic() - startedMs) / RAMP_MS);
    expect(speed, 'no faster than the ramp').toBeLessThanOrEqual(Math.min(chosen, most) * risen + SAME);
    sent = speed;
  }

  return {
    resent,
    sent: () => sent,
    wanted: () => Math.min(chosen, most),
    isMoving: () => startedMs !== undefined,
    /** In small pieces, so that every check is soon after a call. */
    async run(ms: number) {
      for (let left = ms; left > 0; left -= 50) {
        await time.run(Math.min(50, left));
        check();
      }
    },
    request(speed: number) {
      chosen = speed;
      if (startedMs === undefined && kind === 'alternating') apply('hamp.start', {});
      startedMs ??= time.monotonic();
      const before = sent;
      const isRising = time.monotonic() - startedMs < RAMP_MS;
      const limited: Record<string, unknown> = Object(apply(call, input(speed)));
      checkSpeed(Number(limited[field]));
      if (isRising) expect(sent, 'no jump upwards').toBeLessThanOrEqual(before + SAME);
      moves(sent);
    },
    stop() {
      stopped();
      startedMs = undefined;
      sent = 0;
      chosen = 0;
      moves(0);
    },
    limit(next: number) {
      const isRising = handy.isRising();
      most = next;
      set(limitTo(next));
      // A speed that has arrived is sent again when the limit is set.
      if (!isRising && startedMs !== undefined) this.request(chosen);
    },
    cut: cutNetwork,
    pending: () => time.pending(),
  };
}

test.each(['alternating', 'vibration'] as const)(
  'the speed of %s is never above the ramp, never jumps up in it, and is the chosen one at its end',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(request, wait, request, wait, stop, cut, limit), { maxLength: 14 }),
        async (steps) => {
          const ramp = setUpRamp(kind);
          for (const step of steps) {
            if (step.kind === 'request') ramp.request(step.speed);
            if (step.kind === 'wait') await ramp.run(step.ms);
            if (step.kind === 'stop') ramp.stop();
            if (step.kind === 'limit') ramp.limit(step.share);
            if (step.kind === 'cut') {
              ramp.cut(true);
              await ramp.run(step.ms);
              ramp.cut(false);
            }
          }
          if (!ramp.isMoving()) return;
          // The outages delay the ramp by at most their length.
          await ramp.run(RAMP_MS + 60_000);
          expect(ramp.sent(), 'the chosen speed in the end').toBeCloseTo(ramp.wanted(), 6);
          expect(ramp.pending()).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  },
);

test('a direct move is never faster than the ramp, or than the slowest speed of the device', () => {
  const SLOWEST_MM_S = 32;
  fc.assert(
    fc.property(
      fc.array(fc.record({ gapMs: fc.integer({ min: 0, max: 1_500 }), speed: fc.integer({ min: 1, max: 400 }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 50, max: 400 }),
      (moves, maxSpeedMmS) => {
        const { set, apply, time } = setUpLimits();
        set({ rampMs: RAMP_MS, maxSpeedMmS });
        let startedMs: number | undefined;
        for (const { gapMs, speed } of moves) {
          time.advance(gapMs);
          startedMs ??= time.monotonic();
          const risen = Math.min(1, (time.monotonic() - startedMs) / RAMP_MS);
          const requested = Math.min(speed, maxSpeedMmS);
          const { va }: { va?: number } = Object(apply('hdsp.xava', { xa: 50, va: speed }));
          const bound = Math.max(Math.min(requested, SLOWEST_MM_S), requested * risen);
          expect(va).toBeLessThanOrEqual(bound + SAME);
          if (risen === 1) expect(va).toBe(requested);
        }
      },
    ),
  );
});
