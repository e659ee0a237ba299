/**
 * A device in another cloud that its owner's tab bridges to its home, and the home is killed or terminated under a guest or a lease: processes
 * of their own, the slider read in the device's own cloud. One combination in an ordinary run; all of them in
 * `npm run deep -- unattended`.
 */
import { systemTime } from '@tactus/time';
import { expect, test } from 'vitest';
import { runMain, runSource } from '../cloud/cloud-process.ts';
import { startProxy } from '../link/cutting-proxy.ts';
import type { OwnerOptions } from '../shares/killed/owner.ts';
import { watchDevice } from '../shares/killed/watched-device.ts';
import { startMortalCloud } from './cloud-world.ts';
import { type Mode, type Rank, send, startDriver } from './drivers.ts';

interface BridgedMotion {
  readonly mode: Exclude<Mode, 'hssp'>;
  readonly socket: 'closed' | 'half-open';
}

const IS_DEEP = process.env['TACTUS_DEEP_CLOUD_ENDS'] !== undefined;
const NEVER = Number.POSITIVE_INFINITY;
const ALL_MOTIONS: readonly BridgedMotion[] = (['hamp', 'hsp', 'hdsp', 'hvp'] as const).flatMap((mode) =>
  (['closed', 'half-open'] as const).map((socket) => ({ mode, socket })),
);

const ENDINGS = IS_DEEP
  ? (['killed', 'terminated'] as const).flatMap((how) =>
      [200, 1_000, 5_000, 60_000, NEVER].flatMap((backMs) =>
        (['guest', 'lease'] as const).map((rank) => ({ how, backMs, rank, motions: ALL_MOTIONS })),
      ),
    )
  : [{ how: 'killed', backMs: 1_000, rank: 'guest', motions: [{ mode: 'hamp', socket: 'half-open' }] } as const];

interface Ending {
  readonly how: 'killed' | 'terminated';
  readonly backMs: number;
  readonly rank: Rank;
}

const nameOf = ({ how, backMs, rank }: Ending) =>
  `${how}, ${Number.isFinite(backMs) ? `back after ${backMs / 1_000} s` : 'never back'}, under a ${rank}`;

/**
 * A guest's hold at the tab's end, and the interval at which a tab checks it. Leased motion has no more time: a tab executes
 * no command of a home that is silent.
 */
const HOLD_MS = 600 + 100;
/** One way to a device in the vendor's cloud, and an earlier request that is still in flight. */
const WAY_MS = 190;
const REQUEST_MS = 380;
const BRAKES_MS = 60;
/** Processes, timers and reads of a shared machine, beside the time of a read in the same run. */
const MARGIN_MS = 600;
const STILL_FOR_MS = 4_000;
const POLL = { interval: 50, timeout: 120_000 };

test.each(ENDINGS.map((ending) => [nameOf(ending), ending] as const))(
  'a bridged device rests when its home is %s',
  async (_, { how, backMs, rank, motions }) => {
    const home = await startMortalCloud();
    const vendor = runMain({ PORT: '0', TACTUS_RATE_LIMIT: '0', TACTUS_LOG: 'error', TACTUS_PROFILE: 'vendor' });
    const elsewhere = `http://127.0.0.1:${await vendor.port()}`;
    const [straight, stalling] = [await startProxy(home.port), await startProxy(home.port)];
    async function carry({ mode, socket }: BridgedMotion) {
      const model = mode === 'hvp' ? 'oh' : 'handy';
      const { connectionKey: key } = await send(elsewhere, 'POST /_control/devices', {}, { model });
      const { connectionKey: alias, secret } = await send(home.origin, 'POST /api/tactus/device-keys', {});
      const { port } = socket === 'closed' ? straight : stalling;
      const options: OwnerOptions = {
        ...{ elsewhere, elsewhereEvents: elsewhere, connectionKey: key, home: home.origin },
        ...{ homeLink: `http://127.0.0.1:${port}`, alias, secret, speed: 0.5 },
      };
      const owner = runSource('contract/shares/killed/owner.ts', [JSON.stringify(options)]);
      await expect.poll(owner.output, POLL).toContain('linked');
      const device = watchDevice(elsewhere, key, model);
      const driver = await startDriver(home.origin, alias, rank, mode);
      return { name: `${rank} ${mode} ${socket}`, device, driver };
    }
    const moved: Awaited<ReturnType<typeof carry>>[] = [];
    // One after the other: a tab that starts beside five others takes longer than its connection timeout.
    for (const one of motions) moved.push(await carry(one));
    async function allMove(): Promise<boolean> {
      const before = await Promise.all(moved.map(({ device }) => device.readPlace()));
      await systemTime.sleep(100);
      const after = await Promise.all(moved.map(({ device }) => device.readPlace()));
      const resting = moved.filter((_one, index) => before[index] === after[index]);
      // A busy machine may have delayed the renewal of a hold.
      await Promise.allSettled(resting.map(({ driver }) => driver.begin()));
      return resting.length === 0;
    }
    await expect.poll(allMove, POLL).toBe(true);

    const endMs = systemTime.monotonic();
    stalling.swallow('both');
    home.run().child.kill(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
    await home.run().exit;
    for (const { driver } of moved) driver.stop();
    if (Number.isFinite(backMs)) {
      await systemTime.sleep(Math.max(0, endMs + backMs - systemTime.monotonic()));
      await home.begin();
    }
    for (const { name, device } of moved) {
      const { movedMs, stillMs, latestLookMs } = await device.restAfter(endMs);
      process.stdout.write(`  ${how}, ${name}: moved ${Math.round(movedMs)} ms, at rest ${Math.round(stillMs)} ms\n`);
      const statedMs = HOLD_MS + WAY_MS + REQUEST_MS + BRAKES_MS;
      expect(stillMs, name).toBeLessThan(statedMs + MARGIN_MS + latestLookMs);
    }
    const before = await Promise.all(moved.map(({ device }) => device.readPlace()));
    await systemTime.sleep(STILL_FOR_MS);
    expect(await Promise.all(moved.map(({ device }) => device.readPlace()))).toEqual(before);
  },
  300_000,
);
