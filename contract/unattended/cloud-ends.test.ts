/**
 * Clouds that are killed and terminated, with real processes in real time: motion of guests and leases comes to rest within the
 * times of docs/security.md and docs/leases.md, and nothing moves by itself afterwards. Ten combinations in an
 * ordinary run, side by side; `TACTUS_DEEP_CLOUD_ENDS` goes through all of them (`npm run deep -- unattended`).
 */
import { systemTime } from '@tactus/time';
import { expect, test } from 'vitest';
import { startProxy } from '../link/cutting-proxy.ts';
import { linkUrl } from '../link/linked-device.ts';
import { startMortalCloud, startProgram } from './cloud-world.ts';
import { type Mode, type Rank, send, startDriver } from './drivers.ts';

type Socket = 'closed' | 'half-open';

interface Combination {
  readonly rank: Rank;
  readonly mode: Mode;
  readonly socket: Socket;
}

interface Ending {
  readonly how: 'killed' | 'terminated';
  /** Delay before it is started again, ms; infinite: never. */
  readonly backMs: number;
  readonly combinations: readonly Combination[];
}

const IS_DEEP = process.env['TACTUS_DEEP_CLOUD_ENDS'] !== undefined;
const NEVER = Number.POSITIVE_INFINITY;

const ofAll: readonly Combination[] = (['closed', 'half-open'] as const).flatMap((socket) => [
  ...(['hamp', 'hsp', 'hdsp', 'hvp'] as const).map((mode) => ({ rank: 'guest', mode, socket }) as const),
  ...(['hamp', 'hsp', 'hssp', 'hdsp', 'hvp'] as const).map((mode) => ({ rank: 'lease', mode, socket }) as const),
]);

/** Endings that run side by side. */
const RUNS: readonly (readonly Ending[])[] = IS_DEEP
  ? [200, 1_000, 5_000, 60_000, NEVER].map((backMs) =>
      (['killed', 'terminated'] as const).map((how) => ({ how, backMs, combinations: ofAll })),
    )
  : [
      [
        {
          ...{ how: 'killed', backMs: 1_000 },
          combinations: [
            { rank: 'guest', mode: 'hamp', socket: 'closed' },
            { rank: 'guest', mode: 'hsp', socket: 'half-open' },
            { rank: 'lease', mode: 'hssp', socket: 'closed' },
            { rank: 'lease', mode: 'hvp', socket: 'closed' },
            { rank: 'lease', mode: 'hdsp', socket: 'closed' },
          ],
        },
        {
          ...{ how: 'terminated', backMs: NEVER },
          combinations: [
            { rank: 'guest', mode: 'hdsp', socket: 'closed' },
            { rank: 'guest', mode: 'hvp', socket: 'half-open' },
            { rank: 'lease', mode: 'hamp', socket: 'closed' },
            { rank: 'lease', mode: 'hsp', socket: 'closed' },
          ],
        },
      ],
    ];

/** The stated time, in ms from the end of the cloud. */
const GUEST_MS = 600;
const LEASE_MS = { closed: 10_000, 'half-open': 60_000 } as const;
/** One way to a device on this machine, and the time to brake. */
const WAY_MS = 20;
const BRAKES_MS = 60;
/** Processes and timers of a shared machine. */
const MARGIN_MS = 500;
/** A terminated process has ended within this time. */
const EXIT_WITHIN_MS = 5_000;
const SIGNAL_MS = 50;
/** A moving device has changed its position within this time. */
const MOVING_MS = 300;
/** A device is at rest after this time without motion, and is watched for as long again. */
const STILL_MS = 1_000;
const WATCHED_MS = 4_000;
const POLL = { interval: 25, timeout: 120_000 };

const nameOf = ({ how, backMs }: Pick<Ending, 'how' | 'backMs'>) =>
  `${how}, ${Number.isFinite(backMs) ? `back after ${backMs / 1_000} s` : 'never back'}`;

test.each(RUNS.map((endings) => [endings.map(nameOf).join('; '), endings] as const))(
  'the motion of a cloud that ends comes to rest, and stays at rest: %s',
  async (_, endings) => {
    await Promise.all(endings.map(endAndWatch));
  },
  300_000,
);

