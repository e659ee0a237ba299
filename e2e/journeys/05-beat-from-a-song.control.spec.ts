/**
 * Journey 5: a beat made from a song. A person with a song on the phone wants the device to follow it, and saves the beat.
 * Profiles: our own cloud, and one with only the vendor's features.
 */
import { expect, test } from 'vitest';
import { beatbox } from '../app/beatbox.ts';
import { clickWav } from '../app/click-wav.ts';
import { dock } from '../app/dock.ts';
import { newcomer, openTile, takeVirtual } from '../app/newcomer.ts';
import { withTactus } from '../harness/suite.ts';
import { until } from '../harness/until.ts';
import { words } from '../harness/words.ts';

const suite = withTactus();
const EMPTY = { name: 'no.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') };
const SONG = { name: 'song.wav', mimeType: 'audio/wav', buffer: clickWav(100, 10) };

test('the tempo of a song is found, written into the grid, played, saved and exported as a script', async () => {
  const person = await newcomer(suite);
  const { page } = person;
  const { seen: device } = await takeVirtual(page);
  const plays = async () => (await device.get<{ play_state: number }>('/hsp/state')).play_state === 1;
  const percent = async () => (await device.now<{ position: number }>('/slider/state')).position * 100;
  const box = beatbox(page);
  await openTile(page, 'page.beatbox');
  await box.grid.waitFor();

  // An even beat to begin with is one tap away, and one more takes it back.
  await box.starter().tap();
  expect(await box.levels()).toEqual(['100', '', '10', '', '100', '', '10', '']);
  await box.undo().tap();
  await box.starter().waitFor();

  // The wrong file first: an error is shown, and nothing else changes.
  await box.detectFile().setInputFiles(EMPTY);
  await box
    .alert()
    .filter({ hasText: words('beatbox.detect.unreadable') })
    .waitFor();
  await box.detectFile().setInputFiles(SONG);
  await box.detected().waitFor();
  expect(Math.abs(Number(await box.detected().inputValue()) - 100)).toBeLessThan(1);
  await box.detected().fill('100');
  await box.detected().press('Enter');
  await box.write().tap();
  expect(await box.levels()).toEqual(['100', '', '10', '', '100', '', '10', '']);
  expect(await box.tempo().textContent()).toBe('100 BPM');
  await box.name().fill('Song');
  await box.save().tap();
  await box.showsText(words('beatbox.isSaved'));

  await box.play().tap();
  await until('the device plays', plays);
  await box.shows('beatbox.phase.playing');
  await until('it is up', async () => (await percent()) > 80);
  await until('it is down', async () => (await percent()) < 30);
  await until('it is up again', async () => (await percent()) > 80);
  // The song sounds along, its beats, every 600 ms from 400 ms on, on those of the device.
  expect((await box.song()).paused).toBe(false);
  let together = 0;
  await until('the device is up on the beats of the song', async () => {
    const { ms: fromMs } = await box.song();
    const isUp = (await percent()) > 85;
    const { ms: toMs } = await box.song();
    const beatMs = 400 + Math.round((toMs - 400) / 600) * 600;
    const isOn = fromMs < beatMs + 80 && toMs > beatMs - 80;
    if (isUp) together = isOn ? together + 1 : 0;
    return together >= 4;
  });
  await box.alongSwitch().tap();
  await until('the song is silent', async () => (await box.song()).paused);
  expect(await plays()).toBe(true);
  await box.alongSwitch().tap();
  await until('the song sounds again', async () => !(await box.song()).paused);

  // A mistake during play: the grid is cleared, so the device rests; the saved beat is loaded again.
  await box.undo().tap();
  expect((await box.levels()).join('')).toBe('');
  await until('an emptied grid stops the device', async () => !(await plays()));
  await box.open('Song').tap();
  expect(await box.levels()).toEqual(['100', '', '10', '', '100', '', '10', '']);
  await box.play().tap();
  await until('the device plays again', plays);
  await dock(page).stop().tap();
  await dock(page).shows('dock.stopped');
  await until('it rests', async () => !(await device.isMoving()));
  expect((await box.song()).paused).toBe(true);

  const [script] = await Promise.all([page.waitForEvent('download'), box.export().tap()]);
  expect(script.suggestedFilename()).toBe('Song.funscript');
  expect(person.complaints).toEqual([]);
  await person.close();
});
