import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const card = { text: 'Some words', url: 'https://a.example/' };
const CARDS = [
  { ...card, id: 'ours', title: 'For everybody', tags: ['free', 'oh', 'jp'] },
  { ...card, id: 'oh', title: 'One for Oh', tags: ['vr', 'oh'] },
  { ...card, id: 'jp', title: 'One for Japan', tags: ['vr', 'jp'] },
];

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      String(address) === '/content/partners.json'
        ? Response.json({ version: 1, cards: CARDS })
        : Response.json([], { status: 404 }),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const bothFilters = { deviceSelectionComplete: true, femaleContentFilter: true, japaneseContentFilter: true };
const showAll = () => screen.queryByRole('button', { name: 'Switch content filters off' });

test.each([
  ['all', ['For everybody', 'One for Oh', 'One for Japan']],
  ['free', ['For everybody']],
  ['subscription', []],
  ['vr', ['One for Oh', 'One for Japan']],
  ['oh', ['For everybody', 'One for Oh']],
])('the address of the filter %s shows the partners with its tag', async (filter, titles) => {
  const app = await renderApp({ path: `/partners/${filter}`, settings: { deviceSelectionComplete: true } });
  const links = (current?: 'page') => screen.queryAllByRole('link', current && { current });
  const hrefOf = (link: HTMLElement) => link.getAttribute('href');
  await waitFor(() => {
    expect(links('page').map(hrefOf)).toContain(`/partners/${filter}`);
    const cards = links().filter((link) => hrefOf(link) === card.url);
    expect(cards.map((link) => link.textContent)).toEqual(titles);
  });
  app.close();
});

describe('where no card is shown', () => {
  test('the page says that the content filters hide them all, and one press shows them', async () => {
    const app = await renderApp({ path: '/partners/vr', settings: bothFilters });
    await screen.findByRole('heading', { name: 'The content filters hide everything here' });
    expect(screen.getByText(/^Hidden: 2\./)).toBeVisible();
    await userEvent.click(showAll() ?? document.body);
    await waitFor(() => expect(screen.getByRole('link', { name: 'One for Oh' })).toBeVisible());
    expect(screen.getByRole('link', { name: 'One for Japan' })).toBeVisible();
    expect(app.settings.state.getState()).toMatchObject({ femaleContentFilter: false, japaneseContentFilter: false });
    app.close();
  });

  test('the filters are not given as the reason where they hide no match', async () => {
    const app = await renderApp({ path: '/partners/subscription', settings: bothFilters });
    await screen.findByRole('heading', { name: 'No matches' });
    expect(showAll()).toBeNull();
    app.close();
  });

  test('a search counts only its own matches', async () => {
    const app = await renderApp({ path: '/partners/all', settings: bothFilters });
    await screen.findByRole('link', { name: 'For everybody' });
    await userEvent.type(screen.getByRole('searchbox'), 'japan');
    await screen.findByText(/^Hidden: 1\./);
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'nowhere');
    await screen.findByRole('heading', { name: 'No matches' });
    app.close();
  });
});
