import { DeviceMode } from '@tactus/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { infoOf, setUpDevice } from '../testing/scripted-device.ts';
import type { TraceEntry } from '../trace/trace.ts';

/** Actions of the user, another program, the network or the device's button, one after the other. */
type Step =
  | { readonly kind: 'start' | 'foreignStart' | 'speed' | 'limit'; readonly share: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'stop' | 'button' | 'cut' | 'restore' | 'away' | 'back' };

const share = fc.integer({ min: 2, max: 20 }).map((part) => part / 20);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('start' as const, 'speed' as const, 'limit' as const), share }),
  fc.record({ kind: fc.constantFrom('foreignStart' as const, 'limit' as const), share }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 8_000 }) }),
  fc.record({ kind: fc.constantFrom('stop' as const, 'button' as const, 'cut' as const, 'restore' as const) }),
  fc.record({ kind: fc.constantFrom('away' as const, 'back' as const) }),
);

const SAME = 0.005;
const ignore = () => undefined;

/** A device that alternates or vibrates, with a network that can be cut, and everything that is sent by itself. */
async function setUpMotion(kind: 'alternating' | 'vibration') {
  const isHamp = kind === 'alternating';
  const call = isHamp ? 'hamp.velocity' : 'hvp.setState';
  let [isCut, isAway, isOwnCall] = [false, false, false];
  /** Whose motion it is; undefined at rest. `ours` also for a start without an answer. */
  let owner: 'ours' | 'foreign' | undefined;
  let hvp = { enabled: false, amplitude: 0, frequency: 75, position: 0 };
  let sentByItself = 0;
  const onTrace = (entry: TraceEntry) => {
    if (entry.kind !== 'command' || entry.call !== call || isOwnCall) return;
    const fields: Record<string, unknown> = Object(entry.input);
    sentByItself += 1;
    expect(owner, 'only a motion of this program is sent its speed again').toBe('ours');
    expect(Number(fields[isHamp ? 'velocity' : 'amplitude'])).toBeLessThanOrEqual(speed() + SAME);
  };
  const parts: ReturnType<typeof setUpDevice> = setUpDevice({
    ...{ onTrace, requestsPerMinute: 10_000 },
    async fetch(url, init) {
      if (isCut) throw new TypeError('fetch failed');
      return parts.cloud.fetch(url, init);
    },
  });
  const { device, cloud, world, after, time } = parts;
  const speed = () => (isHamp ? world.hamp.velocity : hvp.amplitude);
  const setHvp = (change: object) => {
    if (world.mode !== DeviceMode.VIBRATE) world.modeSession += 1;
    world.mode = DeviceMode.VIBRATE;
    hvp = { ...hvp, ...change };
    return hvp;
  };
  if (!isHamp) {
    cloud.on(
      'GET /hvp/state',
      after(() => hvp),
    );
    cloud.on(
      'PUT /hvp/state',
      after((body) => setHvp({ enabled: true, ...Object(body) })),
    );
    cloud.on(
      'PUT /hvp/stop',
      after(() => setHvp({ enabled: false })),
    );
    cloud.on(
      'PUT /mode2',
      after((body) => {
        world.mode = Object(body).mode;
        world.modeSession += 1;
        hvp = { ...hvp, enabled: false };
        return { mode: world.mode, mode_session_id: world.modeSession };
      }),
    );
  }
  const moves = () => (isHamp ? world.hamp.play_state === 1 : hvp.enabled);
  /** The device changes without us, and reports it. */
  async function change(isMoving: boolean, next = speed()) {
    const mode = isHamp ? DeviceMode.HAMP : DeviceMode.VIBRATE;
    if (world.mode !== mode) {
      world.mode = mode;
      world.modeSession += 1;
      cloud.stream.send('mode_changed', { mode, mode_session_id: world.modeSession });
    }
    if (isHamp) world.hamp = { ...world.hamp, play_state: isMoving ? 1 : 0, velocity: next };
    else hvp = { ...hvp, enabled: isMoving, amplitude: next };
    cloud.stream.send(isHamp ? 'hamp_state_changed' : 'hvp_state_changed', isHamp ? world.hamp : hvp);
    await time.run(1_000);
  }
  const own = (send: () => Promise<unknown>) => {
    isOwnCall = true;
    send().catch(ignore);
    isOwnCall = false;
  };
  const request = (next: number) =>
    own(() =>
      isHamp ? device.hamp.setVelocity(next) : device.hvp.setState({ amplitude: next, frequency: 75, position: 0 }),
    );
  await parts.connectFully();
  const reach = { isReached: () => !isCut && !isAway };

  return {
    ...{ parts, moves, speed, owner: () => owner, sentByItself: () => sentByItself },
    async do(one: Step) {
      if (one.kind === 'wait') await time.run(one.ms);
      if (one.kind === 'limit')
        device.limits.set(isHamp ? { maxSpeedMmS: one.share * 400 } : { maxAmplitude: one.share });
      if (one.kind === 'speed' && owner === 'ours') {
        request(one.share);
        await time.run(30);
      }
      if (one.kind === 'start' && reach.isReached() && owner === undefined) {
        owner = 'ours';
        if (isHamp) own(() => device.hamp.start());
        await time.run(30);
        request(one.share);
        await time.run(5_500);
      }
      if (one.kind === 'stop') {
        if (owner === 'ours') owner = undefined;
        if (owner === undefined) void device.stop();
      }
      if (one.kind === 'button' && reach.isReached() && moves()) {
        // What is in flight as the button is pressed may come after it, whoever sent it.
        await time.run(30);
        owner = undefined;
        await change(false);
      }
      if (one.kind === 'foreignStart' && reach.isReached() && owner === undefined && !moves()) {
        if (device.store.getState().stopPhase === 'could-not-send') return;
        await time.run(6_000);
        owner = 'foreign';
        await change(true, one.share);
      }
      if (one.kind === 'cut' || one.kind === 'restore') isCut = one.kind === 'cut';
      if (one.kind === 'away' && !isAway) {
        isAway = true;
        cloud.stream.send('device_status', { connected: false, info: infoOf('01HZ0001') });
        await time.run(100);
      }
      if (one.kind === 'back' && isAway) {
        isAway = false;
        parts.comeOnline();
        await time.run(100);
      }
    },
  };
}

test.each(['alternating', 'vibration'] as const)(
  'a lowered limit reaches the %s of this program, and nothing else: no Stop, no other program, never a higher speed',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const motion = await setUpMotion(kind);
        const { parts, moves, speed, owner } = motion;
        for (const one of [{ kind: 'start', share: 0.9 } as const, ...steps]) await motion.do(one);
        await motion.do({ kind: 'restore' });
        await motion.do({ kind: 'back' });
        await parts.time.run(20_000);
        const { maxSpeedMmS, maxAmplitude } = parts.device.limits.current();
        if (owner() === undefined) expect(moves()).toBe(false);
        if (owner() === 'ours' && moves())
          expect(speed()).toBeLessThanOrEqual(SAME + (kind === 'alternating' ? maxSpeedMmS / 400 : maxAmplitude));
        parts.device.close();
        expect(motion.sentByItself()).toBeLessThan(200);
      }),
      { numRuns: 50 },
    );
  },
  60_000,
);
