import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithDevice } from '../../../testing/render-with-device.tsx';
import { useVirtualMedia } from './use-medium.ts';

function Script() {
  const media = useVirtualMedia('script-1', 600_000);
  return (
    <button type="button" onClick={() => void media?.play()}>
      Play
    </button>
  );
}

test('a script that a sleep of the computer paused says why', async () => {
  const { show, time, pass, notifications } = await renderWithDevice({ '/': Script }, []);
  show();
  await act(async () => screen.getByText('Play').click());
  await pass(5_000);
  expect(notifications.state.getState()).toEqual([]);
  time.suspend(3_600_000, 'counts');
  await pass(1_000);
  expect(notifications.state.getState()).toMatchObject([
    { tone: 'warning', message: 'Stopped, because the computer or the phone was asleep.' },
  ]);
});
