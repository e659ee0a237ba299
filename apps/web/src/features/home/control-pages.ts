import { type ComponentType, createContext, use } from 'react';
import { type Capability, useIsOfUse } from '../../device/session/capability.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { TablerIcon } from '../../ui/icons.ts';

/** A control page as the home page lists it. */
export interface ControlPage {
  readonly path: string;
  readonly name: MessageKey;
  /** Its purpose, in a line. */
  readonly summary?: MessageKey;
  readonly icon?: TablerIcon;
  /** The capability that the page requires; read from the device's capabilities, never from its name. */
  readonly needs?: Capability;
}

/** The control pages; the app provides them from its table of routes. */
export const ControlPagesContext = createContext<readonly ControlPage[]>([]);

/** The card of the film played last, which the app provides; it tells when it has read whether there is one. */
export const GoOnContext = createContext<ComponentType<{ onRead: () => void }> | null>(null);

/** The pages to begin with; the device's capabilities decide which. */
const BEGINNINGS = ['/hamp', '/hvp'];

/** The control page to begin with; undefined where the device can use none of them. */
export function useFirstControlPage(): ControlPage | undefined {
  const pages = useControlPages();
  return BEGINNINGS.map((path) => pages.find((page) => page.path === path)).find(Boolean);
}

/** The control pages of use with the device in use; all of them while its capabilities are unknown. */
export function useControlPages(): readonly ControlPage[] {
  return use(ControlPagesContext).filter(useIsOfUse());
}

/** Tells whether an address is of use with the device in use: one outside the control pages always is. */
export function useIsAddressOfUse(): (address: string) => boolean {
  const pages = use(ControlPagesContext);
  const isOfUse = useIsOfUse();
  return (address) => pages.every((page) => page.path !== address || isOfUse(page));
}
