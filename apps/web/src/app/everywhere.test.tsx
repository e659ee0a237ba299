import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { ROUTES } from './routes/routes.ts';

const chosen = { deviceSelectionComplete: true };
const linked = { ...chosen, connectionKey: 'DemoHandy1' };
const stopsOf = (requests: readonly string[]) => requests.filter((call) => call.startsWith('PUT '));

describe('the dock', () => {
  const everyLayout = ['/', '/settings', '/device-selection', '/debug', '/nowhere'];
  test.each(everyLayout)('is at %s, with Stop', async (path) => {
    const app = await renderApp({ path, settings: linked });
    await screen.findByRole('heading', { level: 1 });
    const dock = within(screen.getByRole('region', { name: 'Device' }));
    expect(dock.getByRole('button', { name: 'Stop' })).toBeEnabled();
    app.close();
  });
});

describe('a route with the flag app', () => {
  const rows = ROUTES.filter((row) => row.app === true && !row.path.includes(':')).map((row) => row.path);

  test.each(rows)('%s shows the connect card without a device, and with one the dock', async (path) => {
    const without = await renderApp({ path, settings: chosen });
    expect(await screen.findByRole('heading', { name: 'No device yet' })).toBeVisible();
    without.close();
    const withOne = await renderApp({ path, settings: linked });
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeEnabled();
    expect(screen.queryByRole('heading', { name: 'No device yet' })).toBeNull();
    withOne.close();
  });
});

describe('the menu of a phone', () => {
  afterEach(() => vi.restoreAllMocks());
  const open = async () => {
    const app = await renderApp({ path: '/', settings: linked });
    await userEvent.click(await screen.findByRole('button', { name: 'Open the menu' }));
    return app;
  };
  const isOpen = () => screen.queryByRole('button', { name: 'Close the menu' }) !== null;

  test('is no dialog: Escape closes it and stops the device', async () => {
    const app = await open();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(stopsOf(app.requests)).toHaveLength(1);
    expect(isOpen()).toBe(false);
    expect(screen.getByRole('button', { name: 'Open the menu' })).toHaveFocus();
    app.close();
  });

  test('leaves the focus where it is when that is outside of the menu', async () => {
    const app = await open();
    screen.getByRole('button', { name: 'Stop' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus();
    app.close();
  });

  test('closes when the screen becomes wide enough for the menu at its side, and the page works', async () => {
    const media = new EventTarget();
    const original = window.matchMedia('');
    let isWide = false;
    const list = {
      addEventListener: media.addEventListener.bind(media),
      removeEventListener: media.removeEventListener.bind(media),
    };
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
      ...original,
      ...list,
      media: query,
      get matches() {
        return isWide && query === '(min-width: 1024px)';
      },
    }));
    const app = await open();
    act(() => {
      isWide = true;
      media.dispatchEvent(new Event('change'));
    });
    expect(screen.getByRole('main')).not.toHaveAttribute('inert');
    expect(isOpen()).toBe(false);
    act(() => {
      isWide = false;
      media.dispatchEvent(new Event('change'));
    });
    expect(isOpen()).toBe(false);
    app.close();
  });

  test('leaves Stop within reach, and the page behind it alone', async () => {
    const app = await open();
    expect(screen.getByRole('main', { hidden: true })).toHaveAttribute('inert');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(stopsOf(app.requests)).toHaveLength(1);
    expect(isOpen()).toBe(true);
    app.close();
  });

  test('closes when a page is chosen', async () => {
    const app = await open();
    const [, menu] = screen.getAllByRole('navigation', { name: 'Main menu' });
    if (menu === undefined) throw new Error('The menu is not open');
    await userEvent.click(within(menu).getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    app.close();
  });
});

describe('the link that skips to the page', () => {
  test.each(['/remote#share', '/settings#limits'])('leads to the page of %s, and leaves it open', async (path) => {
    const app = await renderApp({ path, settings: linked });
    await screen.findByRole('heading', { level: 1 });
    await userEvent.click(screen.getByRole('link', { name: 'Skip to the page' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(app.address()).toBe(path);
    app.close();
  });
});

describe('hiding the screen', () => {
  const isHidden = () => screen.queryByRole('dialog', { name: 'Blank page' }) !== null;

  test('by its key stops the device and blanks the page, under a neutral title; any key shows the app again and does nothing else', async () => {
    const app = await renderApp({ path: '/', settings: linked });
    await screen.findByRole('heading', { name: 'The Handy' });
    await userEvent.keyboard('h');
    expect(isHidden()).toBe(true);
    expect(document.title).toBe('Blank page');
    const stops = stopsOf(app.requests).length;
    expect(stops).toBeGreaterThan(0);
    await userEvent.keyboard('h');
    expect(isHidden()).toBe(false);
    await waitFor(() => expect(document.title).toBe('Tactus'));
    expect(stopsOf(app.requests)).toHaveLength(stops);
    app.close();
  });

  test('is in the menu and in the dock too, and a tap shows the app again', async () => {
    const app = await renderApp({ path: '/settings', settings: chosen });
    const buttons = await screen.findAllByRole('button', { name: /^Hide the screen/ });
    expect(buttons).toHaveLength(2);
    for (const button of buttons) {
      await userEvent.click(button);
      expect(isHidden()).toBe(true);
      await userEvent.click(screen.getByRole('button', { name: /Press any key or tap/ }));
      expect(isHidden()).toBe(false);
    }
    app.close();
  });

  test('does not happen by a letter typed into a field, held with Control, or pressed on the page that sets shortcuts', async () => {
    const app = await renderApp({ path: '/device-selection', settings: chosen });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Connection key' }), 'h');
    fireEvent.keyDown(document.body, { key: 'h', ctrlKey: true });
    expect(isHidden()).toBe(false);
    await act(() => app.router.navigate({ to: '/settings' }));
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await userEvent.keyboard('h');
    expect(isHidden()).toBe(false);
    app.close();
  });
});

describe('menu and tiles', () => {
  const knownAs = (capabilities: object) => ({
    'tactus.device.DemoHandy1': JSON.stringify({ version: 1, capabilities }),
  });
  const manual = () => screen.queryAllByRole('link', { name: /^Manual/ });

  test('show a page that needs a slider to the owner of a device with one', async () => {
    const app = await renderApp({ path: '/', settings: linked, stored: knownAs({ slider: 1 }) });
    await screen.findByRole('heading', { name: 'The Handy' });
    await waitFor(() => expect(manual().length).toBeGreaterThanOrEqual(2));
    app.close();
  });

  test('show it nowhere to the owner of a device without one, whatever the name of the device', async () => {
    const app = await renderApp({ path: '/', settings: linked, stored: knownAs({ slider: 0, lra: 1 }) });
    await screen.findByRole('heading', { name: 'The Handy' });
    await waitFor(() => expect(manual()).toEqual([]));
    app.close();
  });
});

describe('a feature that the cloud lacks', () => {
  test('is named on the page that would use it, with the consequence', async () => {
    const app = await renderApp({ path: '/hamp', settings: linked });
    const missing = within(await screen.findByRole('complementary', { name: 'What this cloud does not have' }));
    expect(missing.getByText(/does not end by itself/)).toBeVisible();
    app.close();
  });

  test('is not named where the cloud lacks nothing', async () => {
    const app = await renderApp({ path: '/hamp', settings: linked, features: { leases: true } });
    await screen.findByRole('heading', { name: 'Manual', level: 1 });
    await screen.findByRole('button', { name: 'Start moving' });
    expect(screen.queryByText('What this cloud does not have')).toBeNull();
    app.close();
  });
});
