import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const settings = { deviceSelectionComplete: true };
const code = () => screen.getByText(/widget\.js/).textContent;

test('the code for a page follows the options, and accepts only valid colours', async () => {
  const app = await renderApp({ path: '/uui', settings });
  await screen.findByRole('heading', { level: 1, name: 'Widget' });
  expect(code()).toContain('<tactus-widget></tactus-widget>');
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Compact' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Slim' }));
  const accent = screen.getByRole('textbox', { name: 'Accent color' });
  await userEvent.type(accent, 'rgb(1, 2, 3)');
  expect(code()).toContain('<tactus-widget theme="dark" compact slim accent="rgb(1, 2, 3)"></tactus-widget>');
  await userEvent.type(accent, '"><script>');
  screen.getByText('Not a color in this form');
  expect(code()).toContain('accent="rgb(1, 2, 3)"');
  await userEvent.clear(accent);
  await userEvent.type(accent, '#1e6bd6');
  expect(code()).toContain('accent="#1e6bd6"');
  await userEvent.type(accent, '8');
  screen.getByText('Not a color in this form');
  expect(code()).toContain('accent="#1e6bd6"');
  const widget = document.querySelector('tactus-widget');
  expect(widget?.shadowRoot?.querySelector('iframe')?.src).toContain('/widget.html?theme=dark&compact=1&slim=1');
  app.close();
});

test.each(['', 'null', 'javascript:alert(1)', 'https://a.test/path'])(
  'the permission window offers nothing where the origin is no site: %s',
  async (origin) => {
    const ask = '0123456789abcdef0123456789abcdef';
    const app = await renderApp({ path: `/uui?allow=${encodeURIComponent(origin)}&ask=${ask}`, settings });
    await screen.findByText('No widget is asking for permission here');
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
    app.close();
  },
);
