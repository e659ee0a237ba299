import { createFakeTime } from '@tactus/time/testing';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DeviceProvider } from '../../device/device-context.tsx';
import { scriptedDevice } from '../../device/testing/scripted-device.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createNotifications } from '../../ui/notifications.ts';
import { NotificationsProvider } from '../../ui/notifications-context.tsx';
import { TimeProvider } from '../../ui/time-context.tsx';
import { LIBRARY_VERSION, type LibraryEntry, type Playlist } from './library/library-record.ts';
import type { LibraryStore } from './library/library-store.ts';
import { usePlaylistPlayer } from './library/use-playlist-player.ts';
import { type PlayerDoor, type PlayerEntry, usePlayerDoor } from './player-door.ts';
import type { PlayerSession } from './player-session.ts';
import { playerTexts } from './testing/player-texts.ts';
import type { Library } from './use-library.ts';
import type { OpenScript } from './use-loaded-script.ts';
import { createVirtualMedia } from './virtual-media.ts';

const NEXT: PlayerEntry = { scripts: [{ name: 'next.csv', type: 'text/csv' }] };

/** The door with what is open beside it; the session of the entry comes when the test says so. */
function atTheDoor() {
  const time = createFakeTime();
  const { device, pressStop } = scriptedDevice(time);
  let plays = 0;
  const play = async () => {
    plays += 1;
  };
  const session = (element: ReturnType<typeof createVirtualMedia>) =>
    ({ element, isOpen: () => true, play }) as unknown as PlayerSession;
  const element = createVirtualMedia(time, 10);
  const nothing = { medium: undefined, scripts: [], subtitles: undefined, script: undefined };
  const library = { ...nothing, openEntry: () => undefined } as unknown as Library;
  const open = { loading: undefined, failure: undefined, script: undefined } as unknown as OpenScript;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DeviceProvider device={device}>{children}</DeviceProvider>
  );
  const { result, rerender } = renderHook(
    (props: { session: PlayerSession | undefined }) =>
      usePlayerDoor({ library, open, element, durationMs: 0, ...props }),
    { wrapper, initialProps: { session: undefined } as { session: PlayerSession | undefined } },
  );
  return {
    pressStop,
    ask: () => act(() => result.current.open(NEXT, { plays: true })),
    isOpened: () => rerender({ session: session(element) }),
    plays: () => plays,
  };
}

describe('what is to play by itself once it is open', () => {
  test('plays once', () => {
    const { ask, isOpened, plays } = atTheDoor();
    ask();
    isOpened();
    isOpened();
    expect(plays()).toBe(1);
  });

  test('does not play when Stop was pressed until then', () => {
    const { ask, pressStop, isOpened, plays } = atTheDoor();
    ask();
    pressStop();
    isOpened();
    expect(plays()).toBe(0);
  });

  test('plays when it is asked for after a Stop', () => {
    const { ask, pressStop, isOpened, plays } = atTheDoor();
    pressStop();
    ask();
    isOpened();
    expect(plays()).toBe(1);
  });
});

const ENTRIES = ['one', 'two'].map((id): { entry: LibraryEntry } => ({
  entry: {
    ...{ version: LIBRARY_VERSION, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
    scripts: [{ name: `${id}.csv`, type: '' }],
  },
}));
const PLAYLIST: Playlist = {
  ...{ version: LIBRARY_VERSION, id: 'list', name: 'All', repeat: 'off', shuffle: false },
  entryIds: ['one', 'two'],
};

/** A playlist whose files take a second to be got at. */
async function inAPlaylist() {
  const time = createFakeTime();
  const { device, pressStop } = scriptedDevice(time);
  const language = await playerTexts();
  const opened: (boolean | undefined)[] = [];
  let ended: () => void = () => undefined;
  const played = { name: 'script', type: '' };
  const door = {
    open: (_: PlayerEntry, how?: { plays: boolean }) => opened.push(how?.plays),
    show: () => undefined,
    onEnded(run: () => void) {
      ended = run;
      return () => undefined;
    },
    current: { played },
  } as unknown as PlayerDoor;
  const store = {
    state: createStore(() => ({ entries: ENTRIES, playlists: [PLAYLIST] })),
    async sourcesOf() {
      await time.sleep(1_000);
      return { medium: undefined, scripts: [played] };
    },
  } as unknown as LibraryStore;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LanguageProvider store={language}>
      <TimeProvider time={time}>
        <NotificationsProvider notifications={createNotifications(time)}>
          <DeviceProvider device={device}>{children}</DeviceProvider>
        </NotificationsProvider>
      </TimeProvider>
    </LanguageProvider>
  );
  const { result } = renderHook(() => usePlaylistPlayer(door, store), { wrapper });
  const run = (ms: number) => act(() => time.run(ms));
  act(() => result.current.play(PLAYLIST));
  await run(2_000);
  expect(opened).toEqual([true]);
  return { pressStop, opened, run, end: () => act(() => ended()) };
}

describe('the next entry of a playlist', () => {
  test('is opened and played when the one before is over', async () => {
    const { end, run, opened } = await inAPlaylist();
    end();
    await run(2_000);
    expect(opened).toEqual([true, true]);
  });

  test('is opened and not played when Stop is pressed while its files are got at', async () => {
    const { end, run, opened, pressStop } = await inAPlaylist();
    end();
    await run(500);
    pressStop();
    await run(2_000);
    expect(opened).toEqual([true, false]);
  });
});
