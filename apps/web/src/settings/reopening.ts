import type { OpenDBCallbacks } from 'idb';

/** Returns a function that opens a database once, and again once the browser or another tab has closed it. */
export function reopening<Database>(open: (onClosed: () => void) => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | undefined;
  return () => {
    opened ??= open(() => {
      opened = undefined;
    });
    return opened;
  };
}

/** The callbacks of a database that another tab can close, or the browser, as when it clears a site's data. */
export const closable = (onClosed?: () => void): Pick<OpenDBCallbacks<unknown>, 'blocking' | 'terminated'> => ({
  // Another tab has a newer app, or wipes everything, and waits until this tab closes the database.
  blocking(_current, _blocked, event) {
    (event.target as IDBDatabase).close(); // Its own database, as the standard of IndexedDB says.
    onClosed?.();
  },
  terminated: () => onClosed?.(),
});
