import { createDevice, type HspState, initialState } from '@tactus/sdk';
import { createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';
import { onTestFinished } from 'vitest';

/** A linked Handy in a cloud that answers by script; it is closed with its test. */
export async function linkedDevice(time: FakeTime) {
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  const device = createDevice({
    ...{ apiBase: SCRIPTED_BASE, apiKey: 'app', fetch: cloud.fetch, time, random: createRandom(1) },
  });
  const connected = device.connect('DemoHandy1');
  await time.run(10);
  handy.comeOnline();
  await time.run(2_000);
  await connected;
  onTestFinished(() => device.close());
  return { device, cloud, handy };
}

/** The same, in a cloud that also answers the calls of players; only its slider follows commands. */
export async function scriptedDevice(time: FakeTime) {
  const { device, cloud, handy } = await linkedDevice(time);
  const player = (playState: HspState['play_state']) =>
    handy.after((): HspState => ({ ...initialState.hsp, play_state: playState }));
  cloud.on('PUT /hssp/setup', player(0));
  cloud.on('PUT /hssp/play', player(1));
  cloud.on('PUT /hssp/synctime', player(1));
  cloud.on('PUT /hssp/stop', player(2));
  cloud.on('PUT /hsp/stop', player(2));
  for (const call of ['state', 'start', 'stop'])
    cloud.on(
      `PUT /hvp/${call}`,
      handy.after((body) => ({ ...initialState.hvp, enabled: call !== 'stop', ...(body as object) })),
    );
  cloud.on(
    'PUT /hdsp/xpt',
    handy.after((body) => {
      const { xp } = body as { xp: number }; // from our own client
      const { min_absolute, max_absolute } = handy.world.stroke;
      const position_absolute = min_absolute + xp * (max_absolute - min_absolute);
      handy.world.slider = { ...handy.world.slider, position: xp, position_absolute };
      return 'ok';
    }),
  );
  return {
    device,
    cloud,
    /** How often a call was made, by method and path. */
    of: (line: string) => cloud.lines().filter((one) => one === line).length,
    /** Another client presses Stop. */
    pressStop: () => void device.stop(),
  };
}
