import { fieldsOf } from '@tactus/protocol';
import type { Random } from '@tactus/time';
import { FALLBACK_LANGUAGE, type Language } from '../../i18n/languages.ts';
import type { ProductName } from '../../settings/schema.ts';

/** The path of the tips at the root of the site. */
const TIPS_PATH = '/handy_tips.json';

/** How a tip's `devices` name a device. */
const TAGS: Readonly<Record<ProductName, string>> = { 'The Handy': 'handy', Oh: 'oh' };

/** The reader of the tips. */
interface Reader {
  readonly language: Language;
  readonly device: ProductName;
}

/**
 * The texts of a tips list in a language. Read liberally: an entry is a text, or an object with the text under a
 * language's code (`nb-NO` or `nb`) or under `text`, `tip` or `title`. Anything else is skipped, and so is a tip whose
 * `devices` do not name the person's device.
 * @internal
 */
export function parseTips(value: unknown, { language, device }: Reader): string[] {
  const list = Array.isArray(value) ? value : fieldsOf(value)['tips'];
  if (!Array.isArray(list)) return [];
  return list.filter((entry) => isFor(entry, device)).flatMap((entry) => readTip(entry, language) || []);
}

/** Fetches the tips and chooses one at random; undefined where none can be fetched. */
export async function fetchRandomTip(from: {
  fetch: typeof globalThis.fetch;
  language: Language;
  device: ProductName;
  random: Random;
  signal?: AbortSignal;
}): Promise<string | undefined> {
  const { fetch, signal } = from;
  const response = await fetch(TIPS_PATH, { credentials: 'omit', ...(signal && { signal }) });
  if (!response.ok) return undefined;
  const tips = parseTips(await response.json(), from);
  return tips.length === 0 ? undefined : from.random.pick(tips);
}

function readTip(entry: unknown, language: Language): string | undefined {
  if (typeof entry === 'string') return entry.trim();
  const fields = fieldsOf(entry);
  const names = [
    language,
    language.slice(0, 2),
    'text',
    'tip',
    'title',
    FALLBACK_LANGUAGE,
    FALLBACK_LANGUAGE.slice(0, 2),
  ];
  for (const name of names) {
    const found = fields[name];
    if (found !== undefined && found !== null) return readTip(found, language);
  }
  return undefined;
}

/** A tip without devices is for all of them. */
function isFor(entry: unknown, device: ProductName): boolean {
  const { devices } = fieldsOf(entry);
  return !Array.isArray(devices) || devices.includes(TAGS[device]);
}
