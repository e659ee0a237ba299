/** The content types of files by the end of their names. Of others it is known only that they are no pages. */
const TYPES: Readonly<Record<string, RegExp>> = { '': /html/, js: /javascript/, css: /css/, json: /json/ };
const NO_PAGE = /^(?!.*html)/;

/** The hashed files that a page names. */
const NAMED = /\/assets\/[\w-]+\.\w+/g;

/** Whether an answer is the file at a path: a login page or a host's fallback page comes with status 200 in the place of any. */
export function isFileOf(path: string, answer: Response): boolean {
  const [, ending = ''] = /\.(\w+)$/.exec(path) ?? [];
  return answer.ok && (TYPES[ending] ?? NO_PAGE).test(answer.headers.get('content-type') ?? '');
}

/** Whether a page is the one of a build: it names files of that build and no others. */
export function isPageOf(files: ReadonlySet<string>, page: string): boolean {
  const named = page.match(NAMED) ?? [];
  return named.length > 0 && named.every((path) => files.has(path));
}
