const NAMES = ['localStorage', 'sessionStorage'] as const;

/** The test environment's form of jsdom: the window of the page itself is only reached through it. */
interface TestEnvironment {
  readonly jsdom: { readonly window: Readonly<Record<(typeof NAMES)[number], Storage>> };
}

/**
 * Provides the storage of the page under the global names. Node has `localStorage` and `sessionStorage` of its own from
 * 25 on, which the test environment leaves in place: the first is undefined without a file, the second outlives the page.
 */
export function takePageStorage(globals: object = globalThis): void {
  const { window } = (globalThis as unknown as TestEnvironment).jsdom;
  for (const name of NAMES) Object.defineProperty(globals, name, { configurable: true, get: () => window[name] });
}
