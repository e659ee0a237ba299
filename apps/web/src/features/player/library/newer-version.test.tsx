import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../../settings/settings-store.ts';
import { SettingsProvider } from '../../../settings/use-settings.tsx';
import { useOpenFiles } from '../session/use-open-files.ts';
import { entryOf, openLibraryOf } from './testing/open-library-of.ts';

/** A library whose entry received scripts of one name, one after the other. */
async function withVersions(...texts: readonly string[]) {
  const library = await openLibraryOf(entryOf('ride'));
  const { store, read } = library;
  for (const text of texts) {
    const adding = store.addTo(entryOf('ride'), [{ file: new File([text], 'ride.funscript'), handle: undefined }]);
    await read();
    await adding;
  }
  return library;
}

test('a newer version of a script has a name of its own and is played first, and each can be chosen', async () => {
  const { store, titles } = await withVersions('older', 'newer');
  expect(await titles()).toEqual(['ride ride (2).funscript ride.funscript']);
  const [listed] = store.state.getState().entries;
  if (!listed) throw new Error('Nothing was stored');
  const sources = await store.sourcesOf(listed.entry, false);
  const settings = createSettingsStore({ storage: createMemoryStorage(), log: { warn: () => undefined } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SettingsProvider store={settings}>{children}</SettingsProvider>
  );
  const { result } = renderHook(useOpenFiles, { wrapper });
  const played = () => result.current.script?.file?.text();
  act(() => result.current.openEntry(sources));
  expect(await played()).toBe('newer');
  act(() => result.current.chooseScript('ride.funscript'));
  expect(await played()).toBe('older');
  act(() => result.current.chooseScript('ride (2).funscript'));
  expect(await played()).toBe('newer');
});

test('a third version is played first too, and none is added twice', async () => {
  const { titles } = await withVersions('older', 'newer', 'older', 'newest');
  expect(await titles()).toEqual(['ride ride (3).funscript ride (2).funscript ride.funscript']);
});

test('a newer version of a script that is not the first takes the place before it', async () => {
  const { store, read, titles } = await openLibraryOf(entryOf('ride'));
  for (const [name, text] of [
    ['slow.funscript', 'slow'],
    ['ride.funscript', 'older'],
    ['ride.funscript', 'newer'],
  ] as const) {
    const adding = store.addTo(entryOf('ride'), [{ file: new File([text], name), handle: undefined }]);
    await read();
    await adding;
  }
  expect(await titles()).toEqual(['ride slow.funscript ride (2).funscript ride.funscript']);
});

test('a newer version that another tab adds stays the first where a title is saved', async () => {
  const { store, openTab, read } = await withVersions('older');
  const other = await openTab();
  const adding = other.addTo(entryOf('ride'), [{ file: new File(['newer'], 'ride.funscript'), handle: undefined }]);
  await read();
  await adding;
  const [listed] = store.state.getState().entries;
  if (!listed) throw new Error('Nothing was stored');
  await store.change(listed.entry.id, { title: 'Long ride' });
  await store.reload();
  const [{ entry } = listed] = store.state.getState().entries;
  expect([entry.title, ...entry.scripts.map(({ name }) => name)]).toEqual([
    ...['Long ride', 'ride (2).funscript', 'ride.funscript'],
  ]);
});
