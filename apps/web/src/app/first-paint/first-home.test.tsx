import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import enUS from '../../i18n/locales/en-US.json';
import { renderApp } from '../../testing/render-app.tsx';
import { buildFirstHome, FIRST_HOME_TILE_COUNT } from './first-home.ts';
import { removeFirstHome } from './remove-first-home.ts';

afterEach(() => removeFirstHome(document));

const facts = { device: 'The Handy', darkMode: true, followSystemTheme: false, language: 'en-US' } as const;

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
  const first = buildFirstHome(document, { ...facts, home: 'unlinked' }, enUS);
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
  const first = buildFirstHome(document, { ...facts, home }, enUS);
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

test('with a linked device it shows the name of the device and no state', () => {
  const first = buildFirstHome(document, { ...facts, device: 'Oh', home: 'linked' }, enUS);
  expect(first.querySelector('h1')?.textContent).toBe('Oh');
  expect(first.querySelector('section p, section a')).toBeNull();
});

test('it is removed once the app is shown', () => {
  document.body.prepend(buildFirstHome(document, { ...facts, home: 'unlinked' }, enUS));
  removeFirstHome(document);
  removeFirstHome(document);
  expect(screen.queryByRole('heading')).toBeNull();
});
