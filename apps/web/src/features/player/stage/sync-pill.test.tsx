import type { VideoSync, VideoSyncState } from '@tactus/sdk';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { renderWithDevice } from '../../../testing/render-with-device.tsx';
import { SyncPill } from './sync-pill.tsx';

const state = createStore<VideoSyncState>(() => ({
  ...{ mode: 'frame-locked', phase: 'starting', source: 'frames', errorMs: undefined, quality: 'unknown' },
  ...{ corrections: [], pausedBy: undefined, problem: undefined },
}));
const sync: VideoSync = {
  store: { getState: state.getState, getInitialState: state.getInitialState, subscribe: state.subscribe },
  ...{ join: () => undefined, setVideoGoesOn: () => undefined, close: () => undefined },
};

test('the error is shown while the device follows, and only a quality that lasts is announced', async () => {
  const { show, pass } = await renderWithDevice({ '/': () => <SyncPill player={{ sync, sending: false }} /> }, [
    'player',
  ]);
  show();
  const region = await screen.findByRole('status');
  const measure = (errorMs: number, quality: VideoSyncState['quality']) =>
    act(() => state.setState({ phase: 'following', errorMs, quality }));
  measure(12, 'good');
  expect(await screen.findByText('In sync · 12 ms')).toBeVisible();
  await pass(2_000);
  const announced: (string | null)[] = [];
  new MutationObserver(() => announced.push(region.textContent)).observe(region, {
    ...{ childList: true, characterData: true, subtree: true },
  });
  expect(region).toHaveTextContent(/^In sync$/);

  for (let ms = 13; ms < 33; ms += 1) {
    measure(ms, ms > 20 && ms % 2 === 0 ? 'fair' : 'good');
    await pass(100);
  }
  expect(screen.getByText('Nearly in sync · 32 ms')).toBeVisible();
  expect(announced).toEqual([]);
  await pass(2_000);
  expect(announced).toEqual(['Nearly in sync']);

  act(() => state.setState({ phase: 'device-out' }));
  await pass(0);
  expect(region).toHaveTextContent('The device is stopped, the video goes on');
});
