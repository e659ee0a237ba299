import type { MessageKey } from '../../i18n/catalogs.ts';
import type { GamepadAction, KeyedAction } from '../../settings/key-bindings.ts';

/** The names of the actions that can have a key or a gamepad button. */
export const BINDABLE_ACTION_NAMES: Readonly<Record<KeyedAction | GamepadAction, MessageKey>> = {
  topUp: 'action.topUp',
  topDown: 'action.topDown',
  bottomUp: 'action.bottomUp',
  bottomDown: 'action.bottomDown',
  offsetUp: 'action.offsetUp',
  offsetDown: 'action.offsetDown',
  stop: 'action.stop',
  startStop: 'action.startStop',
  faster: 'action.faster',
  slower: 'action.slower',
};
