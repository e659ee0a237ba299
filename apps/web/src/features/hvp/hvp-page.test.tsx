import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const linked = { deviceSelectionComplete: true, connectionKey: 'AbCd1234' };

/** The page for a device whose capabilities are known from before. */
async function openFor(capabilities: Record<string, number>) {
  const stored = { 'tactus.device.AbCd1234': JSON.stringify({ version: 1, capabilities }) };
  const app = await renderApp({ path: '/hvp', settings: linked, stored });
  await screen.findByRole('heading', { level: 1, name: 'Vibration' });
  return app;
}

const sliders = () => screen.getAllByRole('slider').map((slider) => slider.getAttribute('aria-label'));

describe('the vibration page shows the controls of the capabilities', () => {
  test('an ERM has a strength and nothing else', async () => {
    const app = await openFor({ erm: 1, lra: 0, slider: 0 });
    await waitFor(() => expect(sliders()).toEqual(['Strength']));
    app.close();
  });

  test('an LRA has a pitch too, and a pad for both', async () => {
    const app = await openFor({ lra: 1, slider: 0 });
    await waitFor(() => expect(sliders()).toEqual(['Pad: Strength', 'Pad: Pitch', 'Strength', 'Pitch']));
    app.close();
  });

  test('a slider has a position; the pad goes along pitch or position, as chosen', async () => {
    const app = await openFor({ lra: 1, slider: 1 });
    await waitFor(() => expect(sliders()).toEqual(['Pad: Strength', 'Pad: Pitch', 'Strength', 'Pitch', 'Position']));
    await userEvent.click(screen.getByRole('radio', { name: 'Position' }));
    expect(sliders().slice(0, 2)).toEqual(['Pad: Strength', 'Pad: Position']);
    app.close();
  });

  test('a slider and no LRA has no pitch', async () => {
    const app = await openFor({ erm: 1, slider: 1 });
    await waitFor(() => expect(sliders()).toEqual(['Pad: Strength', 'Pad: Position', 'Strength', 'Position']));
    app.close();
  });

  test('without vibration it explains that, with a link to another page', async () => {
    const app = await openFor({ slider: 1 });
    expect(await screen.findByRole('heading', { name: 'Nothing to vibrate here' })).toBeVisible();
    app.close();
  });
});
