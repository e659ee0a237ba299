/**
 * The parts of the catalogs that come with the language itself, in the first load: the texts of the shell, its dialogs
 * and the home page. The part of a text is the first word of its key. Every other part is loaded with the pages that
 * name it in their route's `texts`.
 */
export const BASE_CATALOG_PARTS = [
  'app',
  'banner',
  'connect',
  'connection',
  'dock',
  'error',
  'errorPage',
  'firmware',
  'home',
  'menu',
  'mode',
  'notFound',
  'notifications',
  'page',
  'panel',
  'strip',
  'unit',
] as const;

/** The part of a text: the first word of its key. */
export function catalogPartOf(key: string): string {
  return key.split('.', 1)[0] ?? key;
}

/** Whether a part is in the first load. */
export function isBasePart(part: string): boolean {
  return BASE_CATALOG_PARTS.some((base) => base === part);
}
