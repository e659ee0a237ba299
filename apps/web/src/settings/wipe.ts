/** What everything of ours in a browser's storage begins with, but for the language, which the specification names otherwise. */
const OURS = /^(tactus[.-]|userLanguage$)/;

/**
 * Removes everything that the app has stored in this browser: settings, devices, language, what a tab remembers, and every database of its own.
 * Waits for the databases; one that another tab holds open is gone once that tab lets it go.
 */
export async function wipeBrowser(browser: {
  storages: readonly Storage[];
  databases: Pick<IDBFactory, 'databases' | 'deleteDatabase'>;
}): Promise<void> {
  for (const storage of browser.storages)
    for (const name of Object.keys(storage)) if (OURS.test(name)) storage.removeItem(name);
  // A browser that keeps nothing of a site refuses to list it too.
  const stored = await browser.databases.databases().catch(() => []);
  const names = stored.flatMap(({ name }) => name ?? []);
  await Promise.all(
    names.filter((name) => OURS.test(name)).map((name) => gone(browser.databases.deleteDatabase(name))),
  );
}

/** Whatever became of it: what cannot be deleted now is deleted by the browser when the last tab has closed it. */
function gone(request: Pick<IDBOpenDBRequest, 'onsuccess' | 'onerror' | 'onblocked'>): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['onsuccess', 'onerror', 'onblocked'] as const) request[end] = () => resolve();
  });
}

/** Removes what is remembered of one device beside the settings. */
export function wipeDevice(storage: Pick<Storage, 'removeItem'>, connectionKey: string): void {
  storage.removeItem(`tactus.device.${connectionKey}`);
}
