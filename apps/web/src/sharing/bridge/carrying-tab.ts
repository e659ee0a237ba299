import { anonymousId } from '@tactus/sdk';
import { openStorage } from '../../settings/key-value-storage.ts';

/** Stands in the storage of a tab only from when its page goes until the next is there: no copy of the tab has it. */
const NAME = 'tactus.carrying';

const tabStorage = () => openStorage(() => window.sessionStorage);

/** Which device this tab carried when its page went, by its anonymous id; asked once, as the page begins. */
export function takeCarried(): string | undefined {
  const storage = tabStorage();
  const carried = storage.getItem(NAME) ?? undefined;
  storage.removeItem(NAME);
  return carried;
}

/** The page goes while it carries this device. */
export function leaveCarrying(connectionKey: string): void {
  try {
    tabStorage().setItem(NAME, anonymousId(connectionKey));
  } catch {
    // A full storage: after a reload the device is carried again once the Remote page is opened.
  }
}
