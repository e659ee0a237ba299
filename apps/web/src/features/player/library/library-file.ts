import { InvalidLibraryExportError } from './invalid-library-export.ts';
import { LIBRARY_RECORD_VERSION } from './library-record.ts';

/** The records of an export. They are untrusted until checked. */
interface LibraryRecords {
  readonly entries: readonly unknown[];
  readonly playlists: readonly unknown[];
  readonly damaged: readonly unknown[];
}

/** An export, without media: they are too large, and they are files already. */
interface LibraryFile extends LibraryRecords {
  readonly app: 'tactus-library';
  readonly version: typeof LIBRARY_RECORD_VERSION;
  /** Scripts and subtitles by the hash of their content. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The content of an export. */
interface LibraryContent extends LibraryRecords {
  /** Scripts and subtitles by the hash of their content. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A stored text with its hash. */
interface StoredPair {
  readonly key: string;
  readonly value: unknown;
}

// One JSON document, with a line for the records and a line for each text, which can be written and read one by one: all of them
// together may be longer than the longest text that a browser can have.
const FIRST_LINE_END = ',"texts":{';
const LAST_LINE = '}}';

/** Writes an export, with batches of texts by their hashes. */
export async function writeLibraryFile(
  records: LibraryRecords,
  texts: AsyncIterable<readonly StoredPair[]>,
): Promise<Blob> {
  const { entries, playlists, damaged } = records;
  const file: LibraryFile = {
    ...{ app: 'tactus-library', version: LIBRARY_RECORD_VERSION, entries, playlists, damaged },
    texts: {},
  };
  const parts: BlobPart[] = [JSON.stringify(file).slice(0, -LAST_LINE.length)];
  let separator = '\n';
  for await (const batch of texts) {
    const lines: string[] = [];
    for (const { key, value } of batch) {
      lines.push(separator, JSON.stringify(key), ':', JSON.stringify(value));
      separator = ',\n';
    }
    // The browser may store a file on the disk, and a list of texts not.
    parts.push(new Blob(lines));
  }
  return new Blob([...parts, '\n', LAST_LINE, '\n'], { type: 'application/json' });
}

/** Reads an export, also one of an older version. Rejects with a `InvalidLibraryExportError` for any other file. */
export async function readLibraryFile(file: Blob): Promise<LibraryContent> {
  const lines = linesOf(file);
  const { value: first = '' } = await lines.next();
  if (!first.endsWith(FIRST_LINE_END)) return contentOf(parsed(await file.text()));
  const content = contentOf(parsed(first + LAST_LINE));
  const texts = new Map<string, string>();
  for await (const line of lines) {
    if (line === LAST_LINE) return { ...content, texts };
    const pair = line.endsWith(',') ? line.slice(0, -1) : line;
    for (const [hash, text] of textsOf(parsed(`{${pair}}`))) texts.set(hash, text);
  }
  throw new InvalidLibraryExportError('The end is missing');
}

/** The lines of a file. */
async function* linesOf(file: Blob): AsyncGenerator<string, undefined> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let begun = '';
  for (;;) {
    const { done, value } = await reader.read();
    const [end = '', ...others] = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split('\n');
    const complete = [begun + end, ...others];
    begun = complete.pop() ?? '';
    yield* complete;
    if (!done) continue;
    yield begun;
    return undefined;
  }
}

function contentOf(read: unknown): LibraryContent {
  if (typeof read !== 'object' || read === null || !('app' in read) || read.app !== 'tactus-library')
    throw new InvalidLibraryExportError('This is no library');
  const { entries, playlists, texts, damaged } = read as Partial<Record<keyof LibraryFile, unknown>>; // Checked below.
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return { entries: list(entries), playlists: list(playlists), damaged: list(damaged), texts: textsOf(texts) };
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidLibraryExportError('This is no JSON', { cause });
  }
}
