import type { MessageKey } from '../../i18n/catalogs.ts';
import { IconShare, type TablerIcon } from '../../ui/icons.ts';
import type { RouteRow } from './routes.ts';

/** A link of the menu and the palette. */
export interface MenuEntry {
  readonly to: string;
  /** The path of the route that the link opens. */
  readonly path: string;
  readonly hash?: string;
  readonly name: MessageKey;
  readonly icon?: TablerIcon;
}

/** The link to the page of a route. */
export const menuEntryOf = ({ path, opens = path, page: { name, icon } }: RouteRow): MenuEntry => ({
  ...{ to: opens, path, name },
  ...(icon && { icon }),
});

/** Sharing is part of the page of the remote, which begins with sharing at this address. */
export const SHARE_ENTRY: MenuEntry = {
  ...{ to: '/remote', path: '/remote', hash: 'share', name: 'home.share', icon: IconShare },
};

interface Address {
  readonly pathname: string;
  readonly hash: string;
}

/** Whether an address is that of sharing. */
export const isSharingShown = ({ pathname, hash }: Address): boolean =>
  pathname === SHARE_ENTRY.to && hash === SHARE_ENTRY.hash;

/** The path by which navigation knows a page: sharing has none of the controls of the remote, and no route of its own. */
export const navigatedPath = (address: Address): string =>
  isSharingShown(address) ? `${address.pathname}#${address.hash}` : address.pathname;
