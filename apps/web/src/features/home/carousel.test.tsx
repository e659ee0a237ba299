import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const card = { title: 'A title', text: 'Some words', tags: [] };
const CARDS = [
  { ...card, id: 'page', title: 'A page of ours', url: '/hamp' },
  { ...card, id: 'elsewhere', title: 'Something elsewhere', url: 'https://a.example/b', tags: ['oh'] },
  { ...card, id: 'far', title: 'Far away', url: 'https://jp.example/', tags: ['jp', 'all'] },
];

/** The content that the site serves. */
const serve = (cards: readonly object[], status = 200) =>
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      String(address) === '/content/carousel.json'
        ? Response.json({ version: 1, cards }, { status })
        : Response.json([], { status: 404 }),
    ),
  );
afterEach(() => {
  vi.unstubAllGlobals();
});

/** It is loaded after the page. */
const entry = (name: RegExp) => screen.findByRole('link', { name });
const chosen = { deviceSelectionComplete: true };
const shown = () =>
  screen.queryAllByRole('link').flatMap((link) => /page of ours|elsewhere|Far/.exec(link.textContent)?.[0] ?? []);

describe('the carousel', () => {
  test('raises carousel_click with the campaign and its address', async () => {
    serve(CARDS);
    const app = await renderApp({ path: '/', settings: chosen });
    const elsewhere = await entry(/Something elsewhere/);
    expect(elsewhere).toHaveAttribute('target', '_blank');
    expect(elsewhere).toHaveAttribute('rel', 'noreferrer');
    await userEvent.click(elsewhere);
    await userEvent.click(screen.getByRole('link', { name: /A page of ours/ }));
    await waitFor(() => expect(app.address()).toBe('/hamp'));
    expect(app.events.filter(({ name }) => name === 'carousel_click').map(({ properties }) => properties)).toEqual([
      { campaignName: 'elsewhere', url: 'https://a.example/b' },
      { campaignName: 'page', url: '/hamp' },
    ]);
    app.close();
  });

  test('shows entries in the language of the app where they are translated, and marks English ones', async () => {
    const translations = { de: { title: 'Unsere Seite', text: 'Ein paar Worte' } };
    serve([{ ...CARDS[0], translations }, CARDS[1] ?? {}]);
    const app = await renderApp({ path: '/', settings: chosen, language: 'de' });
    const translated = await entry(/Unsere Seite/);
    expect(translated.querySelector('[lang]')).toHaveAttribute('lang', 'de');
    expect(translated).toHaveTextContent('Ein paar Worte');
    expect((await entry(/Something elsewhere/)).querySelector('[lang]')).toHaveAttribute('lang', 'en');
    app.close();
  });

  test('shows entries that the content filters let pass', async () => {
    serve(CARDS);
    const app = await renderApp({ path: '/', settings: chosen });
    await entry(/Far away/);
    expect(shown()).toEqual(['page of ours', 'elsewhere', 'Far']);
    app.settings.update({ femaleContentFilter: true });
    await waitFor(() => expect(shown()).toEqual(['page of ours', 'elsewhere']));
    app.settings.update({ femaleContentFilter: false, japaneseContentFilter: true });
    await waitFor(() => expect(shown()).toEqual(['page of ours', 'Far']));
    app.close();
  });

  test('offers no page that the device in use cannot use, and all while no device is linked', async () => {
    serve(CARDS);
    const stored = { 'tactus.device.AbCd1234': JSON.stringify({ version: 1, capabilities: { erm: 1, slider: 0 } }) };
    const app = await renderApp({ path: '/', settings: { ...chosen, connectionKey: 'AbCd1234' }, stored });
    await entry(/Far away/);
    expect(shown()).toEqual(['elsewhere', 'Far']);
    app.close();
    const unlinked = await renderApp({ path: '/', settings: chosen });
    await entry(/Far away/);
    expect(shown()).toEqual(['page of ours', 'elsewhere', 'Far']);
    unlinked.close();
  });

  test('is not rendered without entries', async () => {
    serve([], 500);
    const app = await renderApp({ path: '/', settings: chosen });
    await screen.findByRole('heading', { name: 'The Handy' });
    expect(screen.queryByRole('region', { name: 'Worth a look' })).toBeNull();
    app.close();
  });
});
