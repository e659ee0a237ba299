/** The prefix of all our keys in a browser's storage, except the language, whose key the specification names. */
const OURS = /^(tactus[.-]|userLanguage$)/;

/** Our databases, for a browser that does not list them: an older one, or one that stores nothing for a site. */
const DATABASES = ['tactus-library', 'tactus-player', 'tactus-pictures'];

/**
 * Removes everything that the app has stored in this browser: settings, devices, language, data of tabs, databases.
 * Waits for the databases; one that another tab has open is deleted once that tab closes it.
 */
export async function deleteStoredAppData(browser: {
  storages: readonly Storage[];
  /** Undefined where the browser has none. */
  databases: (Pick<IDBFactory, 'deleteDatabase'> & Partial<Pick<IDBFactory, 'databases'>>) | undefined;
}): Promise<void> {
  for (const storage of browser.storages)
    for (const name of Object.keys(storage)) if (OURS.test(name)) storage.removeItem(name);
  const { databases } = browser;
  const stored = await databases?.databases?.().catch(() => undefined);
  const names = stored?.flatMap(({ name }) => name ?? []) ?? DATABASES;
  // A browser may refuse to delete: then it refuses to open as well.
  await Promise.allSettled(
    names.filter((name) => OURS.test(name)).map(async (name) => databases && gone(databases.deleteDatabase(name))),
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
