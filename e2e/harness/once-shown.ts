import type { Page } from 'playwright-core';

/** Resolves once a text is on the page, however shortly. Call it before what makes the page show it. */
export const onceShown = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.body.textContent?.includes(wanted) !== true) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
