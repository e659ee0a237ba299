import { createFakeTime } from '@tactus/time/testing';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DeviceProvider } from '../../device/session/device-context.tsx';
import { scriptedDevice } from '../../device/testing/scripted-device.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createNotifications } from '../../ui/notifications.ts';
import { NotificationsProvider } from '../../ui/notifications-context.tsx';
import { TimeProvider } from '../../ui/time-context.tsx';
import { LIBRARY_RECORD_VERSION, type LibraryEntry, type Playlist } from './library/library-record.ts';
import type { LibraryStore } from './library/library-store.ts';
import { useOpenEntry } from './library/use-open-entry.ts';
import { usePlaylistPlayer } from './library/use-playlist-player.ts';
import type { OpenScript } from './script/use-loaded-script.ts';
import type { PlayableMedium } from './session/playable-medium.ts';
import { type PlayerEntry, type PlayerHandle, usePlayerHandle } from './session/player-handle.ts';
import type { PlayerSession } from './session/player-session.ts';
import type { OpenFiles } from './session/use-open-files.ts';
import { createVirtualMedia } from './session/virtual-media.ts';
import { playerTexts } from './testing/player-texts.ts';
import { scriptOf } from './testing/script-of.ts';

const NEXT: PlayerEntry = { scripts: [{ name: 'next.csv', type: 'text/csv' }] };
const NEXT_VIDEO: PlayerEntry = { ...NEXT, medium: { name: 'next.mp4', type: 'video/mp4' } };
const UNREAD = { loading: undefined, script: undefined, failure: { name: 'next.csv', error: new Error('Broken') } };

/** The handle with the open sources; the session of the entry opens by a call of the test. */
async function openedHandle(entry = NEXT) {
  const time = createFakeTime();
  const { device, pressStop } = await scriptedDevice(time);
  let plays = 0;
  const play = async () => {
    plays += 1;
  };
  let closing: ReturnType<PlayerSession['closing']>;
  const session = (element: ReturnType<typeof createVirtualMedia>) =>
    ({ element, isOpen: () => true, play, closing: () => closing }) as unknown as PlayerSession;
  const element = createVirtualMedia(time, 10);
  const nothing = { scripts: [], subtitles: undefined, script: undefined };
  const library = { ...nothing, medium: entry.medium, openEntry: () => undefined } as unknown as OpenFiles;
  const open = { loading: undefined, failure: undefined, script: undefined } as unknown as OpenScript;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DeviceProvider device={device}>{children}</DeviceProvider>
  );
  const { result, rerender } = renderHook(
    (props: Partial<Parameters<typeof usePlayerHandle>[0]>) =>
      usePlayerHandle({ library, open, element, session: undefined, durationMs: 0, isBlocked: false, ...props }),
    { wrapper, initialProps: {} },
  );
  return {
    pressStop,
    request: () => act(() => result.current.playerHandle.open(entry, { plays: true })),
    isOpened: () => rerender({ session: session(element) }),
    /** Another entry is open first. */
    isOpenedBefore: () => rerender({ session: session(createVirtualMedia(time, 10)) }),
    /** Closing the previous entry stops the device: its play is still in flight. */
    closesWithStop() {
      const before = device.store.getState();
      pressStop();
      closing = { before, after: device.store.getState() };
    },
    /** Its script cannot be read; returns the open sources. */
    isUnread: (left: { script?: OpenScript['script']; element?: PlayableMedium | undefined } = {}) =>
      rerender({ element, ...left, open: { ...open, ...UNREAD, script: left.script } }),
    /** A page is shown that may command the device; later another one. */
    isBlocked: (isBlocked: boolean) => rerender({ isBlocked }),
    plays: () => plays,
    onPlaying: (run: () => void) => result.current.playerHandle.onPlaying(run),
    playsAlone: () => !element.paused,
  };
}

