import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../../settings/settings-store.ts';
import { SettingsProvider } from '../../../settings/use-settings.tsx';
import { useOpenFiles } from '../session/use-open-files.ts';
import { entryOf, openLibraryOf } from './testing/open-library-of.ts';

/** What is open in the player once it opened an entry that has this script, and whose film is not found. */
async function withoutFilm(name: string) {
  const entry = { ...entryOf('Drum.Roll'), scripts: [{ name, type: '', hash: 'one' }] };
  const { store, tableOf } = await openLibraryOf(entry);
  await tableOf('texts').put('0,0\n500,100\n', 'one');
  const sources = await store.sourcesOf(entry, true);
  const settings = createSettingsStore({ storage: createMemoryStorage(), log: { warn: () => undefined } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SettingsProvider store={settings}>{children}</SettingsProvider>
  );
  const { result } = renderHook(useOpenFiles, { wrapper });
  act(() => result.current.openEntry(sources));
  return result;
}

test('a script of an entry is opened without its film, also where its name ends like an axis', async () => {
  const open = await withoutFilm('Drum.Roll.funscript');
  expect(open.current).toMatchObject({ medium: undefined, otherAxes: [], script: { name: 'Drum.Roll.funscript' } });
});

test('a script of an entry is still open once a film of another name is chosen', async () => {
  const open = await withoutFilm('Drum.Roll.funscript');
  act(() => open.current.addFiles([new File([], 'ride.mp4'), new File([], 'ride.roll.funscript')]));
  expect(open.current).toMatchObject({
    medium: { name: 'ride.mp4' },
    otherAxes: ['roll'],
    script: { name: 'Drum.Roll.funscript' },
  });
});
