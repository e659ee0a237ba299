/** A version of the changelog. */
interface Version {
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The text of its section, in Markdown. */
  readonly text: string;
}

/** The page of the changelog in the app; a reader resolves it against the address of the feed. */
const PAGE = '/changelog';

const CHAPTER = /^## (\d\S*) \((\d{4}-\d{2}-\d{2})\)$/gm;

/** The changelog as RSS 2.0: an item for each version that has a date, in the order of the file. Unreleased changes are left out. */
export function changelogFeed(changelog: string): string {
  const items = versionsOf(changelog).map(({ name, date, text }) =>
    [
      '<item>',
      `<title>${escaped(name)}</title>`,
      `<link>${PAGE}</link>`,
      `<guid isPermaLink="false">tactus-${escaped(name)}</guid>`,
      `<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>`,
      `<description>${escaped(text)}</description>`,
      '</item>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0"><channel>',
    `<title>Tactus: changelog</title><link>${PAGE}</link><description>What each version brought</description>`,
    '<language>en</language>',
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

function versionsOf(changelog: string): Version[] {
  const chapters = [...changelog.matchAll(CHAPTER)];
  return chapters.map((chapter, place) => {
    const [heading, name = '', date = ''] = chapter;
    const end = chapters[place + 1]?.index ?? changelog.length;
    return { name, date, text: changelog.slice(chapter.index + heading.length, end).trim() };
  });
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => ESCAPES[sign] ?? sign);
