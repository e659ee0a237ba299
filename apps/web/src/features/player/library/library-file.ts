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
  if (first.endsWith(FIRST_LINE_END)) {
    const content = await readLines(first, lines);
    if (content) return content;
  } else if ((await lines.next()).done) return contentOf(parsed(first));
  return contentOf(parsed(await file.text().catch(throwInvalid)));
}

/** The content of an export by its lines; `undefined` where they are not as they are written here. */
async function readLines(first: string, lines: AsyncIterable<string>): Promise<LibraryContent | undefined> {
  const texts = new Map<string, string>();
  let isComplete = false;
  try {
    const content = contentOf(parsed(first + LAST_LINE));
    for await (const line of lines) {
      if (isComplete && line.trim() !== '') return undefined;
      if (line === LAST_LINE) isComplete = true;
      const pair = isComplete ? '' : line.replace(/,$/, '');
      for (const [hash, text] of textsOf(parsed(`{${pair}}`))) texts.set(hash, text);
    }
    return isComplete ? { ...content, texts } : undefined;
  } catch (error) {
    if (error instanceof InvalidLibraryExportError) return undefined;
    throw error;
  }
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
    return throwInvalid(cause);
  }
}

function throwInvalid(cause: unknown): never {
  throw new InvalidLibraryExportError('This is no JSON', { cause });
}
