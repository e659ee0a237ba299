import { expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { random } from './app/random.ts';
import { remote } from './app/remote.ts';
import { deeper, further } from './harness/profile.ts';
import { withRoad } from './harness/road-suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';

const suite = withRoad({ viewport: DESKTOP }, (tactus) => tactus.device(KEY).put('/hamp/stop'));

const hamp = () => suite.tactus.device(KEY).hamp();
/** The velocity of a device that moves: one at rest still reports that of its last motion. */
const velocityIs = (what: string, holds: (velocity: number) => boolean) =>
  until(what, async () => {
    const { play_state, velocity } = await hamp();
    return play_state === 1 && holds(velocity);
  });

/** Longer than any ramp here takes, and a control shows its request: by then nothing is sent any more. */
const AWAY_MS = 5_000;

/** Cuts the network until every ramp would be over. */
async function cutNetwork(): Promise<void> {
  const cutAtMs = performance.now();
  suite.road.cut(true);
  await dock(suite.person.page).shows('connection.lost');
  await until('the network was gone for a while', async () => performance.now() - cutAtMs > AWAY_MS);
}

async function open(path: string): Promise<void> {
  await suite.person.page.goto(`${suite.road.url}${path}?key=${KEY}`);
  await dock(suite.person.page).shows('connection.ready');
}

/** Starts at 60 % and cuts the network while the device is still on its way there. */
async function cutDuringStart(): Promise<void> {
  const { page } = suite.person;
  await open('/hamp');
  await manual(page).speed().fill('60');
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: words('hamp.ramp.longer') }).click();
  await manual(page).start().click();
  await velocityIs('the ramp has begun', (velocity) => velocity > 0);
  await cutNetwork();
  expect((await hamp()).velocity).toBeLessThan(0.5);
}

test('a start whose ramp the network cut goes on to the requested speed once the network is back', async () => {
  await cutDuringStart();
  suite.road.cut(false);
  await velocityIs('the device has the requested speed', (velocity) => velocity === 0.6);
  expect(await manual(suite.person.page).speed().inputValue()).toBe('60');
});

further('a device that was stopped while the network was gone stays stopped, and the person is notified', async () => {
  await cutDuringStart();
  await suite.tactus.device(KEY).put('/hamp/stop');
  suite.road.cut(false);
  await suite.person.page.getByText(words('control.network.stopped')).waitFor();
  await dock(suite.person.page).shows('connection.ready');
  expect((await hamp()).play_state).toBe(0);
});

further('a boost that is released while the network is gone ends once the network is back', async () => {
  const { page } = suite.person;
  await open('/hamp');
  await manual(page).start().click();
  await velocityIs('it goes at its own speed', (velocity) => velocity === 0.2);
  await manual(page).boost().hover();
  await page.mouse.down();
  await velocityIs('it is boosted', (velocity) => velocity === 0.5);
  suite.road.cut(true);
  await dock(page).shows('connection.lost');
  await page.mouse.up();
  await cutNetwork();
  expect((await hamp()).velocity).toBe(0.5);
  suite.road.cut(false);
  await velocityIs('it has fallen back', (velocity) => velocity === 0.2);
});

deeper('a start on the remote goes on too', async () => {
  await open('/remote');
  await remote(suite.person.page).start().click();
  await until('it moves', async () => (await hamp()).play_state === 1);
  await cutNetwork();
  suite.road.cut(false);
  await velocityIs('the device has the requested speed', (velocity) => velocity === 0.2);
});

deeper('the velocity of a random pick goes on to its own', async () => {
  await open('/random-classic');
  await random(suite.person.page).start().click();
  await until('it moves', async () => (await hamp()).play_state === 1);
  await cutNetwork();
  const { velocity: cutAt } = await hamp();
  suite.road.cut(false);
  await velocityIs('the velocity changes again', (velocity) => velocity !== cutAt);
});
