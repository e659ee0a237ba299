import { anonymousId } from '@tactus/sdk';
import { openStorage } from '../../settings/key-value-storage.ts';

/** Stands in the storage of a tab only from when its page goes until the next is there: no copy of the tab has it. */
const NAME = 'tactus.carrying';

const tabStorage = () => openStorage(() => window.sessionStorage);

let before: { readonly carried: string | undefined } | undefined;

/** Which device this tab carried when the page before this one went, by its anonymous id. */
export function carriedBefore(): string | undefined {
  before ??= { carried: tabStorage().getItem(NAME) ?? undefined };
  forgetCarrying();
  return before.carried;
}

/** The page is there: nothing is to be gone on with. */
export const forgetCarrying = (): void => tabStorage().removeItem(NAME);

/** The page goes while it carries this device. */
export function leaveCarrying(connectionKey: string): void {
  try {
    tabStorage().setItem(NAME, anonymousId(connectionKey));
  } catch {
    // A full storage: after a reload the device is carried again once the Remote page is opened.
  }
}