async function endAndWatch({ how, backMs, combinations }: Ending): Promise<void> {
  const cloud = await startMortalCloud();
  const [straight, stalling] = [await startProxy(cloud.port), await startProxy(cloud.port)];
  const driven = await Promise.all(
    combinations.map(async (combination) => {
      const { connectionKey: key, secret } = await send(cloud.origin, 'POST /api/tactus/device-keys', {});
      const { port } = combination.socket === 'closed' ? straight : stalling;
      const model = combination.mode === 'hvp' ? 'oh' : 'handy';
      const { rank, mode, socket } = combination;
      return {
        ...{ ...combination, key: String(key), name: `${rank} ${mode} ${socket}` },
        device: { connectionKey: key, secret, model, url: linkUrl(port) } as const,
      };
    }),
  );
  type Driven = (typeof driven)[number];
  const program = await startProgram(driven.map(({ device }) => device));
  const ownerOf = (key: string) => ({ 'x-api-key': 'any-id', 'x-connection-key': key });
  async function untilLinked(some: readonly Driven[]): Promise<void> {
    const isLinked = async (key: string) =>
      (await send(cloud.origin, 'GET /api/handy-rest/v3/connected', ownerOf(key))).result.connected;
    for (const { key, name } of some) await expect.poll(() => isLinked(key), { ...POLL, message: name }).toBe(true);
  }
  const movedMs = ({ key }: Driven) => program.movedLastMs(key) ?? 0;

  await untilLinked(driven);
  const drivers = await Promise.all(driven.map(({ key, rank, mode }) => startDriver(cloud.origin, key, rank, mode)));
  const moves = (one: Driven) => systemTime.now() - movedMs(one) < MOVING_MS;
  async function keepMoving(): Promise<boolean> {
    // A busy machine may have delayed the renewal of a hold.
    const expired = drivers.filter((_, index) => driven[index] && !moves(driven[index]));
    await Promise.allSettled(expired.map((driver) => driver.begin()));
    await systemTime.sleep(MOVING_MS);
    return driven.every(moves);
  }
  await expect.poll(keepMoving, POLL).toBe(true);

  const endMs = systemTime.now();
  stalling.swallow('both');
  cloud.run().child.kill(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
  const readiness = how === 'terminated' ? await readinessUntilGone(cloud.origin) : [];
  const exit = await cloud.run().exit;
  if (how === 'terminated') {
    expect(exit).toBe(0);
    // It waits a second for the silent device.
    // A signal takes a moment to arrive; from then on the cloud is not ready.
    expect(new Set(readiness.slice(readiness.indexOf(503)))).toEqual(new Set([503]));
    expect(systemTime.now() - endMs).toBeLessThan(EXIT_WITHIN_MS);
  }
  for (const { stop } of drivers) stop();
  const isBack = Number.isFinite(backMs);
  if (isBack) {
    await systemTime.sleep(Math.max(0, endMs + backMs - systemTime.now()));
    await cloud.begin();
  }
  const isStill = (one: Driven) => systemTime.now() - Math.max(movedMs(one), endMs) > STILL_MS;
  for (const one of driven) await expect.poll(() => isStill(one), { ...POLL, message: one.name }).toBe(true);
  const rested = driven.map((one) => ({ ...one, afterMs: movedMs(one) - endMs }));
  const lines = rested.map(({ name, afterMs }) => `${name} ${Math.round(afterMs)} ms`);
  process.stdout.write(`  ${nameOf({ how, backMs })}: ${lines.join(', ')}\n`);
  for (const { rank, socket, name, afterMs } of rested) {
    const statedMs = rank === 'guest' ? GUEST_MS : LEASE_MS[socket];
    expect(afterMs, name).toBeLessThan(statedMs + WAY_MS + BRAKES_MS + MARGIN_MS);
  }

  if (isBack) {
    await untilLinked(driven.filter(({ socket }) => socket === 'closed'));
    for (const { key } of driven.filter(({ rank }) => rank === 'guest')) {
      const { control } = await send(cloud.origin, 'GET /api/tactus/shares', ownerOf(key));
      expect(control.driven_by).toBe('guest');
    }
  }
  const watchedFromMs = systemTime.now();
  await systemTime.sleep(WATCHED_MS);
  for (const one of driven) expect(movedMs(one), one.name).toBeLessThan(watchedFromMs);
}

/** The answers of `/readyz` of a terminated cloud, until it is gone. */
async function readinessUntilGone(origin: string): Promise<readonly number[]> {
  // The signal takes a moment.
  await systemTime.sleep(SIGNAL_MS);
  const statuses: number[] = [];
  for (;;) {
    const status = await fetch(`${origin}/readyz`).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === undefined) return statuses;
    statuses.push(status);
    await systemTime.sleep(SIGNAL_MS);
  }
}
