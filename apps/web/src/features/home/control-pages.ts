import type { TablerIcon } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { type Capability, useMissingCapabilities } from '../../device/session/capability.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';

/** A page that controls the device, as home shows it. */
export interface ControlPage {
  readonly path: string;
  readonly name: MessageKey;
  /** What one does there, in a line. */
  readonly summary?: MessageKey;
  readonly icon?: TablerIcon;
  /** What the device must have for the page to be of use; asked of its capabilities, never of its name. */
  readonly needs?: Capability;
}

/** The control pages; the app gives them from its table of routes. */
export const ControlPagesContext = createContext<readonly ControlPage[]>([]);

/** The control pages that are of use with the device in use; all of them while it is not known what it has. */
export function useControlPages(): readonly ControlPage[] {
  const pages = use(ControlPagesContext);
  const lacking = useMissingCapabilities();
  return pages.filter(({ needs }) => needs === undefined || !lacking[needs]);
}
