import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { beatbox } from './app/beatbox.ts';
import { further } from './harness/profile.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { DESKTOP, type Visit, visit } from './harness/visit.ts';

const suite = withTactus();
const EIGHT = /^[A-Za-z0-9]{8}$/;

let person: Visit;
beforeEach(async () => {
  person = await visit(suite.browser, { viewport: DESKTOP });
});
afterEach(async () => {
  await person.context.close();
  expect(person.complaints).toEqual([]);
});

interface StoredBeat {
  readonly name: string;
  readonly uuid: string;
  readonly image: string;
}

/** The beat box as the browser has stored it. */
async function stored(
  page: Page,
): Promise<{ readonly currentBeat: StoredBeat; readonly beats: readonly StoredBeat[] }> {
  const text = await page.evaluate(() => localStorage.getItem('tactus.settings') ?? '{}');
  return (JSON.parse(text) as { beatbox: { currentBeat: StoredBeat; beats: StoredBeat[] } }).beatbox; // as the app stores it
}

/** A photo of some size, as a file. */
async function photo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_600, height: 1_200 });
    const context = canvas.getContext('2d');
    for (let x = 0; x < 1_600; x += 10) context?.fillRect(x, (x * 7) % 1_200, 9, 300);
    return canvas.toDataURL('image/png');
  });
  return { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') };
}

further(
  'a beat has a number from the start, gets a small picture of a photo, and is known by it after a reload',
  async () => {
    const { page } = person;
    await page.goto(`${suite.tactus.url}/beatbox?key=DemoHandy1`);
    const box = beatbox(page);
    await box.name().waitFor();
    const readUuid = async () => (await stored(page)).currentBeat.uuid;
    await until('the beat has a number', async () => EIGHT.test(await readUuid()));
    const uuid = await readUuid();

    await box.name().fill('Mine');
    await box.picture().setInputFiles(await photo(page));
    await box.removePicture().waitFor();
    await box.paint({ column: 0, row: 9 }, { column: 4, row: 0 });
    await box.save().click();
    await box.open('Mine').locator('img').waitFor();
    const { image } = (await stored(page)).currentBeat;
    expect(image).toMatch(/^data:image\/jpeg;base64,/);
    expect(image.length).toBeLessThan(20_000);
    expect(await stored(page)).toMatchObject({ currentBeat: { uuid }, beats: [{ name: 'Mine', uuid, image }] });

    await page.reload();
    expect(await box.open('Mine').locator('img').getAttribute('src')).toBe(image);
    expect(
      await box
        .open('Mine')
        .locator('img')
        .evaluate(async (shown: HTMLImageElement) => {
          await shown.decode();
          return shown.naturalWidth;
        }),
    ).toBe(160);

    // A file that is no picture changes nothing.
    await box.picture().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await box.showsUnreadable();
    expect((await stored(page)).currentBeat.image).toBe(image);

    await box.removePicture().click();
    await box.save().click();
    await box.open('Mine').locator('svg').first().waitFor();
    expect((await stored(page)).beats).toMatchObject([{ image: '' }]);
    await box.fresh().click();
    const next = (await stored(page)).currentBeat.uuid;
    expect(next).toMatch(EIGHT);
    expect(next).not.toBe(uuid);
  },
);
