import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';
import layout from './main-layout.module.css';

const chosen = { deviceSelectionComplete: true };

describe('the guard in the app', () => {
  test('leads a new user to the device selection and from there to the requested page', async () => {
    const app = await renderApp({ path: '/settings' });
    await screen.findByRole('heading', { name: 'Which device do you have?' });
    expect(app.address()).toBe('/device-selection?redirect=%2Fsettings');
    await userEvent.click(screen.getByRole('button', { name: 'Continue without a device' }));
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(app.address()).toBe('/settings');
    app.close();
  });

  test('connects a key in the address, removes it, stores it and lets the person pass', async () => {
    const app = await renderApp({ path: '/settings?k=DemoHandy1&a=1' });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(app.address()).toBe('/settings?a=1');
    expect(app.settings.state.getState()).toMatchObject({ connectionKey: 'DemoHandy1', deviceSelectionComplete: true });
    expect(app.device.store.getState()).toMatchObject({ connectionKey: 'DemoHandy1', connectionState: 'CONNECTING' });
    expect(JSON.stringify(app.events)).not.toContain('DemoHandy1');
    app.close();
  });

  test('chooses the device that female names', async () => {
    const app = await renderApp({ path: '/settings?female=true' });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(document.documentElement.dataset).toMatchObject({ character: 'oh', mode: 'light' });
    app.close();
  });
});

describe('navigation in the app', () => {
  test('views, leaves and scrolls to the top every time, Back and Forward included', async () => {
    const app = await renderApp({ path: '/', settings: chosen });
    await screen.findByRole('heading', { name: 'The Handy' });
    await act(() => app.router.navigate({ to: '/settings' }));
    act(() => app.history.back());
    await waitFor(() => expect(app.scrolled).toHaveLength(3));
    act(() => app.history.forward());
    await waitFor(() => expect(app.scrolled).toEqual(['/', '/settings', '/', '/settings']));
    expect(app.events.map(({ name, properties }) => [name, 'path' in properties && properties.path])).toEqual([
      ['page_view', '/'],
      ['page_leave', '/'],
      ['page_view', '/settings'],
      ['page_leave', '/settings'],
      ['page_view', '/'],
      ['page_leave', '/'],
      ['page_view', '/settings'],
    ]);
    app.close();
  });

  test('names the page in the title, neutrally', async () => {
    const app = await renderApp({ path: '/settings', settings: chosen });
    await waitFor(() => expect(document.title).toBe('Settings · Tactus'));
    await act(() => app.router.navigate({ to: '/' }));
    await waitFor(() => expect(document.title).toBe('Tactus'));
    app.close();
  });

  test.each([
    ['/', true],
    ['/partners/all', true],
    ['/settings', false],
    ['/nowhere', false],
  ])('%s reaches to the edges: %s', async (path, toTheEdges) => {
    const app = await renderApp({ path, settings: chosen });
    const main = await screen.findByRole('main');
    expect(main.classList.contains(layout['edge'] ?? '')).toBe(toTheEdges);
    app.close();
  });

  test('of an unknown address shows the not-found page with the nearest page', async () => {
    const app = await renderApp({ path: '/setings', settings: chosen });
    await screen.findByRole('heading', { name: 'Nothing here' });
    expect(screen.getByRole('link', { name: 'Go to Settings' })).toHaveAttribute('href', '/settings');
    app.close();
  });
});

