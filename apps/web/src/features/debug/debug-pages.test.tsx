import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const chosen = { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' };
/** Pages and their layouts are lazily loaded chunks. */
const LOADED = { timeout: 25_000 };
const TEST_MS = 40_000;
let app: Awaited<ReturnType<typeof renderApp>>;
afterEach(() => app.close());

test(
  'without channels the page names the missing feature and the replacement',
  async () => {
    app = await renderApp({ path: '/debug/channel', settings: chosen });
    expect(await screen.findByText('This cloud has no channels', undefined, LOADED)).toBeVisible();
    const main = screen.getByRole('main');
    expect(within(main).getByRole('link', { name: 'Linked devices' })).toHaveAttribute('href', '/link');
  },
  TEST_MS,
);

test(
  'the settings of the channel page are stored, and an invalid reference is reported',
  async () => {
    app = await renderApp({
      path: '/debug/channel',
      settings: {
        ...chosen,
        channelDebug: { channel: 'chref:AbCdEfGhJkLm', call: 'slider.setStroke', body: '{"min":0.2}' },
      },
      features: { channels: true },
    });
    expect(await screen.findByLabelText('Call', undefined, LOADED)).toHaveTextContent('slider.setStroke');
    expect(screen.getByLabelText('Body')).toHaveValue('{"min":0.2}');
    expect(screen.getByRole('button', { name: 'Listen' })).toBeEnabled();
    await userEvent.click(screen.getByLabelText('Call'));
    await userEvent.click(screen.getByRole('option', { name: 'hamp.start' }));
    await userEvent.clear(screen.getByLabelText('Body'));
    await userEvent.type(screen.getByLabelText('Channel reference'), ' x');
    expect(app.settings.state.getState().channelDebug).toEqual({
      channel: 'chref:AbCdEfGhJkLm x',
      call: 'hamp.start',
      body: '',
    });
    expect(screen.getByText('This is not a channel reference')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Listen' })).toBeDisabled();
  },
  TEST_MS,
);

test(
  'every debug page is a click away, home first, without developer mode',
  async () => {
    app = await renderApp({ path: '/debug', settings: chosen });
    const pages = await screen.findByRole('navigation', { name: 'Workshop' }, LOADED);
    expect(
      within(pages)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      '/debug',
      '/debug/channel',
      '/debug/channel-sdk',
      '/debug/channel-store',
      '/debug/emulator',
      '/debug/simulator',
      '/debug/ota',
    ]);
    expect(await screen.findByText('Feature flags of the cloud', undefined, LOADED)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Workshop' })).toBeNull();
  },
  TEST_MS,
);

test.each([
  ['/debug', 'Workshop', 'Feature flags of the cloud'],
  ['/debug/channel', 'Channel', 'Channel'],
  ['/debug/channel-sdk', 'Connection', 'Connection'],
  ['/debug/channel-store', 'Storage', 'Stored keys'],
  ['/debug/emulator', 'Emulator', 'Virtual device in this tab'],
  ['/debug/simulator', 'Simulator', 'The device'],
  ['/debug/ota', 'Update lab', 'Update lab'],
])(
  '%s is the debug page %s, named in its heading and marked among the tabs',
  async (path, name, content) => {
    app = await renderApp({ path, settings: chosen });
    const pages = await screen.findByRole('navigation', { name: 'Workshop' }, LOADED);
    expect(pages.querySelector('[aria-current="page"]')).toHaveAttribute('href', path);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name);
    expect(await screen.findByRole('region', { name: content }, LOADED)).toBeVisible();
  },
  TEST_MS,
);

test(
  'the overview shows for every feature whether the cloud has it',
  async () => {
    app = await renderApp({ path: '/debug', settings: chosen, features: { shares: true, unknownKeys: false } });
    const flags = await screen.findByRole('region', { name: 'Feature flags of the cloud' }, LOADED);
    const features = Object.fromEntries(
      within(flags)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(features).toMatchObject({ shares: 'yes', unknownKeys: 'no', leases: 'no', commandOrder: 'no' });
  },
  TEST_MS,
);

test(
  'the event console is filtered, paused and cleared',
  async () => {
    app = await renderApp({ path: '/debug', settings: chosen });
    await userEvent.click(await screen.findByRole('radio', { name: 'Events' }, LOADED));
    expect(await screen.findByText(/→ CONNECTING/, undefined, LOADED)).toBeVisible();
    await userEvent.type(screen.getByLabelText('With this text'), 'nothing like it');
    expect(screen.getByText(/Nothing yet/)).toBeVisible();
    await userEvent.clear(screen.getByLabelText('With this text'));
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Go on' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText(/Nothing yet/)).toBeVisible();
  },
  TEST_MS,
);

test(
  'the connection machine lights the present state of the connection',
  async () => {
    app = await renderApp({ path: '/debug/channel-sdk', settings: chosen });
    expect(await screen.findByRole('img', { name: 'It is in CONNECTING' }, LOADED)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('img', { name: 'It is in NOT_CONNECTING' }, LOADED)).toBeVisible();
  },
  TEST_MS,
);

test(
  'a device that was disconnected on the SDK page is connected again with the same key',
  async () => {
    app = await renderApp({ path: '/debug/channel-sdk', settings: chosen });
    const { store } = app.device;
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }, LOADED));
    expect(store.getState().connecting).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Connect anew' }));
    expect(store.getState()).toMatchObject({ connecting: true, connectionKey: chosen.connectionKey });
    expect(screen.queryByRole('alert')).toBeNull();
  },
  TEST_MS,
);
