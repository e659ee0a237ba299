/** The texts of the first picture, without placeholders; the build takes them from the catalogs. */
export const FIRST_PAINT_TEXT_KEYS = ['app.name', 'app.home', 'home.unlinked', 'dock.connect'] as const;

/** The texts of one language. */
export type FirstPaintTexts = Readonly<Record<(typeof FIRST_PAINT_TEXT_KEYS)[number], string>>;
