import { beforeEach, expect, test, vi } from 'vitest';
import { pickFiles, pickFolder } from './file-access.ts';

/** A handle of a file; one that is moved or locked cannot be read. */
const fileOf = (name: string, isReadable = true) => ({
  ...{ kind: 'file', name },
  getFile: async () => {
    if (!isReadable) throw new DOMException('It is gone', 'NotFoundError');
    return new File([name], name);
  },
});
const folderOf = (name: string, ...entries: readonly object[]) => ({
  ...{ kind: 'directory', name },
  async *values() {
    yield* entries;
  },
});

const pickers = { showOpenFilePicker: vi.fn(), showDirectoryPicker: vi.fn() };
beforeEach(() => {
  vi.stubGlobal('window', pickers);
  return () => void vi.unstubAllGlobals();
});
const namesOf = (files: readonly { readonly file: File }[] | undefined) => files?.map(({ file }) => file.name);

test('of several chosen files those that cannot be read are named', async () => {
  pickers.showOpenFilePicker.mockResolvedValue([fileOf('ride.mp4'), fileOf('ride.csv', false), fileOf('walk.csv')]);
  const picked = await pickFiles();
  expect([namesOf(picked?.files), picked?.unreadable]).toEqual([['ride.mp4', 'walk.csv'], ['ride.csv']]);
});

test('of a folder the files and folders that cannot be read are named', async () => {
  const locked = {
    ...folderOf('locked'),
    values: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('It is locked')) }) }),
  };
  const inside = folderOf('inside', fileOf('walk.csv'), fileOf('notes.txt', false));
  pickers.showDirectoryPicker.mockResolvedValue(folderOf('films', fileOf('ride.mp4', false), locked, inside));
  const picked = await pickFolder();
  expect([namesOf(picked.files), picked.unreadable]).toEqual([['walk.csv'], ['ride.mp4', 'locked']]);
  expect(picked.isCut).toBe(false);
});

test.each([
  [5_000, false],
  [5_001, true],
])('a folder of %i files says whether some were left out: %s', async (count, isCut) => {
  const files = Array.from({ length: count }, (_, index) => fileOf(`${index}.csv`));
  const inside = folderOf('inside', ...files, fileOf('notes.txt'));
  pickers.showDirectoryPicker.mockResolvedValue(folderOf('films', inside, folderOf('empty')));
  const picked = await pickFolder();
  expect([picked.files.length, picked.isCut]).toEqual([5_000, isCut]);
});

test('nothing is picked where the person chooses nothing', async () => {
  const cancelled = new DOMException('Cancelled', 'AbortError');
  pickers.showOpenFilePicker.mockRejectedValue(cancelled);
  pickers.showDirectoryPicker.mockRejectedValue(cancelled);
  const nothing = { files: [], unreadable: [], isCut: false };
  expect([await pickFiles(), await pickFolder()]).toEqual([nothing, nothing]);
});
