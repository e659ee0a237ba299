import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { JoinForm } from './join-form.tsx';

test('the join form requires a visible name', async () => {
  const enter = vi.fn();
  const { show } = await renderWithDevice({ '/': () => <JoinForm busy={false} failed={false} onEnter={enter} /> }, [
    'share',
  ]);
  show();
  const name = await screen.findByRole('textbox', { name: 'Your name' });
  await userEvent.clear(name);
  await userEvent.type(name, '\u200b \u3164{Enter}');
  expect(enter).not.toHaveBeenCalled();
  expect(screen.getByText('Say who you are, if only by one letter.')).toBeVisible();
  await userEvent.type(name, '🙂{Enter}');
  expect(enter).toHaveBeenCalledTimes(1);
});
