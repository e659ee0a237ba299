import { createFakeTime } from '@tactus/time/testing';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DeviceProvider } from '../../../device/session/device-context.tsx';
import { scriptedDevice } from '../../../device/testing/scripted-device.ts';
import type { PlayerSession } from './player-session.ts';
import { useMayNextPlay } from './use-may-next-play.ts';
import { useOpenFilms } from './use-open-films.ts';
import { createVirtualMedia } from './virtual-media.ts';

const media = ['ride.mp4', 'walk.mp4'].map((name) => ({ name, type: 'video/mp4' }));

/** The first of two films that plays; returns whether the second one plays at its end. */
async function firstFilm(session?: PlayerSession) {
  const time = createFakeTime();
  const { device, pressStop } = await scriptedDevice(time);
  const element = createVirtualMedia(time, 10);
  const shown: [string, boolean][] = [];
  let ended: (mayPlay: boolean) => void = () => undefined;
  const parts = {
    ...{ library: { media, medium: media[0] }, startHere: (run: () => void) => run() },
    onEnded(run: (mayPlay: boolean) => void) {
      ended = run;
      return () => undefined;
    },
    showFilm: ({ name }: { name: string }, { plays }: { plays: boolean }) => shown.push([name, plays]),
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DeviceProvider device={device}>{children}</DeviceProvider>
  );
  const { result } = renderHook(
    () => {
      useOpenFilms(parts as unknown as Parameters<typeof useOpenFilms>[0]);
      return useMayNextPlay(element, session);
    },
    { wrapper },
  );
  await act(() => element.play());
  return { pressStop, end: () => act(() => ended(result.current())), shown };
}

const sessionIn = (phase: string) =>
  ({ state: createStore(() => ({ sync: { store: createStore(() => ({ phase })) } })) }) as unknown as PlayerSession;

test('at the end of one open film the next one plays', async () => {
  const { end, shown } = await firstFilm();
  end();
  expect(shown).toEqual([['walk.mp4', true]]);
});

test('after a Stop during a film without a script the next one is shown and does not play', async () => {
  const { pressStop, end, shown } = await firstFilm();
  pressStop();
  end();
  expect(shown).toEqual([['walk.mp4', false]]);
});

test('a film that went on without its device does not start the next one', async () => {
  const { end, shown } = await firstFilm(sessionIn('device-out'));
  end();
  expect(shown).toEqual([['walk.mp4', false]]);
});