describe('an entry that is to play by itself once it is open', () => {
  test('plays once', async () => {
    const { request, isOpened, plays } = await openedHandle();
    request();
    isOpened();
    isOpened();
    expect(plays()).toBe(1);
  });

  test('does not play when Stop was pressed before', async () => {
    const { request, pressStop, isOpened, plays } = await openedHandle();
    request();
    pressStop();
    isOpened();
    expect(plays()).toBe(0);
  });

  test('plays though closing the previous entry stops the device', async () => {
    const { request, isOpenedBefore, isOpened, closesWithStop, plays } = await openedHandle();
    isOpenedBefore();
    request();
    closesWithStop();
    isOpened();
    expect(plays()).toBe(1);
  });

  test.each(['before', 'after'] as const)('does not play when Stop is pressed %s that', async (when) => {
    const { request, pressStop, isOpenedBefore, isOpened, closesWithStop, plays } = await openedHandle();
    isOpenedBefore();
    request();
    if (when === 'before') pressStop();
    closesWithStop();
    if (when === 'after') pressStop();
    isOpened();
    expect(plays()).toBe(0);
  });

  test('does not play after a page that may command the device was shown meanwhile', async () => {
    const { request, isBlocked, isOpened, plays } = await openedHandle();
    request();
    isBlocked(true);
    isBlocked(false);
    isOpened();
    expect(plays()).toBe(0);
  });

  test('plays when it is requested after a Stop', async () => {
    const { request, pressStop, isOpened, plays } = await openedHandle();
    pressStop();
    request();
    isOpened();
    expect(plays()).toBe(1);
  });

  test('plays the medium alone where its script cannot be read', async () => {
    const { request, isUnread, playsAlone } = await openedHandle(NEXT_VIDEO);
    isUnread();
    request();
    expect(playsAlone()).toBe(true);
  });

  test('reports that it plays, also where it does at once', async () => {
    const { request, isUnread, onPlaying } = await openedHandle(NEXT_VIDEO);
    const playing = vi.fn();
    onPlaying(playing);
    isUnread();
    request();
    expect(playing).toHaveBeenCalledOnce();
  });

  test('plays nothing where its script cannot be read and another one is open', async () => {
    const { request, isUnread, playsAlone, isOpened, plays } = await openedHandle(NEXT_VIDEO);
    isUnread({ script: await scriptOf('0,0\n500,100\n') });
    request();
    isOpened();
    expect([playsAlone(), plays()]).toEqual([false, 0]);
  });

  test('does not make a later source play after a lone script that cannot be read', async () => {
    const { request, isUnread, isOpened, plays } = await openedHandle();
    isUnread({ element: undefined });
    request();
    isOpened();
    expect(plays()).toBe(0);
  });
});

