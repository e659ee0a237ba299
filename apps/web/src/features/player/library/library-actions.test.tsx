import { createFakeTime } from '@tactus/time/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { createNotifications } from '../../../ui/notifications.ts';
import { NotificationsProvider } from '../../../ui/notifications-context.tsx';
import type { PlayerHandle } from '../session/player-handle.ts';
import type { OpenFiles } from '../session/use-open-files.ts';
import { playerTexts } from '../testing/player-texts.ts';
import { AddMenu } from './add-menu.tsx';
import { InvalidLibraryExportError } from './invalid-library-export.ts';
import { LibraryActions } from './library-actions.tsx';
import type { AddFilesResult, LibraryStore } from './library-store.ts';
import type { LibraryTransferAnswer } from './transfer-messages.ts';

const NO_EXPORT = 'This file is not an export of a library. Nothing was changed.';
const UNEXPECTED = 'Something unexpected happened. Try again.';
const IMPORTED = '1 entry imported';

/** Imports a file with this answer of the worker; returns the notifications. */
async function importing(answer: LibraryTransferAnswer, reload: () => Promise<void> = async () => undefined) {
  class AnsweringWorker extends EventTarget {
    postMessage = () => this.dispatchEvent(new MessageEvent('message', { data: answer }));
    terminate = () => undefined;
  }
  vi.stubGlobal('Worker', AnsweringWorker);
  onTestFinished(() => void vi.unstubAllGlobals());
  const notifications = createNotifications(createFakeTime());
  const store = { reload } as unknown as LibraryStore; // No other part is used.
  const onAdded = vi.fn();
  render(
    <LanguageProvider store={await playerTexts()}>
      <NotificationsProvider notifications={notifications}>
        <LibraryActions {...{ store, onAdded }} />
      </NotificationsProvider>
    </LanguageProvider>,
  );
  const input = screen.getByLabelText('Import', { selector: 'input' });
  await userEvent.upload(input, new File(['{}'], 'library.json', { type: 'application/json' }));
  return { shown: () => notifications.state.getState().map(({ message }) => message), onAdded };
}

test('a file that is no export is reported as such', async () => {
  const { shown } = await importing({ message: 'This is no library', name: new InvalidLibraryExportError().name });
  await vi.waitFor(() => expect(shown()).toEqual([NO_EXPORT]));
});

test.each(['QuotaExceededError', 'TypeError', 'SyntaxError'])(
  'other errors are not blamed on the file: %s',
  async (name) => {
    const { shown } = await importing({ message: 'Something else', name });
    await vi.waitFor(() => expect(shown()).toEqual([UNEXPECTED]));
  },
);

test('an import is reported, and its entries are shown', async () => {
  const result = { entries: 1, playlists: 0, damaged: 0 };
  const { shown, onAdded } = await importing({ result });
  await vi.waitFor(() => expect(onAdded).toHaveBeenCalledOnce());
  expect(shown()).toEqual([IMPORTED]);
});

test('a library that cannot be read again after an import is reported beside it', async () => {
  const result = { entries: 1, playlists: 0, damaged: 0 };
  const { shown } = await importing({ result }, () => Promise.reject(new Error('The database is closed')));
  await vi.waitFor(() => expect(shown()).toEqual([IMPORTED, UNEXPECTED]));
});

/** The notification after files were picked and this was the result of adding them. */
async function notificationOf(result: Partial<AddFilesResult>, pick: () => Promise<void>, isOpen: boolean) {
  const notifications = createNotifications(createFakeTime());
  const playerHandle = { current: { medium: undefined, scripts: [] } } as unknown as PlayerHandle; // No other part is used.
  const add = async () => ({ entries: 0, unreadable: [], unplaced: [], otherAxes: [], ...result });
  const store = { add } as unknown as LibraryStore; // as above
  render(
    <LanguageProvider store={await playerTexts()}>
      <NotificationsProvider notifications={notifications}>
        <AddMenu
          {...{ store, playerHandle, openFiles: {} as unknown as OpenFiles, isOpen }} // as above
          id="menu"
          onClose={() => undefined}
          onChooseFiles={() => undefined}
          onAdded={() => undefined}
        />
      </NotificationsProvider>
    </LanguageProvider>,
  );
  await pick();
  await vi.waitFor(() => expect(notifications.state.getState()).toHaveLength(1));
  return notifications.state.getState()[0];
}

test('subtitles and scripts for other axes that are added without their video are named', async () => {
  const upload = () =>
    userEvent.upload(screen.getByLabelText('Add files', { selector: 'input' }), new File(['text'], 'walk.srt'));
  const left = { unplaced: ['walk.srt'], otherAxes: ['a.roll.csv'] };
  const notification = await notificationOf(left, upload, false);
  expect(notification).toMatchObject({
    tone: 'warning',
    message: 'Nothing was added',
    caption: expect.stringContaining('walk.srt'),
  });
  expect(notification?.caption).toContain('Not played by this device: a.roll.csv');
});

test('of a folder with too many files and an unreadable one both are reported', async () => {
  const names = ['gone.csv', ...Array.from({ length: 5_001 }, (_, index) => `${index}.csv`)];
  const files = names.map((name) => ({
    ...{ kind: 'file', name },
    getFile: async () => (name === 'gone.csv' ? Promise.reject(new Error('It is gone')) : new File([], name)),
  }));
  const values = async function* () {
    yield* files;
  };
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('showOpenFilePicker', undefined);
  vi.stubGlobal('showDirectoryPicker', async () => ({ values }));
  const choose = () => userEvent.click(screen.getByRole('button', { name: 'Add a folder' }));
  expect(await notificationOf({ entries: 5_000 }, choose, true)).toMatchObject({
    ...{ tone: 'warning', message: '5,000 entries added' },
    caption: expect.stringMatching(/^Only the first 5,000 files .* Not readable: gone\.csv$/),
  });
});
