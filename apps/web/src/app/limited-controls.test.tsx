import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../settings/schema.ts';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

/** Pages are lazily loaded chunks. */
const LOADED = { timeout: 25_000 };

/** A page that controls a device, under limits of the settings. */
const open = (path: string, limits: { maxSpeedMmS?: number; rampSeconds?: number }) =>
  renderLinkedApp(path, { limits: { ...defaultSettings().limits, ...limits } });

const speedNote = () => screen.queryByRole('link', { name: /^Limited in Settings/ });

describe('a speed that the settings limit', () => {
  test.each(['/hamp', '/remote', '/hdsp', '/random-classic', '/hsp', '/beatbox', '/sync'])(
    'is announced on %s, with a link to Settings',
    async (path) => {
      await open(path, { maxSpeedMmS: 100, rampSeconds: 2 });
      const note = await screen.findByRole('link', { name: /^Limited in Settings: 100\smm\/s at most$/ }, LOADED);
      expect(note).toHaveAttribute('href', '/settings#limits');
      expect(screen.getByRole('link', { name: 'Slow start set in Settings: 2 s' })).toBeVisible();
    },
  );

  test('is marked on the fader of the speed, at the limit', async () => {
    await open('/hamp', { maxSpeedMmS: 100 });
    const fader = await screen.findByRole('slider', { name: 'Speed' }, LOADED);
    const mark = fader.parentElement?.querySelector<HTMLElement>('[style*="--most"]');
    expect(mark?.style.getPropertyValue('--most')).toBe('25');
  });
});

test('no notice appears where the settings limit nothing', async () => {
  const { app } = await open('/hamp', {});
  await screen.findByRole('slider', { name: 'Speed' }, LOADED);
  expect(speedNote()).toBeNull();
  app.settings.update({ limits: { ...app.settings.state.getState().limits, maxSpeedMmS: 150 } });
  await screen.findByRole('link', { name: /^Limited in Settings/ });
  app.settings.update({ limits: { ...app.settings.state.getState().limits, maxSpeedMmS: 1_000 } });
  expect(await screen.findByRole('slider', { name: 'Speed' })).toBeVisible();
  expect(speedNote()).toBeNull();
});
