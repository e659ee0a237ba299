import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../settings/schema.ts';
import { renderApp } from '../testing/render-app.tsx';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

// Settings of single pages: the values that a page shows after it is opened again.

const linked = { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' };
const { beatbox, gamepad, keyBinding, localPlayer, randomClassic, syncPage } = defaultSettings();

const browserFetch = globalThis.fetch;
afterEach(() => vi.stubGlobal('fetch', browserFetch));

describe('the settings of pages', () => {
  test.each(['showBeats', 'showPlaylist', 'showSettings', 'showGraph'] as const)(
    'a part of the beat box stays folded or open as it was left: %s',
    async (part) => {
      const app = await renderApp({
        path: '/beatbox',
        settings: { ...linked, beatbox: { ...beatbox, [part]: false } },
      });
      const folded = await screen.findAllByRole('button', { name: /^Show/, expanded: false });
      expect(folded).toHaveLength(1);
      expect(screen.getAllByRole('button', { name: /^Hide/, expanded: true })).toHaveLength(3);
      for (const button of folded) await userEvent.click(button);
      expect(app.settings.state.getState().beatbox[part]).toBe(true);
      expect(screen.getAllByRole('button', { name: /^Hide/, expanded: true })).toHaveLength(4);
      app.close();
    },
  );

  test('the addresses of the local player are stored for the next visit', async () => {
    vi.stubGlobal('fetch', async () => new Response('0,0\n1000,100\n', { headers: { 'content-type': 'text/csv' } }));
    const urls = { videoUrl: 'https://a.example/film.mp4', scriptUrl: 'https://a.example/film.funscript' };
    const app = await renderApp({ path: '/local', settings: { ...linked, localPlayer: { ...localPlayer, ...urls } } });
    for (const url of Object.values(urls)) expect(await screen.findByDisplayValue(url)).toBeVisible();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Address of the video' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Address of the script' }), '?2');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    const opened = { videoUrl: '', scriptUrl: `${urls.scriptUrl}?2` };
    expect(app.settings.state.getState().localPlayer).toEqual({ ...localPlayer, ...opened });
    for (const name of await screen.findAllByText(/^film\.funscript/)) expect(name).toBeVisible();
    app.close();
  });

  test('the settings of the random page are shown as stored, and every change is stored', async () => {
    const stored = { ...randomClassic, timeBetween: 8, currentPause: 2, minimumStrokeLength: 15 };
    const app = await renderApp({ path: '/random-classic', settings: { ...linked, randomClassic: stored } });
    for (const name of ['Between picks', 'Pause', 'Ramp', 'Session timer'])
      await userEvent.click(await screen.findByRole('button', { name: `More: ${name}` }));
    for (const name of ['Lowest speed', 'Stroke range, upper end', 'Shortest stroke']) {
      act(() => screen.getByRole('slider', { name }).focus());
      await userEvent.keyboard('{ArrowUp}');
    }
    await userEvent.type(screen.getByRole('textbox', { name: 'Text of the run' }), 'x');
    expect(app.settings.state.getState().randomClassic).toEqual({
      speedRange: { min: 1, max: 90 },
      strokeRange: { min: 20, max: 81 },
      minimumStrokeLength: 16,
      timeBetween: 9,
      currentPause: 3,
      ramp: 1.5,
      seed: 'x',
      sessionMinutes: 5,
    });
    app.close();
  });

  test.each([
    ['Dark mode', 'darkMode', 'appearance'],
    ['Content for Oh only', 'femaleContentFilter', 'appearance'],
    ['Content for Japan only', 'japaneseContentFilter', 'appearance'],
    ['Developer mode', 'developerMode', 'developer'],
  ] as const)(
    'the switch %s of the settings page is as stored, and stores a change',
    async (name, setting, section) => {
      const before = defaultSettings()[setting];
      const app = await renderApp({ path: `/settings#${section}`, settings: linked });
      const control = await screen.findByRole('switch', { name });
      for (const next of [!before, before]) {
        expect(control).toHaveAttribute('aria-checked', `${!next}`);
        await userEvent.click(control);
        expect(app.settings.state.getState()[setting]).toBe(next);
      }
      expect(control).toHaveAttribute('aria-checked', `${before}`);
      app.close();
    },
  );

  test('keys and their steps are shown as at first, and every change is stored', async () => {
    const app = await renderApp({ path: '/settings#keyboard', settings: linked });
    const enabled = await screen.findByRole('switch', { name: 'Shortcuts for stroke and time offset' });
    const keys = screen.getAllByRole('button', { name: /: [QAWSED]$/ }).map((button) => button.textContent);
    expect(keys).toEqual(['Q', 'A', 'W', 'S', 'E', 'D']);
    const steps = ['Step of the stroke', 'Step of the time offset'];
    const shownSteps = () =>
      steps.map((name) => screen.getByRole('group', { name }).querySelector('output')?.textContent);
    expect(shownSteps()).toEqual(['10\u00a0%', '10\u00a0ms']);
    expect(enabled).toBeChecked();
    await userEvent.click(enabled);
    for (const name of steps) await userEvent.click(screen.getByRole('button', { name: `${name}: more` }));
    expect(shownSteps()).toEqual(['11\u00a0%', '11\u00a0ms']);
    expect(app.settings.state.getState().keyBinding).toEqual({
      ...keyBinding,
      enabled: false,
      stroke: { ...keyBinding.stroke, incrementValue: 11 },
      timeOffset: { ...keyBinding.timeOffset, incrementValue: 11 },
    });
    app.close();
  });

  test('the grid of the beat box is as its settings, at first and changed, and every change is stored', async () => {
    const app = await renderApp({ path: '/beatbox', settings: linked });
    const grid = await screen.findByRole('grid');
    const shown = () => ({
      levels: within(grid).getAllByRole('row').length,
      columns: within(grid).getAllByRole('gridcell').length / within(grid).getAllByRole('row').length,
      rowHeight: grid.parentElement?.style.getPropertyValue('--row-height'),
      bpm: screen.getByRole('textbox', { name: 'Tempo in beats a minute' }),
    });
    expect(shown()).toMatchObject({ levels: 10, columns: 10, rowHeight: '32px', bpm: { value: '60' } });
    for (const name of ['Columns', 'Levels', 'Row height'])
      await userEvent.click(screen.getByRole('button', { name: `More: ${name}` }));
    expect(shown()).toMatchObject({ levels: 11, columns: 11, rowHeight: '40px' });
    for (const name of ['Fill points', 'End point', 'New tempo at mid-lap']) {
      expect(screen.getByRole('switch', { name })).toBeChecked();
      await userEvent.click(screen.getByRole('switch', { name }));
      expect(screen.getByRole('switch', { name })).not.toBeChecked();
    }
    const stored = app.settings.state.getState().beatbox;
    expect(stored.updateTimeHalfway).toBe(false);
    expect(stored.currentBeat.settings).toEqual({
      resolution: { height: 11, time: 11 },
      timePerCell: 250,
      tableHeight: 5,
      fillPoints: false,
      addEndPoint: false,
    });
    expect(stored.settings).toEqual(stored.currentBeat.settings);
    app.close();
  });

  test.each([
    ['at first', syncPage],
    ['as stored', { simulator: false, loop: true }],
  ])('repetition and simulator of the sync page are %s, and every change is stored', async (_, stored) => {
    const { app } = await renderLinkedApp('/sync', { syncPage: stored });
    const drawing = () => document.querySelector('svg rect[x="34"]') !== null;
    const repeat = await screen.findByRole('switch', { name: 'Repeat' }, { timeout: 25_000 });
    const simulator = screen.getByRole('switch', { name: 'Simulator' });
    expect(repeat).toHaveAttribute('aria-checked', `${stored.loop}`);
    expect(drawing()).toBe(stored.simulator);
    for (const control of [repeat, simulator]) await userEvent.click(control);
    expect(drawing()).toBe(!stored.simulator);
    expect(app.settings.state.getState().syncPage).toEqual({ simulator: !stored.simulator, loop: !stored.loop });
  });

  test('a gamepad that is switched off moves no device, and B still stops', async () => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false }));
    Object.assign(navigator, { getGamepads: () => [{ index: 0, buttons }] });
    const app = await renderApp({ path: '/', settings: { ...linked, gamepad: { ...gamepad, enabled: false } } });
    await screen.findByRole('heading', { name: 'The Handy' });
    const press = (number: number) => {
      for (const pressed of [true, false]) {
        for (const button of buttons.slice(number, number + 1)) button.pressed = pressed;
        app.time.advance(50);
      }
    };
    const puts = () => app.requests.filter((call) => call.startsWith('PUT '));
    window.dispatchEvent(new Event('gamepadconnected'));
    await waitFor(() => {
      window.dispatchEvent(new Event('gamepadconnected'));
      press(1);
      expect(puts()).not.toEqual([]);
    });
    const before = app.requests.length;
    press(12);
    press(5);
    expect(app.requests).toHaveLength(before);
    app.close();
  });
});
