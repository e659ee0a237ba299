import type { MessageKey } from '../../i18n/catalogs.ts';
import type { KeyedAction } from '../../settings/key-bindings.ts';

/** The names of what can have a key. */
export const BOUND_NAMES: Readonly<Record<KeyedAction, MessageKey>> = {
  topUp: 'action.topUp',
  topDown: 'action.topDown',
  bottomUp: 'action.bottomUp',
  bottomDown: 'action.bottomDown',
  offsetUp: 'action.offsetUp',
  offsetDown: 'action.offsetDown',
  stop: 'action.stop',
};
