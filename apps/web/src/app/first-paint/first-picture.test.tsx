import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import type { FirstPaintFacts } from './first-paint-facts.ts';
import { buildFirstPicture, FIRST_HOME_TILE_COUNT } from './first-picture.ts';
import type { FirstPaintTexts } from './first-texts.ts';
import { removeFirstPicture } from './remove-first-picture.ts';

// The texts as the build reads them: some are of a page's part, which no import has.
const enUS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../i18n/locales/en-US.json'), 'utf8'),
) as FirstPaintTexts;

afterEach(() => removeFirstPicture(document));

const facts = {
  device: 'The Handy',
  darkMode: true,
  followSystemTheme: false,
  language: 'en-US',
  goOnHeightPx: 0,
} as const;

function pictureOf(changes: Pick<FirstPaintFacts, 'picture'> & Partial<FirstPaintFacts>): HTMLElement {
  const picture = buildFirstPicture(document, { ...facts, ...changes }, enUS);
  if (picture === undefined) throw new Error('This page has no first picture');
  return picture;
}

/** The shown texts, by element and style; only the router knows that a link leads to the present page. */
const shownIn = (within: ParentNode) =>
  ['h1', 'section p', 'section a', 'nav > a'].map((selector) => {
    const element = within.querySelector(selector);
    return [
      selector,
      element?.className.replace(/ active$/, ''),
      element?.textContent,
      element?.getAttribute('aria-label'),
    ];
  });

test('the first picture has the texts and the appearance of home', async () => {
  const first = pictureOf({ picture: 'unlinked' });
  const app = await renderApp({ path: '/', settings: { deviceSelectionComplete: true } });
  await screen.findByRole('heading', { level: 1 });
  expect(shownIn(first)).toEqual(shownIn(document.body));
  expect(first.querySelector('section a')?.getAttribute('href')).toBe(
    document.querySelector('main section a')?.getAttribute('href'),
  );
  app.close();
});

test('there is a frame for every tile', async () => {
  const app = await renderApp({ path: '/', settings: { deviceSelectionComplete: true } });
  const all = await screen.findByRole('button', { name: 'All tools' });
  expect(all.parentElement?.children).toHaveLength(FIRST_HOME_TILE_COUNT);
  app.close();
});

test.each(['linked', 'unlinked'] as const)('tiles and device are in the order of home: %s', async (home) => {
  const first = pictureOf({ picture: home });
  const settings = { deviceSelectionComplete: true, ...(home === 'linked' && { connectionKey: 'DemoHandy1' }) };
  const app = await renderApp({ path: '/', settings });
  await screen.findByRole('button', { name: 'All tools' });
  const classesIn = (within: ParentNode) => [...(within.querySelector('main section')?.parentElement?.children ?? [])];
  const order = (within: ParentNode) =>
    classesIn(within)
      .map((part) => part.className)
      .slice(0, 3);
  expect(order(first)).toEqual(order(document));
  app.close();
});

test('the place of the film played last is as high as its card was', async () => {
  const place = (within: ParentNode) => {
    const ways = within.querySelector('main section')?.previousElementSibling;
    const first = ways?.firstElementChild;
    return [first?.className, first instanceof HTMLElement && first.style.minHeight];
  };
  const kept = place(pictureOf({ picture: 'linked', goOnHeightPx: 96 }));
  expect(kept[1]).toBe('96px');
  const settings = { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' };
  localStorage.setItem('tactus.goOnHeight', '96');
  const app = await renderApp({ path: '/', settings });
  await screen.findByRole('button', { name: 'All tools' });
  // jsdom has no database: there is no film, and its place is given back.
  await waitFor(() => expect(place(document)).toEqual([kept[0], '']));
  app.close();
});

test('before a device is chosen it has the texts and the appearance of the choice', async () => {
  const first = pictureOf({ picture: 'selection' });
  const app = await renderApp({ path: '/device-selection' });
  await screen.findByRole('heading', { level: 1 });
  const shown = (within: ParentNode) =>
    ['header > a', 'main', 'main h1', 'main p'].map((selector) => {
      const element = within.querySelector(selector);
      return [selector, element?.className.replace(/ active$/, ''), selector === 'main' || element?.textContent];
    });
  expect(shown(first)).toEqual(shown(document.body));
  app.close();
});

test('a page of which nothing is known before the app has loaded has none', () => {
  expect(buildFirstPicture(document, { ...facts, picture: undefined }, enUS)).toBeUndefined();
});

test('with a linked device it shows the name of the device, and that it is being looked for', () => {
  const first = pictureOf({ device: 'Oh', picture: 'linked' });
  expect(first.querySelector('h1')?.textContent).toBe('Oh');
  expect(first.querySelector('section p')?.textContent).toBe(enUS['connection.wait']);
  expect(first.querySelector('section a')).toBeNull();
});

test('it is removed once the app is shown', () => {
  document.body.prepend(pictureOf({ picture: 'unlinked' }));
  removeFirstPicture(document);
  removeFirstPicture(document);
  expect(screen.queryByRole('heading')).toBeNull();
});
