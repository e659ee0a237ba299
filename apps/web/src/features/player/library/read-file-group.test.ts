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
