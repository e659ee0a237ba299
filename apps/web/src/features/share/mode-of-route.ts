import { GUEST_MODES, type GuestMode } from '@tactus/motion';
import type { MessageKey } from '../../i18n/catalogs.ts';

/** What people call the modes that can be shared. */
export const MODE_WORDS: Readonly<Record<GuestMode, MessageKey>> = {
  hamp: 'mode.hamp',
  hdsp: 'mode.hdsp',
  hvp: 'mode.vibrate',
  hsp: 'mode.hsp',
};

/** The mode that the page of a link is about; undefined for a page that has no such mode, or none at all. */
export function modeOfRoute(route: string | undefined): GuestMode | undefined {
  return GUEST_MODES.find((mode) => mode === route?.toLowerCase());
}
