import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DeviceProvider } from '../../device/session/device-context.tsx';
import { scriptedDevice } from '../../device/testing/scripted-device.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createNotifications } from '../../ui/notifications.ts';
import { NotificationsProvider } from '../../ui/notifications-context.tsx';
import { TimeProvider } from '../../ui/time-context.tsx';
import { LIBRARY_RECORD_VERSION, type LibraryEntry, type Playlist } from './library/library-record.ts';
import type { LibraryStore } from './library/library-store.ts';
import { usePlaylistPlayer } from './library/use-playlist-player.ts';
import { usePlaylistQueue } from './library/use-playlist-queue.ts';
import { NextPanel } from './panels/next-panel.tsx';
import type { EntryQueue, PlayerEntry, PlayerHandle } from './session/player-handle.ts';
import type { Player } from './session/use-player.ts';
import { playerTexts } from './testing/player-texts.ts';

const LATER = 'seven';
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];
const entryOf = (id: string): { entry: LibraryEntry } => ({
  entry: {
    ...{ version: LIBRARY_RECORD_VERSION, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
    scripts: [{ name: `${id}.csv`, type: '' }],
  },
});
const PLAYLIST: Playlist = {
  ...{ version: LIBRARY_RECORD_VERSION, id: 'list', name: 'Evening', repeat: 'off', shuffle: false, entryIds: NAMES },
};

/** The panel beside a playlist of six entries. */
async function setUp() {
  const time = createFakeTime();
  const { device } = await scriptedDevice(time);
  const language = await playerTexts();
  const opened: string[] = [];
  const state = createStore(() => ({ entries: [...NAMES, LATER].map(entryOf), playlists: [PLAYLIST] }));
  const store = {
    state,
    sourcesOf: async ({ id }: LibraryEntry) => ({ medium: undefined, scripts: [{ name: id, type: '' }] }),
    async changePlaylist(_: string, change: (newest: Playlist) => Playlist) {
      state.setState(({ playlists, entries }) => ({ entries, playlists: playlists.map(change) }));
    },
    notePlayed: async () => undefined,
  } as unknown as LibraryStore;

  function Page() {
    const [queue, offerQueue] = useState<EntryQueue>();
    const [played, setPlayed] = useState<PlayerEntry['medium']>();
    const stable = useMemo(
      () => ({
        open({ scripts: [script] }: PlayerEntry) {
          opened.push(script?.name ?? '');
          setPlayed(script);
        },
        show: () => undefined,
        onEnded: () => () => undefined,
        offerQueue(offered: EntryQueue) {
          offerQueue(offered);
          return () => offerQueue(undefined);
        },
      }),
      [],
    );
    const handle = { ...stable, current: { played } } as unknown as PlayerHandle;
    const player = usePlaylistPlayer(handle, store);
    usePlaylistQueue(handle, player, store);
    return (
      <>
        <button type="button" onClick={() => player.play(PLAYLIST)}>
          Start
        </button>
        <NextPanel player={{ queue, steps: {}, loop: false } as unknown as Player} onChooseFiles={() => undefined} />
      </>
    );
  }
  render(
    <LanguageProvider store={language}>
      <TimeProvider time={time} random={createRandom(1)}>
        <NotificationsProvider notifications={createNotifications(time)}>
          <DeviceProvider device={device}>
            <Page />
          </DeviceProvider>
        </NotificationsProvider>
      </TimeProvider>
    </LanguageProvider>,
  );
  const tap = async (element: HTMLElement) => {
    fireEvent.click(element);
    await act(() => time.run(10));
  };
  const titles = () =>
    within(screen.getByRole('list', { name: 'What comes next' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replace(/^\d+ /, ''));
  const setEntries = (entryIds: readonly string[]) =>
    act(() => store.changePlaylist(PLAYLIST.id, (newest) => ({ ...newest, entryIds: [...entryIds] })));
  return { opened, tap, titles, state, setEntries };
}

test('lists what comes next in the playing playlist, and a tap plays an entry of it', async () => {
  const { opened, tap, titles } = await setUp();
  expect(screen.getByText(/^No playlist is playing/)).toBeVisible();
  await tap(screen.getByRole('button', { name: 'Start' }));
  expect(screen.getByRole('region', { name: 'Evening' })).toBeVisible();
  expect(titles()).toEqual(NAMES);
  expect(screen.getByRole('button', { name: '1 one' })).toHaveAttribute('aria-current', 'true');
  await tap(screen.getByRole('button', { name: '3 three' }));
  expect(opened).toEqual(['one', 'three']);
  expect(titles()).toEqual(['three', 'four', 'five', 'six']);
});

test('sets repeat and shuffle of the playlist; a shuffle brings the others into another order at once', async () => {
  const { opened, tap, titles, state } = await setUp();
  await tap(screen.getByRole('button', { name: 'Start' }));
  await tap(screen.getByRole('radio', { name: 'Repeat list' }));
  await tap(screen.getByRole('switch', { name: 'Shuffle' }));
  expect(state.getState().playlists[0]).toMatchObject({ repeat: 'all', shuffle: true });
  expect(titles()[0]).toBe('one');
  expect(titles().toSorted()).toEqual(NAMES.toSorted());
  expect(titles()).not.toEqual(NAMES);
  await tap(screen.getByRole('switch', { name: 'Shuffle' }));
  expect(titles()).toEqual(NAMES);
  expect(opened).toEqual(['one']);
});

test('entries that are added, removed or moved while the playlist plays are played in the new order', async () => {
  const { opened, tap, titles, setEntries } = await setUp();
  await tap(screen.getByRole('button', { name: 'Start' }));
  await tap(screen.getByRole('button', { name: '3 three' }));
  await setEntries(['six', 'two', 'three', 'five', LATER]);
  expect(titles()).toEqual(['three', 'five', LATER]);
  await setEntries([LATER, 'three', 'two', 'five']);
  expect(titles()).toEqual(['three', 'two', 'five']);
  await tap(screen.getByRole('button', { name: '3 two' }));
  expect(opened).toEqual(['one', 'three', 'two']);
});

test('the open entry stays at its place when it is removed from the playlist, and goes with the next one', async () => {
  const { tap, titles, setEntries } = await setUp();
  await tap(screen.getByRole('button', { name: 'Start' }));
  await tap(screen.getByRole('button', { name: '3 three' }));
  await setEntries(['one', 'two', 'four', 'five']);
  expect(titles()).toEqual(['three', 'four', 'five']);
  await tap(screen.getByRole('button', { name: '4 four' }));
  expect(screen.getByRole('button', { name: '3 four' })).toHaveAttribute('aria-current', 'true');
  expect(titles()).toEqual(['four', 'five']);
});

test('in a shuffle added entries come last, and the others stay in their order', async () => {
  const { tap, titles, setEntries } = await setUp();
  await tap(screen.getByRole('button', { name: 'Start' }));
  await tap(screen.getByRole('switch', { name: 'Shuffle' }));
  const order = titles();
  await setEntries([LATER, ...NAMES.filter((name) => name !== 'four')]);
  expect(titles()).toEqual([...order.filter((name) => name !== 'four'), LATER]);
});

test('the open entry begins the shuffle also where it is removed from the playlist', async () => {
  const { tap, titles, setEntries } = await setUp();
  await tap(screen.getByRole('button', { name: 'Start' }));
  await setEntries(['two', 'three']);
  await tap(screen.getByRole('switch', { name: 'Shuffle' }));
  expect(titles()[0]).toBe('one');
  expect(titles().toSorted()).toEqual(['one', 'three', 'two']);
});
