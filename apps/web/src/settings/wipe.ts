/** What everything of ours in a browser's storage begins with, but for the language, which the law names otherwise. */
const OURS = /^(tactus[.-]|userLanguage$)/;

/** Removes everything that the app has stored in this browser: settings, devices, language, databases. */
export async function wipeBrowser(browser: {
  storage: Storage;
  databases: Pick<IDBFactory, 'databases' | 'deleteDatabase'>;
}): Promise<void> {
  for (const name of Object.keys(browser.storage)) if (OURS.test(name)) browser.storage.removeItem(name);
  for (const { name } of await browser.databases.databases()) {
    if (name !== undefined && OURS.test(name)) browser.databases.deleteDatabase(name);
  }
}

/** Removes what is remembered of one device beside the settings. */
export function wipeDevice(storage: Pick<Storage, 'removeItem'>, connectionKey: string): void {
  storage.removeItem(`tactus.device.${connectionKey}`);
}
