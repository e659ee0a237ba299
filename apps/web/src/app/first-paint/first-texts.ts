/** The texts of the first picture, without placeholders; the build takes them from the catalogs. */
export const FIRST_TEXTS = ['app.name', 'app.home', 'home.unlinked', 'dock.connect'] as const;

/** The texts of one language. */
export type FirstTexts = Readonly<Record<(typeof FIRST_TEXTS)[number], string>>;
