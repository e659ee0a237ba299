/** The reference as one page without scripts: every name has an address of its own. */
import { CHAPTERS } from './areas.mjs';

/** @typedef {import('./read-exports.mjs').Exported} Exported */

/**
 * @param {{ version: string, exports: readonly Exported[] }} options
 * @returns {string}
 * @throws {Error} for a folder that no chapter knows
 */
export function toPage({ version, exports }) {
  const lost = exports.filter(({ area }) => !CHAPTERS.some(({ areas }) => areas.includes(area)));
  if (lost.length > 0) throw new Error(`tools/reference/areas.mjs knows no chapter for: ${lost[0]?.area}`);
  const names = new Set(exports.map(({ name }) => name));
  const chapters = CHAPTERS.map((chapter) => ({
    ...chapter,
    id: `chapter-${chapter.title.toLowerCase().replace(/\W+/g, '-')}`,
    exports: byName(exports.filter(({ area }) => chapter.areas.includes(area))),
  })).filter((chapter) => chapter.exports.size > 0);

  const contents = chapters.map(
    ({ title, id, exports: all }) =>
      `<li class="chapter"><a href="#${id}">${title}</a><ul>${[...all.keys()].map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></li>`,
  );
  const sections = chapters.map(
    ({ title, about, id, exports: all }) =>
      `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p>${escapeHtml(about)}</p>${[...all]
        .map(([name, entries]) => toEntry(name, entries, names))
        .join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>@tactus/sdk ${version}: reference</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><h1>@tactus/sdk <small>${version}</small></h1>
<p>Every export with its types, as the sources say it. The calls on the wire are in the <a href="/api/docs/">device API</a>.</p></header>
<nav aria-label="Exports"><ul>${contents.join('')}</ul></nav>
<main id="content" tabindex="-1">${sections.join('')}</main>
</body>
</html>
`;
}

/** @param {readonly Exported[]} exports @returns {Map<string, Exported[]>} */
function byName(exports) {
  /** @type {Map<string, Exported[]>} */
  const all = new Map();
  for (const entry of [...exports].sort((a, b) => a.name.localeCompare(b.name, 'en'))) {
    all.set(entry.name, [...(all.get(entry.name) ?? []), entry]);
  }
  return all;
}

/**
 * @param {string} name
 * @param {readonly Exported[]} entries
 * @param {ReadonlySet<string>} names
 */
function toEntry(name, entries, names) {
  const kinds = [...new Set(entries.map(({ kind }) => kind))].join(', ');
  const parts = entries.map(
    ({ doc, code }) => `${doc === '' ? '' : toProse(doc)}<pre><code>${toCode(code, name, names)}</code></pre>`,
  );
  return `<article aria-labelledby="${name}"><h3 id="${name}"><a class="own" href="#${name}">${name}</a> <small>${kinds}</small></h3>${parts.join('')}</article>`;
}

/** Paragraphs, with text between backticks as code. @param {string} doc */
function toProse(doc) {
  const paragraphs = doc.split(/\n\s*\n/).map((text) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>'));
  return paragraphs.map((text) => `<p>${text}</p>`).join('');
}

/**
 * Comments get their own style, and names in the reference become links.
 * @param {string} code
 * @param {string} own
 * @param {ReadonlySet<string>} names
 */
function toCode(code, own, names) {
  return code
    .split(/(\/\*[\s\S]*?\*\/)/)
    .map((part) => {
      if (part.startsWith('/*')) return `<span class="note">${escapeHtml(part)}</span>`;
      return escapeHtml(part).replace(/(?<![.\w])[A-Za-z_]\w*/g, (word) =>
        word !== own && names.has(word) && /^[A-Z]/.test(word) ? `<a href="#${word}">${word}</a>` : word,
      );
    })
    .join('');
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
