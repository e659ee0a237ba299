import { expect, test } from 'vitest';
import { createScriptLoader, type ScriptWorkerPort } from '../script/script-loader.ts';
import { WorkerHere } from '../testing/worker-here.ts';
import { withFileName } from './file-access.ts';
import { groupFiles } from './group-files.ts';
import { readFileGroup } from './read-file-group.ts';

const loader = createScriptLoader(() => new WorkerHere() as unknown as ScriptWorkerPort); // No other part is used.

/** The content of one entry, read from these files. */
function read(...files: readonly File[]) {
  const [group] = groupFiles(files.map((file) => withFileName({ file, handle: undefined })));
  if (!group) throw new Error('There is no group');
  return readFileGroup(group, loader);
}

const SUBTITLES = '1\r\n00:00:01,000 --> 00:00:02,000\r\nÇa été\r\n';
const utf16 = [...SUBTITLES].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]);

test.each([
  ['in UTF-8', new TextEncoder().encode(SUBTITLES)],
  ['in UTF-16', Uint8Array.from([0xff, 0xfe, ...utf16])],
  ['in the western encoding of Windows', Uint8Array.from(SUBTITLES, (letter) => letter.charCodeAt(0))],
])('subtitles %s are stored with their letters', async (_, bytes) => {
  const { parts, texts } = await read(new File([bytes], 'ride.srt'));
  expect(texts.get(parts.subtitles?.hash ?? '')).toBe(SUBTITLES);
});

test('a script that is not in UTF-8 has the same identity from its file and from the library', async () => {
  const file = new File([Uint8Array.from('#größe\n0,0\n500,100\n', (letter) => letter.charCodeAt(0))], 'ride.csv');
  const { hash } = await loader.load(file, file.name, file.type);
  const { parts, texts } = await read(file);
  expect(parts.scripts.map((script) => script.hash)).toEqual([hash]);
  expect((await loader.load(new File([texts.get(hash) ?? ''], file.name), file.name, '')).hash).toBe(hash);
});

test.each([
  ['without', ''],
  ['with', '\uFEFF'],
])('a script %s a byte-order mark has the same identity from its file and from the library', async (_, mark) => {
  const file = new File([`${mark}#ms,percent\n0,0\n500,100\n`], 'ride.csv');
  const { hash } = await loader.load(file, file.name, file.type);
  const { parts, texts } = await read(file);
  expect(parts.scripts.map((script) => script.hash)).toEqual([hash]);
  expect((await loader.load(new File([texts.get(hash) ?? ''], file.name), file.name, '')).hash).toBe(hash);
  expect((await loader.load(await file.text(), file.name, '')).hash).toBe(hash);
  expect((await loader.load(`${mark}${texts.get(hash)}`, file.name, '')).hash).toBe(hash);
  // What browsers have stored is found by it.
  expect(hash).toBe('de8199e191424cf1632451b73d2b2a346a0379261a77a016418c35c0223b61f4');
});