const ENTRIES = ['one', 'two'].map((id): { entry: LibraryEntry } => ({
  entry: {
    ...{ version: LIBRARY_RECORD_VERSION, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
    scripts: [{ name: `${id}.csv`, type: '' }],
  },
}));
const PLAYLIST: Playlist = {
  ...{ version: LIBRARY_RECORD_VERSION, id: 'list', name: 'All', repeat: 'off', shuffle: false },
  entryIds: ['one', 'two'],
};

/** A playlist whose files take a second to open. */
async function inAPlaylist() {
  const time = createFakeTime();
  const { device, pressStop } = await scriptedDevice(time);
  const language = await playerTexts();
  const opened: (boolean | undefined)[] = [];
  let ended: (mayPlay: boolean) => void = () => undefined;
  let playing: () => void = () => undefined;
  const notePlayed = vi.fn(async () => undefined);
  const played = { name: 'script', type: '' };
  const playerHandle = {
    open: (_: PlayerEntry, how?: { plays: boolean }) => opened.push(how?.plays),
    show: () => undefined,
    onEnded(run: (mayPlay: boolean) => void) {
      ended = run;
      return () => undefined;
    },
    onPlaying(run: () => void) {
      playing = run;
      return () => undefined;
    },
    offerSteps: () => () => undefined,
    current: { played },
  } as unknown as PlayerHandle;
  const store = {
    state: createStore(() => ({ entries: ENTRIES, playlists: [PLAYLIST] })),
    async sourcesOf() {
      await time.sleep(1_000);
      return { medium: undefined, scripts: [played] };
    },
    notePlayed,
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
  const { result, rerender, unmount } = renderHook(
    (current) => {
      const handle = { ...playerHandle, current };
      const player = usePlaylistPlayer(handle, store);
      useOpenEntry({ playerHandle: handle, player, store, listed: [], onNothing: () => undefined });
      return player;
    },
    {
      ...{ wrapper, initialProps: playerHandle.current },
    },
  );
  const run = (ms: number) => act(() => time.run(ms));
  act(() => result.current.play(PLAYLIST));
  await run(2_000);
  expect(opened).toEqual([true]);
  return {
    ...{ pressStop, opened, run, unmount },
    reportPlaying: () => act(() => playing()),
    /** The entries that were stored as played. */
    notedIds: () => notePlayed.mock.calls.flat(),
    end: (mayPlay = true) => act(() => ended(mayPlay)),
    playAgain: () => act(() => result.current.play(PLAYLIST)),
    skip: (plays: boolean) => act(() => result.current.skip(plays)),
    back: (plays: boolean) => act(() => result.current.back(plays)),
    endPlaylist: () => act(() => result.current.end()),
    openElse: () => rerender({ ...playerHandle.current, played: { name: 'else', type: '' } }),
    isPlaying: () => result.current.run !== undefined,
  };
}

describe('the next entry of a playlist', () => {
  test('is opened and played at the end of the one before', async () => {
    const { end, run, opened } = await inAPlaylist();
    end();
    await run(2_000);
    expect(opened).toEqual([true, true]);
  });

  test('is opened and not played where the one before went on without its device', async () => {
    const { end, run, opened } = await inAPlaylist();
    end(false);
    await run(2_000);
    expect(opened).toEqual([true, false]);
  });

  test('is opened and not played when Stop is pressed while its files are being opened', async () => {
    const { end, run, opened, pressStop } = await inAPlaylist();
    end();
    await run(500);
    pressStop();
    await run(2_000);
    expect(opened).toEqual([true, false]);
  });

  test.each([
    ['the playlist is ended', 'endPlaylist'],
    ['something else is open', 'openElse'],
  ] as const)('is not opened once %s while its files are being opened', async (_, comesBetween) => {
    const playing = await inAPlaylist();
    playing.end();
    await playing.run(500);
    playing[comesBetween]();
    await playing.run(2_000);
    expect([playing.opened, playing.isPlaying()]).toEqual([[true], false]);
  });

  test('is not opened where a person plays another one meanwhile', async () => {
    const { end, run, opened, playAgain, isPlaying } = await inAPlaylist();
    end();
    await run(500);
    playAgain();
    await run(2_000);
    expect([opened, isPlaying()]).toEqual([[true, true], true]);
  });

  test('is not opened once the page is left', async () => {
    const { end, run, opened, unmount } = await inAPlaylist();
    end();
    await run(500);
    unmount();
    await run(2_000);
    expect(opened).toEqual([true]);
  });
});

test.each([
  ['are not played while the playlist is paused', false],
  ['are played while it plays', true],
])('the entries after and before the open one of a playlist %s', async (_, plays) => {
  const { skip, back, run, opened, isPlaying, reportPlaying, notedIds } = await inAPlaylist();
  reportPlaying();
  skip(plays);
  await run(2_000);
  if (plays) reportPlaying();
  back(plays);
  await run(2_000);
  expect([opened, isPlaying()]).toEqual([[true, plays, plays], true]);
  expect(notedIds()).toEqual(plays ? ['one', 'two'] : ['one']);
  reportPlaying();
  expect(notedIds().at(-1)).toBe('one');
});

test('an entry of a playlist that was opened at rest is stored as played once it plays', async () => {
  const { skip, run, reportPlaying, notedIds } = await inAPlaylist();
  skip(false);
  await run(2_000);
  expect(notedIds()).toEqual([]);
  reportPlaying();
  reportPlaying();
  expect(notedIds()).toEqual(['two']);
});
