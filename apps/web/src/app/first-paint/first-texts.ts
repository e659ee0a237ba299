/** The texts of the first picture, without placeholders; the build takes them from the catalogs. */
export const FIRST_PAINT_TEXT_KEYS = [
  'app.name',
  'app.home',
  'connection.wait',
  'deviceSelection.lead',
  'deviceSelection.title',
  'dock.connect',
  'home.unlinked',
] as const;

/** The texts of one language. */
export type FirstPaintTexts = Readonly<Record<(typeof FIRST_PAINT_TEXT_KEYS)[number], string>>;
