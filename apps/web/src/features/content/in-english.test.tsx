import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const settings = { deviceSelectionComplete: true };
const HINTS = { de: 'Dieser Text ist auf Englisch.', ja: 'この文章は英語です。', 'en-US': '' };

test.each(['/changelog', '/fw-release-notes'])(
  '%s states in other languages that its text is in English',
  async (path) => {
    for (const [language, hint] of Object.entries(HINTS)) {
      const app = await renderApp({ path, settings, language });
      const text = await screen.findAllByText(/virtual device/i);
      expect(text[0]?.closest('[lang]')).toHaveAttribute('lang', 'en');
      if (hint === '') expect(screen.queryByText('This text is in English.')).toBeNull();
      else expect(screen.getByText(hint)).toBeVisible();
      app.close();
    }
  },
);
