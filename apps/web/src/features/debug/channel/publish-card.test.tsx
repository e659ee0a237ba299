import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';

/** Pages and their layouts are lazily loaded chunks. */
const LOADED = { timeout: 25_000 };
const TEST_MS = 40_000;
let app: Awaited<ReturnType<typeof renderApp>>;
afterEach(() => app.close());

/** The channel page without a linked device, with the Stop of its channel. */
async function setUp({ stopOnLeave = true } = {}) {
  app = await renderApp({
    path: '/debug/channel',
    settings: {
      ...{ deviceSelectionComplete: true, stopOnLeave },
      channelDebug: { channel: 'chref:AbCdEfGhJkLm', call: 'hamp.start', body: '' },
    },
    features: { channels: true },
  });
  const send = await screen.findByRole('button', { name: 'Send' }, LOADED);
  return { send, stops: () => app.requests.filter((line) => line === 'PUT /mode2').length };
}

test.each(['{Escape}', 'h'])(
  '%s stops a channel after a call to it, and no channel before',
  async (key) => {
    const { send, stops } = await setUp();
    await userEvent.keyboard('{Escape}');
    expect(stops()).toBe(0);
    await userEvent.click(send);
    await userEvent.keyboard(key);
    expect(stops()).toBe(1);
  },
  TEST_MS,
);

test(
  'a channel that may move is stopped when its tab is closed',
  async () => {
    const { send, stops } = await setUp({ stopOnLeave: false });
    await userEvent.click(send);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(stops()).toBe(1);
  },
  TEST_MS,
);

test(
  'a channel that goes on after its page is left can be stopped from every other page',
  async () => {
    const { send, stops } = await setUp({ stopOnLeave: false });
    await userEvent.click(send);
    await act(() => app.router.navigate({ to: '/debug/channel-store' }));
    await screen.findByRole('button', { name: 'Read again' }, LOADED);
    expect(stops()).toBe(0);
    await userEvent.keyboard('{Escape}');
    expect(stops()).toBe(1);
  },
  TEST_MS,
);

test(
  'a channel that may move is stopped when its page is left',
  async () => {
    const { send, stops } = await setUp();
    await userEvent.click(send);
    await act(() => app.router.navigate({ to: '/debug/channel-store' }));
    await screen.findByRole('button', { name: 'Read again' }, LOADED);
    expect(stops()).toBe(1);
  },
  TEST_MS,
);

test(
  'Stop of the dock is red while a channel alone may move, beside a device that rests',
  async () => {
    app = await renderApp({
      path: '/debug/channel',
      settings: {
        ...{ deviceSelectionComplete: true, connectionKey: 'DemoHandy1' },
        channelDebug: { channel: 'chref:AbCdEfGhJkLm', call: 'hamp.start', body: '' },
      },
      features: { channels: true },
    });
    const send = await screen.findByRole('button', { name: 'Send' }, LOADED);
    const [stop] = screen.getAllByRole('button', { name: 'Stop', description: /Escape/ });
    expect(stop).not.toHaveAttribute('data-moving');
    await userEvent.click(send);
    expect(stop).toHaveAttribute('data-moving', 'true');
  },
  TEST_MS,
);
