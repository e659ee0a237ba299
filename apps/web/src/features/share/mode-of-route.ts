import { GUEST_MODES, type GuestMode } from '@tactus/protocol';
import type { MessageKey } from '../../i18n/catalogs.ts';

/** The text that names each mode that can be shared. */
export const SHARED_MODE_TEXTS: Readonly<Record<GuestMode, MessageKey>> = {
  hamp: 'mode.hamp',
  hdsp: 'mode.hdsp',
  hvp: 'mode.vibrate',
  hsp: 'mode.hsp',
};

/** The mode of a link's page; undefined for a page without such a mode. */
export function sharedModeOfRoute(route: string | undefined): GuestMode | undefined {
  return GUEST_MODES.find((mode) => mode === route?.toLowerCase());
}
