import { HspPlayState, initialState } from '@tactus/sdk';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { useSyncTest } from './use-sync-test.ts';

function Page() {
  const { toggle, isStarting } = useSyncTest({ transferMode: 'upload', loop: false, sound: false });
  return (
    <button type="button" aria-busy={isStarting} onClick={toggle}>
      Play
    </button>
  );
}

test('a press cancels a play that still waits for the device, the next one begins it, and another cancels it again', async () => {
  const browserFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ url: 'https://scripts.test/clip.csv' }));
  onTestFinished(() => void vi.stubGlobal('fetch', browserFetch));
  const { show, cloud, pass } = await renderWithDevice({ '/': Page }, []);
  let take: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  cloud.on('PUT /hssp/setup', async () => {
    await taken;
    return { result: { ...initialState.hsp, play_state: HspPlayState.NOT_INITIALIZED } };
  });
  show();
  const button = await screen.findByRole('button', { name: 'Play' });
  const press = async () => {
    await userEvent.click(button);
    await pass(100);
    return button.getAttribute('aria-busy');
  };
  const busy = [await press(), await press(), await press(), await press()];
  expect(busy).toEqual(['true', 'false', 'true', 'false']);
  expect(await press()).toBe('true');
  await act(async () => take());
  await pass(1_000);
  expect(cloud.lines()).toContain('PUT /hdsp/xpt');
});