describe('a page that needs a device', () => {
  test('shows how to connect one while none is linked', async () => {
    const app = await renderApp({ path: '/hamp', settings: chosen });
    const page = within(await screen.findByRole('main'));
    expect(await page.findByRole('heading', { name: 'No device yet' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Connect a device' })).toHaveAttribute(
      'href',
      '/device-selection?redirect=%2Fhamp',
    );
    app.close();
  });

  test('leads a device with firmware below 4 to its update', async () => {
    const { handy, pass } = await renderLinkedApp('/hamp');
    /** The first report ends the session before, the second begins the new one. */
    const comeBack = async (session: string, firmware: string) => {
      for (const _ of [1, 2]) {
        act(() => handy.comeOnline(session, firmware));
        await pass(1_000);
      }
    };
    const legacy = 'This device needs newer firmware';
    await comeBack('01HZ0002', '4.0.0');
    expect(await screen.findByRole('slider', { name: 'Speed' })).toBeVisible();
    expect(screen.queryByText(legacy)).toBeNull();
    await comeBack('01HZ0003', '3.9.9');
    expect(await screen.findByText(legacy)).toBeVisible();
    const page = within(screen.getByRole('main'));
    expect(page.getByRole('link', { name: 'Firmware update' })).toHaveAttribute('href', '/ota-fw3');
  });
});

describe('the device selection', () => {
  test('shows the error of a key only when it is submitted', async () => {
    const app = await renderApp({ path: '/device-selection' });
    const field = await screen.findByRole('textbox', { name: 'Connection key' });
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(field).toHaveAccessibleDescription('Connection key is required');
    await userEvent.type(field, 'ab c');
    expect(field).toHaveAccessibleDescription(/5–64 letters and digits, nothing else/);
    await userEvent.clear(field);
    await userEvent.type(field, ' DemoHandy1 {Enter}');
    await waitFor(() => expect(app.address()).toBe('/'));
    expect(app.settings.state.getState()).toMatchObject({ connectionKey: 'DemoHandy1', deviceSelectionComplete: true });
    app.close();
  });

  test('sets theme and filter with the device', async () => {
    const app = await renderApp({ path: '/device-selection' });
    await userEvent.click(await screen.findByRole('radio', { name: /Oh/ }));
    expect(app.settings.state.getState()).toMatchObject({ device: 'Oh', darkMode: false, femaleContentFilter: true });
    expect(document.documentElement.dataset).toMatchObject({ character: 'oh', mode: 'light' });
    await userEvent.click(screen.getByRole('radio', { name: /The Handy/ }));
    const handy = { device: 'The Handy', darkMode: true, femaleContentFilter: false };
    expect(app.settings.state.getState()).toMatchObject(handy);
    app.close();
  });
});

describe('the settings', () => {
  test('dark mode is the person’s own switch', async () => {
    const app = await renderApp({ path: '/settings#appearance', settings: chosen });
    await userEvent.click(await screen.findByRole('switch', { name: 'Dark mode' }));
    expect(app.settings.state.getState()).toMatchObject({ device: 'The Handy', darkMode: false });
    expect(document.documentElement.dataset['mode']).toBe('light');
    app.close();
  });

  test('a change of the device changes theme and filter too', async () => {
    const app = await renderApp({ path: '/settings', settings: chosen });
    await userEvent.click(await screen.findByRole('radio', { name: 'Oh' }));
    expect(app.settings.state.getState()).toMatchObject({ device: 'Oh', darkMode: false, femaleContentFilter: true });
    expect(document.documentElement.dataset).toMatchObject({ character: 'oh', mode: 'light' });
    await userEvent.click(screen.getByRole('radio', { name: 'The Handy' }));
    const handy = { device: 'The Handy', darkMode: true, femaleContentFilter: false };
    expect(app.settings.state.getState()).toMatchObject(handy);
    expect(document.documentElement.dataset).toMatchObject({ character: 'handy', mode: 'dark' });
    app.close();
  });

  test('the theme follows the system once that is chosen, and no longer once dark mode is switched', async () => {
    const app = await renderApp({ path: '/settings#appearance', settings: chosen });
    const { dataset } = document.documentElement;
    expect(dataset['mode']).toBe('dark');
    await userEvent.click(await screen.findByRole('switch', { name: 'Same as the system' }));
    // The system of the tests is light.
    expect(dataset['mode']).toBe('light');
    const dark = screen.getByRole('switch', { name: 'Dark mode' });
    expect(dark).not.toBeChecked();
    await userEvent.click(dark);
    expect(dataset['mode']).toBe('dark');
    expect(app.settings.state.getState()).toMatchObject({ darkMode: true, followSystemTheme: false });
    app.close();
  });

  test('each section opens from the list, and the focus goes with it and back', async () => {
    const app = await renderApp({ path: '/settings', settings: chosen });
    const list = within(await screen.findByRole('navigation', { name: 'All settings' }));
    for (const name of ['Limits', 'Appearance', 'Language', 'Privacy', 'Backup', 'Gamepad', 'Developer']) {
      await userEvent.click(list.getByRole('link', { name }));
      const section = await screen.findByRole('region', { name });
      expect(section.parentElement).toHaveFocus();
      await userEvent.click(screen.getByRole('link', { name: 'All settings' }));
      expect(list.getByRole('link', { name })).toHaveFocus();
    }
    app.close();
  });

  test('keyboard settings are not offered on a screen without a mouse', async () => {
    const app = await renderApp({ path: '/settings', settings: chosen });
    const list = within(await screen.findByRole('navigation', { name: 'All settings' }));
    expect(list.getByRole('link', { name: 'Gamepad' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Keyboard/ })).toBeNull();
    app.close();
  });

  test('the language changes at once and is remembered', async () => {
    const app = await renderApp({ path: '/settings#language', settings: chosen });
    await userEvent.click(await screen.findByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'Norsk bokmål' }));
    await screen.findByRole('heading', { name: 'Innstillinger', level: 1 });
    expect(document.documentElement.lang).toBe('nb-NO');
    expect(app.storage.getItem('userLanguage')).toBe('nb-NO');
    app.close();
  });

  test('all eight languages are offered, each in its own', async () => {
    const app = await renderApp({ path: '/settings#language', settings: chosen, language: 'nb' });
    await userEvent.click(await screen.findByRole('combobox', { name: 'Språk' }));
    const options = screen.getAllByRole('option');
    expect(options.map((option) => option.lang)).toEqual([
      'en-US',
      'nb-NO',
      'pt-BR',
      'es-ES',
      'de',
      'fr-FR',
      'ja',
      'ko',
    ]);
    app.close();
  });

  test.each([
    ['en-US', 'Appearance'],
    ['nb-NO', 'Utseende'],
    ['pt-BR', 'Aparência'],
    ['es-ES', 'Apariencia'],
    ['de', 'Darstellung'],
    ['fr-FR', 'Apparence'],
    ['ja', '外観'],
    ['ko', '화면'],
  ])('the page is shown in %s where that is chosen', async (code, appearance) => {
    const [other, name] = code === 'en-US' ? ['de', 'Sprache'] : ['en-US', 'Language'];
    const app = await renderApp({ path: '/settings#language', settings: chosen, language: other });
    await userEvent.click(await screen.findByRole('combobox', { name }));
    const option = screen.getAllByRole('option').find(({ lang }) => lang === code);
    await userEvent.click(option ?? document.body);
    expect(await screen.findByRole('link', { name: appearance })).toBeVisible();
    expect(document.documentElement.lang).toBe(code);
    app.close();
  });

  test('the stored key is shown masked and can be forgotten', async () => {
    const app = await renderApp({ path: '/settings', settings: { ...chosen, connectionKey: 'DemoHandy1' } });
    expect(await screen.findByText('De••••••y1')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Privacy' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Forget the key' }));
    expect(app.settings.state.getState().connectionKey).toBe('');
    app.close();
  });
});

