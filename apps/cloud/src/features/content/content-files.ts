import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseCards } from './cards.ts';
import { changelogFeed } from './changelog-feed.ts';
import { parseTips } from './tips.ts';

/** A document for the app. */
export interface ContentFile {
  /** The path of the document. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** The folder of the content, beside the sources. */
const FOLDER = new URL('../../../content/', import.meta.url);
const CHANGELOG = new URL('../../../../../CHANGELOG.md', import.meta.url);

const JSON_TYPE = 'application/json; charset=utf-8';
const FEED_TYPE = 'application/rss+xml; charset=utf-8';

/**
 * Reads the content from its files: tips, cards, and the changelog as a feed. Rejects with an Error that names the missing or
 * invalid file.
 */
export async function readContentFiles(): Promise<readonly ContentFile[]> {
  return Promise.all([
    json('/handy_tips.json', 'tips.json', parseTips),
    json('/content/community.json', 'community.json', (file) => ({ version: 1, cards: parseCards(file) })),
    json('/content/partners.json', 'partners.json', (file) => ({ version: 1, cards: parseCards(file) })),
    json('/content/carousel.json', 'carousel.json', (file) => ({ version: 1, cards: parseCards(file) })),
    feed(),
  ]);
}

async function json(path: string, name: string, parse: (file: unknown) => unknown): Promise<ContentFile> {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  try {
    return served(path, JSON_TYPE, JSON.stringify(parse(JSON.parse(text))));
  } catch (error) {
    throw new Error(`The content file ${name} is not as it must be`, { cause: error });
  }
}

const feed = async (): Promise<ContentFile> =>
  served('/changelog.xml', FEED_TYPE, changelogFeed(await readFile(CHANGELOG, 'utf8')));

function served(path: string, type: string, text: string): ContentFile {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { path, type, body: Buffer.from(text), etag };
}
