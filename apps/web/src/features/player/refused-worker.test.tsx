import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

test('where the browser starts no worker, the player does not say that another script would help', async () => {
  const { choose } = await openPlayer();
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new DOMException('denied', 'SecurityError');
      }
    },
  );
  await choose(scriptFile('ride.csv', 60));
  const alert = await screen.findByText(/^The part of the app that reads scripts does not run/);
  expect(alert).toHaveTextContent(/Reload the page/);
  expect(screen.queryByText('Choose another script.')).toBeNull();
});