describe('Stop', () => {
  const linked = { ...chosen, connectionKey: 'DemoHandy1' };
  const stops = (requests: readonly string[]) => requests.filter((call) => call.startsWith('PUT '));

  test('is sent by the button and by Escape, on every page, before the state of the device is known', async () => {
    const app = await renderApp({ path: '/settings#language', settings: linked });
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    expect(stops(app.requests)).toHaveLength(1);
    await act(() => app.time.run(2000));
    const before = stops(app.requests).length;
    screen.getByRole('combobox', { name: 'Language' }).focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(stops(app.requests).length).toBeGreaterThan(before));
    app.close();
  });

  test('is sent by Escape over an open dialog too, but not while Escape ends the composition of a text', async () => {
    const app = await renderApp({ path: '/', settings: linked });
    await screen.findByRole('button', { name: 'Stop' });
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.showModal();
    const isComposing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
    // A browser closes a dialog on every Escape that is not prevented.
    expect(fireEvent.keyDown(dialog, isComposing)).toBe(false);
    expect(stops(app.requests)).toEqual([]);
    expect(fireEvent.keyDown(dialog, { ...isComposing, isComposing: false })).toBe(true);
    expect(stops(app.requests)).toHaveLength(1);
    dialog.remove();
    app.close();
  });

  test('is on the device selection too, once a device is linked', async () => {
    const app = await renderApp({ path: '/device-selection', settings: linked });
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeEnabled();
    app.close();
  });
});

test('a notification appears in its region and disappears when it is closed', async () => {
  const app = await renderApp({ path: '/', settings: chosen });
  await screen.findByRole('heading', { name: 'The Handy' });
  act(() => app.notifications.show({ tone: 'negative', message: 'It failed', caption: 'Try again' }));
  const region = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(region.getByRole('alert')).toHaveTextContent('It failedTry again');
  await userEvent.click(region.getByRole('button', { name: 'Close' }));
  expect(region.queryByRole('alert')).toBeNull();
  act(() => app.notifications.show({ tone: 'positive', message: 'Saved' }));
  expect([...region.getByRole('status').querySelectorAll('p')].map((line) => line.textContent)).toEqual(['Saved']);
  app.close();
});
