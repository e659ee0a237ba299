import type { Browser, BrowserContext, Page } from 'playwright-core';

/** The two sizes that every page is made for. */
export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

/** One person's browser: a page with nothing stored yet, and what went wrong on it. */
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

/** Opens a browser context of its own, as a person with a fresh browser has it. */
export async function visit(
  browser: Browser,
  options: { viewport?: { width: number; height: number }; locale?: string; dark?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: options.viewport ?? DESKTOP,
    locale: options.locale ?? 'en-US',
    colorScheme: options.dark === false ? 'light' : 'dark',
    hasTouch: options.viewport === PHONE,
  });
  await context.addInitScript(REPORT_VIOLATIONS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  return { page, context, complaints, close: () => context.close() };
}
