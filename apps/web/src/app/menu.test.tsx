import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { HAS_MOUSE } from '../ui/use-media-query.ts';

const chosen = { deviceSelectionComplete: true };
const dialog = (name: string) => screen.findByRole('dialog', { name });

/** The menu as text: the entries before the groups, and the groups with their pages. */
function menuIn(name: string) {
  const [menu] = screen.getAllByRole('navigation', { name });
  if (menu === undefined) throw new Error('There is no menu');
  const groups = within(menu).getAllByRole('heading', { level: 2 });
  const pagesOf = (element: Element | null) =>
    element === null ? [] : [...element.querySelectorAll('a')].map((link) => link.textContent);
  return {
    first: pagesOf(menu.querySelector('ul')),
    groups: Object.fromEntries(groups.map((group) => [group.textContent, pagesOf(group.parentElement)])),
  };
}

describe('the menu', () => {
  test('has home and the groups products, content, apps and settings, in en-US', async () => {
    const app = await renderApp({ path: '/', settings: chosen });
    await screen.findByRole('heading', { name: 'The Handy' });
    const { first, groups } = menuIn('Main menu');
    expect(first).toEqual(['Home']);
    expect(Object.keys(groups)).toEqual(['Apps', 'Products', 'Content', 'Settings']);
    expect(groups['Products']).toContain('Linked devices');
    expect(groups['Apps']).toContain('Local player');
    expect(groups['Settings']).toEqual(['Settings']);
    app.close();
  });

  test('leads to sharing, which alone is marked as the present page then; a section of the settings marks the settings', async () => {
    const app = await renderApp({ path: '/', settings: { ...chosen, connectionKey: 'DemoHandy1' } });
    await screen.findByRole('heading', { name: 'The Handy' });
    const menu = screen.getByRole('navigation', { name: 'Main menu' });
    const current = () => [...menu.querySelectorAll('[aria-current=page]')].map((link) => link.textContent);
    await userEvent.click(within(menu).getByRole('link', { name: 'Share' }));
    await waitFor(() => expect(current()).toEqual(['Share']));
    expect(app.address()).toContain('/remote');
    await userEvent.click(within(menu).getByRole('link', { name: 'Remote' }));
    await waitFor(() => expect(current()).toEqual(['Remote']));
    await userEvent.click(within(menu).getByRole('link', { name: 'Settings' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Limits' }));
    await screen.findByRole('region', { name: 'Limits' });
    expect(current()).toEqual(['Settings']);
    app.close();
  });

  test('has them in nb-NO too', async () => {
    const app = await renderApp({ path: '/', settings: chosen, language: 'nb-NO' });
    await screen.findByRole('heading', { name: 'The Handy' });
    const { first, groups } = menuIn('Hovedmeny');
    expect(first).toEqual(['Hjem']);
    expect(Object.keys(groups)).toEqual(['Apper', 'Produkter', 'Innhold', 'Innstillinger']);
    expect(groups['Innstillinger']).toEqual(['Innstillinger']);
    app.close();
  });

  test('shows the pages for developers in developer mode only', async () => {
    const app = await renderApp({ path: '/', settings: chosen });
    await screen.findByRole('heading', { name: 'The Handy' });
    const debug = () => screen.queryAllByRole('link').filter((link) => link.getAttribute('href') === '/debug');
    expect(debug()).toEqual([]);
    app.settings.update({ developerMode: true });
    await waitFor(() => expect(debug()).not.toEqual([]));
    app.close();
  });
});

describe('palette and help sheet', () => {
  afterEach(() => vi.restoreAllMocks());

  test('open from the menu, and the palette lists every action', async () => {
    // The help about keys is for a screen with a mouse.
    const list = window.matchMedia('');
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...list, media, matches: media === HAS_MOUSE }));
    const app = await renderApp({ path: '/', settings: chosen });
    await userEvent.click(await screen.findByRole('button', { name: /^Find/ }));
    const palette = await dialog('Find a page or an action');
    const names = within(palette)
      .getAllByRole('option')
      .map((option) => option.textContent);
    for (const action of ['Hide the screen', 'Keyboard and gamepad', 'Switch between dark and light'])
      expect(names).toContainEqual(expect.stringContaining(action));
    await userEvent.click(within(palette).getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: /^Keyboard and gamepad/ }));
    expect(await dialog('Keyboard and gamepad')).toBeVisible();
    app.close();
  });

  test('the palette finds sharing and leads to it', async () => {
    const app = await renderApp({ path: '/', settings: { ...chosen, connectionKey: 'DemoHandy1' } });
    await userEvent.click(await screen.findByRole('button', { name: /^Find/ }));
    await userEvent.type(within(await dialog('Find a page or an action')).getByRole('combobox'), 'share{Enter}');
    await waitFor(() => expect(app.router.state.location).toMatchObject({ pathname: '/remote', hash: 'share' }));
    app.close();
  });

  test('the Enter that ends a word of an input method runs nothing', async () => {
    const app = await renderApp({ path: '/', settings: { ...chosen, connectionKey: 'DemoHandy1' } });
    await userEvent.click(await screen.findByRole('button', { name: /^Find/ }));
    const field = within(await dialog('Find a page or an action')).getByRole('combobox');
    await userEvent.type(field, 'share');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    // Safari ends the composition before the key.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    const chosenBefore = field.getAttribute('aria-activedescendant');
    fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
    expect(field.getAttribute('aria-activedescendant')).toBe(chosenBefore);
    expect(await dialog('Find a page or an action')).toBeVisible();
    expect(app.router.state.location.pathname).toBe('/');
    app.close();
  });

  test('open from the menu of a phone, which closes', async () => {
    const app = await renderApp({ path: '/', settings: chosen });
    await userEvent.click(await screen.findByRole('button', { name: 'Open the menu' }));
    const [, onPhone] = screen.getAllByRole('button', { name: /^Find/ });
    if (onPhone === undefined) throw new Error('It is not in the menu of a phone');
    await userEvent.click(onPhone);
    expect(await dialog('Find a page or an action')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close the menu' })).toBeNull();
    app.close();
  });
});

describe('a key that is pressed before its handler is loaded', () => {
  test('has its effect once the handler is loaded', async () => {
    const app = await renderApp({ path: '/', settings: chosen });
    await screen.findByRole('button', { name: 'Open the menu' });
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await dialog('Keyboard and gamepad')).toBeVisible();
    app.close();
  });

  test('and opens the palette does not reach the browser', async () => {
    const app = await renderApp({ path: '/', settings: chosen });
    await screen.findByRole('button', { name: 'Open the menu' });
    expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false);
    expect(await dialog('Find a page or an action')).toBeVisible();
    app.close();
  });
});
