/** The prefix of all our keys in a browser's storage, except the language, whose key the specification names. */
const OURS = /^(tactus[.-]|userLanguage$)/;

/**
 * Removes everything that the app has stored in this browser: settings, devices, language, data of tabs, databases.
 * Waits for the databases; one that another tab has open is deleted once that tab closes it.
 */
export async function deleteStoredAppData(browser: {
  storages: readonly Storage[];
  databases: Pick<IDBFactory, 'databases' | 'deleteDatabase'>;
}): Promise<void> {
  for (const storage of browser.storages)
    for (const name of Object.keys(storage)) if (OURS.test(name)) storage.removeItem(name);
  // A browser that stores nothing for a site refuses to list it too.
  const stored = await browser.databases.databases().catch(() => []);
  const names = stored.flatMap(({ name }) => name ?? []);
  await Promise.all(
    names.filter((name) => OURS.test(name)).map((name) => gone(browser.databases.deleteDatabase(name))),
  );
}

/** In every case: the browser deletes a database that is in use once the last tab has closed it. */
function gone(request: Pick<IDBOpenDBRequest, 'onsuccess' | 'onerror' | 'onblocked'>): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['onsuccess', 'onerror', 'onblocked'] as const) request[end] = () => resolve();
  });
}

/** Removes the state of one device, which the SDK stores in this browser beside the settings. */
export function deleteStoredDeviceState(storage: Pick<Storage, 'removeItem'>, connectionKey: string): void {
  storage.removeItem(`tactus.device.${connectionKey}`);
}
