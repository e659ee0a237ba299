import type { Undo } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DeviceProvider } from '../../../device/session/device-context.tsx';
import { scriptedDevice } from '../../../device/testing/scripted-device.ts';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../../settings/settings-store.ts';
import { SettingsProvider } from '../../../settings/use-settings.tsx';
import { createNotifications } from '../../../ui/notifications.ts';
import { NotificationsProvider } from '../../../ui/notifications-context.tsx';
import type { EntrySteps, PlayerEntry, PlayerHandle } from '../session/player-handle.ts';
import type { OpenFiles } from '../session/use-open-files.ts';
import type { PlayerSource } from '../source/source.ts';
import { playerTexts } from '../testing/player-texts.ts';
import { LibraryPanel } from './library-panel.tsx';
import type { LibraryEntry } from './library-record.ts';
import { toListedEntry } from './library-search.ts';
import type { LibraryStore } from './library-store.ts';

const ENTRIES = ['one', 'two'].map(
  (id): LibraryEntry => ({
    ...{ version: 1, id, title: id, tags: [], addedAtMs: 0, durationMs: 0, thumbnail: '' },
    scripts: [{ name: `${id}.csv`, type: '', hash: id }],
  }),
);

/** The library of two entries, whose files open by a call of the test. */
async function renderPanel() {
  // jsdom has no layout, and a list without a height shows no rows.
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  onTestFinished(() => height.mockRestore());
  vi.stubGlobal('ResizeObserver', undefined);
  const answers = new Map<string, (found: PlayerEntry) => void>();
  const store = {
    state: createStore(() => ({
      ...{ phase: 'ready', entries: ENTRIES.map((entry) => toListedEntry(entry, false)), playlists: [], damaged: 0 },
      ...{ reading: undefined, questions: [] },
    })),
    notePlayed: vi.fn(async () => undefined),
    unkeptBytes: () => 0,
    sourcesOf: ({ id }: LibraryEntry) => new Promise<PlayerEntry>((resolve) => answers.set(id, resolve)),
  } as unknown as LibraryStore; // No other part is used.
  const opened: (string | undefined)[] = [];
  const onChooseFiles = vi.fn();
  const begun: boolean[] = [];
  const offerSteps = vi.fn<(steps: EntrySteps) => Undo>(() => () => undefined);
  let playing: () => void = () => undefined;
  const onPlaying = (run: () => void) => {
    playing = run;
    return () => undefined;
  };
  const handleWith = (played: PlayerSource | undefined, hash?: string) =>
    ({
      open({ scripts }: PlayerEntry, how?: { readonly plays: boolean }) {
        opened.push(scripts[0]?.name);
        begun.push(how?.plays === true);
      },
      ...{ show: () => undefined, onEnded: () => () => undefined, offerSteps, onPlaying },
      current: { medium: undefined, scripts: [], played, script: hash && { hash } },
    }) as unknown as PlayerHandle; // as above
  const time = createFakeTime();
  const { device } = await scriptedDevice(time);
  const [language, notifications] = [await playerTexts(), createNotifications(time)];
  const settings = createSettingsStore({ storage: createMemoryStorage(), log: { warn: () => undefined } });
  const panel = (played?: PlayerSource, hash?: string) => (
    <LanguageProvider store={language}>
      <NotificationsProvider notifications={notifications}>
        <DeviceProvider device={device}>
          <SettingsProvider store={settings}>
            <LibraryPanel
              playerHandle={handleWith(played, hash)}
              openFiles={{} as unknown as OpenFiles}
              onChooseFiles={onChooseFiles}
              onFilled={() => undefined}
              goOnId={undefined}
              onLook={() => undefined}
              onGoOn={() => undefined}
              store={store}
            />
          </SettingsProvider>
        </DeviceProvider>
      </NotificationsProvider>
    </LanguageProvider>
  );
  const { rerender, unmount } = render(panel());
  return {
    ...{ opened, begun, store, device, unmount, onChooseFiles },
    choose: (id: string) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${id}`) })),
    edit: (id: string) => userEvent.click(screen.getByRole('button', { name: `Edit ${id}` })),
    /** Lets the files of an entry open; returns the opened sources. */
    async answer(id: string, found: PlayerEntry = { scripts: [{ name: id, type: '' }] }) {
      await act(async () => answers.get(id)?.(found));
      return found;
    },
    /** The entries that the player was offered last. */
    steps: () => offerSteps.mock.lastCall?.[0] ?? {},
    plays: (played: PlayerSource | undefined, hash?: string) => rerender(panel(played, hash)),
    /** What is open begins to play, or goes on. */
    reportPlaying: () => act(() => playing()),
  };
}

describe('an entry whose files take long to open', () => {
  test('is opened', async () => {
    const { choose, answer, opened } = await renderPanel();
    await choose('one');
    await answer('one');
    expect(opened).toEqual(['one']);
  });

  test('begins to play, and is stored as played', async () => {
    const { choose, answer, begun, store, plays, reportPlaying } = await renderPanel();
    await choose('one');
    const { scripts } = await answer('one');
    expect(begun).toEqual([true]);
    plays(scripts[0]);
    reportPlaying();
    expect(store.notePlayed).toHaveBeenCalledWith('one');
    reportPlaying();
    expect(store.notePlayed).toHaveBeenCalledOnce();
  });

  test('is stored as played once it plays, where it was opened at rest', async () => {
    const { choose, answer, steps, begun, store, plays, reportPlaying } = await renderPanel();
    await choose('one');
    const { scripts } = await answer('one');
    plays(scripts[0]);
    act(() => steps().next?.(false));
    const { scripts: next } = await answer('two');
    plays(next[0]);
    expect(begun).toEqual([true, false]);
    expect(store.notePlayed).not.toHaveBeenCalled();
    reportPlaying();
    expect(vi.mocked(store.notePlayed).mock.calls).toEqual([['two']]);
  });

  test('does not begin after a Stop meanwhile', async () => {
    const { choose, answer, begun, store, device } = await renderPanel();
    await choose('one');
    await act(async () => void device.stop().catch(() => undefined));
    await answer('one');
    expect(begun).toEqual([false]);
    expect(store.notePlayed).not.toHaveBeenCalled();
  });

  test('does not replace one that was chosen later', async () => {
    const { choose, answer, opened } = await renderPanel();
    await choose('one');
    await choose('two');
    await answer('two');
    await answer('one');
    expect(opened).toEqual(['two']);
  });

  test('does not replace a source opened elsewhere meanwhile', async () => {
    const { choose, answer, plays, opened } = await renderPanel();
    await choose('one');
    plays({ name: 'else', type: '' });
    await answer('one');
    expect(opened).toEqual([]);
  });

  test('is opened even where the previous one reports playing only then', async () => {
    const { choose, answer, plays, opened } = await renderPanel();
    await choose('one');
    const { scripts } = await answer('one');
    await choose('two');
    plays(scripts[0]);
    await answer('two');
    expect(opened).toEqual(['one', 'two']);
  });

  test('is not opened once the library is closed', async () => {
    const { choose, answer, unmount, opened } = await renderPanel();
    await choose('one');
    unmount();
    await answer('one');
    expect(opened).toEqual([]);
  });

  test('does not replace one that is being edited, where there is nothing to open', async () => {
    const { choose, edit, answer } = await renderPanel();
    await choose('one');
    await edit('two');
    await answer('one', { scripts: [] });
    expect(screen.getByRole('form', { name: 'two' })).toBeInTheDocument();
  });
});

test('the focus returns from an edited entry to its row', async () => {
  const { edit } = await renderPanel();
  await edit('two');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the library' }));
  expect(screen.getByRole('button', { name: /^two/ })).toHaveFocus();
});

test('the entries before and after the open one are offered to the player', async () => {
  const { choose, answer, plays, steps, opened } = await renderPanel();
  expect(steps()).toEqual({ previous: undefined, next: undefined });
  await choose('one');
  const { scripts } = await answer('one');
  plays(scripts[0]);
  expect(steps().previous).toBeUndefined();
  await act(async () => steps().next?.(true));
  const second = await answer('two');
  plays(second.scripts[0]);
  expect(opened).toEqual(['one', 'two']);
  expect(steps().next).toBeUndefined();
  await act(async () => steps().previous?.(false));
  await answer('one');
  expect(opened).toEqual(['one', 'two', 'one']);
});

test('a script that was opened elsewhere and is an entry has the entries before and after it, too', async () => {
  const { answer, plays, steps, opened } = await renderPanel();
  plays({ name: 'chosen.csv', type: '' }, 'else');
  expect(steps()).toEqual({ previous: undefined, next: undefined });
  plays({ name: 'chosen.csv', type: '' }, 'one');
  expect(steps().previous).toBeUndefined();
  await act(async () => steps().next?.(true));
  const { scripts } = await answer('two');
  plays(scripts[0], 'two');
  expect(opened).toEqual(['two']);
  expect(steps().next).toBeUndefined();
  expect(steps().previous).toBeDefined();
});

const library = () => screen.getByRole('region', { name: 'Library' });

test('a library of few entries has no search and no filters; one of many has', async () => {
  const { store } = await renderPanel();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(within(library()).getByRole('button', { name: 'Choose' })).toBeVisible();
  const many = Array.from({ length: 8 }, (_, index): LibraryEntry => ({ ...ENTRIES[0]!, id: `${index}` }));
  act(() => store.state.setState({ entries: many.map((entry) => toListedEntry(entry, false)) }));
  expect(screen.getByRole('searchbox')).toBeVisible();
  expect(within(library()).getByRole('button', { name: 'Filter' })).toBeVisible();
});

test('what can be added is behind one button above the list: files, an address, or files that are only played', async () => {
  const { onChooseFiles } = await renderPanel();
  const button = (name: string) => within(library()).getByRole('button', { name });
  await userEvent.click(button('Add'));
  expect(button('Add')).toHaveAttribute('aria-expanded', 'true');
  expect(button('Add files')).toBeVisible();
  await userEvent.click(button('Open addresses'));
  expect(screen.getByRole('textbox', { name: 'Address of the video' })).toBeVisible();
  await userEvent.click(button('Close'));
  await userEvent.click(button('Add'));
  await userEvent.click(button('Play files without adding'));
  expect(onChooseFiles).toHaveBeenCalledOnce();
  expect(button('Add')).toHaveAttribute('aria-expanded', 'false');
});
