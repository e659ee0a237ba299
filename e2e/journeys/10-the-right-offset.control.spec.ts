/**
 * Journey 10: finding the right offset. A person whose device turns after the click nudges until it turns with it; from then
 * on every script uses that offset.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import { expect, test } from 'vitest';
import { dock } from '../app/dock.ts';
import { newcomer, openMenu, openTile, takeVirtual } from '../app/newcomer.ts';
import { EVEN_SCRIPT, player } from '../app/player.ts';
import { syncTest } from '../app/sync-test.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();

test('the clip is played, the offset nudged and typed until in sync, stored in the device, and used by the player', async () => {
  const person = await newcomer(suite);
  const { page } = person;
  const { seen: device } = await takeVirtual(page);
  const stores = (ms: number) =>
    until(
      `the device stores ${ms} ms`,
      async () => (await device.get<{ offset: number }>('/hstp/offset')).offset === ms,
    );
  const moves = () => until('the device moves', () => device.isMoving());
  const rests = () => until('the device rests', async () => !(await device.isMoving()));
  const bench = syncTest(page);
  const plays = new Set<string>();
  page.on('request', (request) => {
    const [, way] = /\/(hsp|hssp)\/play/.exec(request.url()) ?? [];
    if (way !== undefined) plays.add(way);
  });

  await openTile(page, 'page.sync');
  await bench.play().waitFor();
  await bench.play().tap();
  await bench.shows('sync.state.following');
  await moves();
  // The slider moves to the first point before play.
  await until('it is played', async () => plays.size > 0);
  expect([...plays]).toEqual(['hsp']);

  await bench.earlier(100).tap();
  await bench.earlier(10).tap();
  await bench.later(1).tap();
  await stores(109);
  await bench.stored('+109').waitFor();
  // Out of range, and not a whole number of milliseconds: it is not sent.
  await bench.typed().fill('-5001');
  expect(await bench.store().isDisabled()).toBe(true);
  await bench.typed().fill('-250');
  await bench.store().tap();
  await stores(-250);
  await bench.stored('-250').waitFor();
  await bench.typed().fill('85');
  await bench.store().tap();
  await stores(85);
  expect(await device.isMoving()).toBe(true);
  await bench.pause().tap();
  await rests();
  await bench.play().tap();
  await moves();
  await dock(page).stop().tap();
  await rests();
  await bench.shows('sync.state.stopped');
  expect(await bench.play().isEnabled()).toBe(true);

  await openMenu(page, 'page.local');
  await player(page).files().setInputFiles(EVEN_SCRIPT);
  await player(page).panel('sync').tap();
  await page.getByText('85 ms', { exact: true }).first().waitFor();
  // A script that was never played has no stored offset to offer.
  expect(await page.getByText(words('player.remembered'), { exact: true }).count()).toBe(0);
  expect(person.complaints).toEqual([]);
  await person.close();
});
