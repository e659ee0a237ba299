import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { StoredState } from './frozen.ts';
import { WAIT_MS } from './until.ts';

/** The two sizes that every page is made for, and the phone on its side. */
export const PHONE = { width: 390, height: 844 } as const;
export const PHONE_ON_ITS_SIDE = { width: 844, height: 390 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

/** One person's browser: a page without stored data, and its errors. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught errors and violations of the content security policy, in order. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Reports violations of the content security policy and of Trusted Types through the console. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('security policy violated: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

const SLOW_SCREEN = `window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 100);
window.cancelAnimationFrame = clearTimeout;`;

/** What kind of window a person has. */
export interface VisitOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  readonly dark?: boolean;
  readonly installs?: boolean;
  /** A screen that shows ten pictures a second: for people in several tabs, in tests that do not look at the drawing. */
  readonly slowScreen?: boolean;
  /** The storage of the browser before; if left out, empty. */
  readonly stored?: StoredState;
}

/** Opens a browser context of its own, as a person with a fresh browser has it. */
export async function visit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  return { page, context, complaints: complaintsOf(page), close: () => context.close() };
}

/** A browser in which nothing is stored yet. */
export async function openContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: options.viewport ?? DESKTOP,
    locale: options.locale ?? 'en-US',
    colorScheme: options.dark === false ? 'light' : 'dark',
    hasTouch: options.viewport === PHONE || options.viewport === PHONE_ON_ITS_SIDE,
    // What a worker answers is no request of the page any more: only tests of the installed app let it in.
    serviceWorkers: options.installs === true ? 'allow' : 'block',
    ...(options.stored && { storageState: options.stored }),
  });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(REPORT_VIOLATIONS);
  if (options.slowScreen) await context.addInitScript(SLOW_SCREEN);
  return context;
}

/**
 * The errors without refusals of a guest's cloud: the page expects and shows these, and the browser logs them
 * too. On a busy machine a hold expires by itself, and requests in flight are refused, too.
 */
export const besidesRefusals = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((text) => !/status of (401|403|404|409|410)/.test(text));

/** The errors of a page from now on. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  return complaints;
}
