import type { Device } from '@tactus/sdk';
import { reconnectDeviceInUse } from '../../device/linked/link-device-by-key.ts';
import { BINDABLE_ACTION_NAMES } from '../../features/preferences/bindable-action-names.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { isDarkTheme } from '../../settings/dark-theme.ts';
import { GAMEPAD_STOP_BUTTON } from '../../settings/gamepad-buttons.ts';
import {
  BOUND_ACTIONS,
  type BoundAction,
  type GamepadAction,
  type KeyedAction,
  keyOfEachAction,
} from '../../settings/key-bindings.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import {
  IconArrowBarDown,
  IconArrowBarUp,
  IconClockMinus,
  IconClockPlus,
  IconEyeOff,
  IconHandStop,
  IconKeyboard,
  IconMoon,
  IconPlayerPlay,
  IconPlugConnected,
  IconRefresh,
  IconSearch,
  IconTrendingDown,
  IconTrendingUp,
  type TablerIcon,
} from '../../ui/icons.ts';
import type { SpeedActions } from './speed-actions.ts';
import { STOP_AND_HIDE_KEY } from './use-hide-screen.ts';

/** The parts of the app that actions use. */
export interface ActionPorts {
  readonly device: Device;
  /** Stops every device that this page drives. */
  readonly stop: () => void;
  readonly settings: SettingsStore;
  /** Makes one of the six steps, and shows its result. */
  readonly step: (action: BoundAction) => void;
  readonly pace: SpeedActions;
  readonly hide: () => void;
  readonly openPalette: () => void;
  readonly openHelp: () => void;
  readonly onError: (error: unknown) => void;
}

/** The facts on which an action may depend. */
export interface ActionSituation {
  readonly linked: boolean;
  readonly connected: boolean;
  /** Whether this page drives a device: the linked one, or one that it has registered. */
  readonly driving: boolean;
}

/** A command of the app, given by key, by gamepad or in the palette. */
export interface Action {
  readonly id: string;
  readonly name: MessageKey;
  readonly icon: TablerIcon;
  /** Its keys as people read them; each of them works by itself. */
  readonly keys?: (settings: Settings) => readonly string[];
  /** Its button in the standard layout of a gamepad; -1 is none. */
  readonly gamepad?: (settings: Settings) => number;
  /** Whether it can be done now; if left out, always. */
  readonly enabled?: (situation: ActionSituation) => boolean;
  readonly run: (ports: ActionPorts) => void;
}

const ICONS: Readonly<Record<BoundAction, TablerIcon>> = {
  topUp: IconArrowBarUp,
  topDown: IconArrowBarDown,
  bottomUp: IconArrowBarUp,
  bottomDown: IconArrowBarDown,
  offsetUp: IconClockPlus,
  offsetDown: IconClockMinus,
};

const keyOf = (action: KeyedAction) => (settings: Settings) =>
  keyOfEachAction(settings.keyBinding)[action].toUpperCase();
const isConnected = ({ connected }: ActionSituation): boolean => connected;

const PACE_ACTIONS: readonly (readonly [
  Exclude<GamepadAction, BoundAction>,
  TablerIcon,
  (pace: SpeedActions) => void,
])[] = [
  ['startStop', IconPlayerPlay, (pace) => pace.startOrStop()],
  ['faster', IconTrendingUp, (pace) => pace.step(1)],
  ['slower', IconTrendingDown, (pace) => pace.step(-1)],
];

/** Every action there is, Stop first. Shortcuts, gamepad, palette and help sheet are computed from it. */
export const ACTIONS: readonly Action[] = [
  {
    id: 'stop',
    name: BINDABLE_ACTION_NAMES.stop,
    icon: IconHandStop,
    keys: (settings) => ['Esc', keyOf('stop')(settings)],
    gamepad: () => GAMEPAD_STOP_BUTTON,
    enabled: ({ driving }) => driving,
    run: ({ stop }) => stop(),
  },
  ...BOUND_ACTIONS.map(
    (action): Action => ({
      id: action,
      name: BINDABLE_ACTION_NAMES[action],
      icon: ICONS[action],
      keys: (settings) => (settings.keyBinding.enabled ? [keyOf(action)(settings)] : []),
      gamepad: ({ gamepad }) => gamepad.buttons[action],
      enabled: isConnected,
      run: ({ step }) => step(action),
    }),
  ),
  ...PACE_ACTIONS.map(
    ([action, icon, run]): Action => ({
      id: action,
      name: BINDABLE_ACTION_NAMES[action],
      icon,
      gamepad: ({ gamepad }) => gamepad.buttons[action],
      enabled: isConnected,
      run: ({ pace }) => run(pace),
    }),
  ),
  {
    id: 'hide',
    name: 'app.hide',
    icon: IconEyeOff,
    keys: () => [STOP_AND_HIDE_KEY.toUpperCase()],
    run: ({ hide }) => hide(),
  },
  {
    id: 'palette',
    name: 'action.palette',
    icon: IconSearch,
    keys: () => [isApple() ? '⌘ K' : 'Ctrl K'],
    run: ({ openPalette }) => openPalette(),
  },
  { id: 'help', name: 'action.help', icon: IconKeyboard, keys: () => ['?'], run: ({ openHelp }) => openHelp() },
  {
    id: 'theme',
    name: 'action.theme',
    icon: IconMoon,
    run: ({ settings }) =>
      settings.update({ darkMode: !isDarkTheme(settings.state.getState()), followSystemTheme: false }),
  },
  {
    id: 'shortcuts',
    name: 'action.shortcuts',
    icon: IconKeyboard,
    run({ settings }) {
      const { keyBinding } = settings.state.getState();
      settings.update({ keyBinding: { ...keyBinding, enabled: !keyBinding.enabled } });
    },
  },
  {
    id: 'measureClock',
    name: 'action.measureClock',
    icon: IconRefresh,
    enabled: isConnected,
    run: ({ device, onError }) => void device.clock.sync().catch(onError),
  },
  {
    id: 'reconnect',
    name: 'action.reconnect',
    icon: IconPlugConnected,
    enabled: ({ linked, connected }) => linked && !connected,
    run: ({ device, settings }) => reconnectDeviceInUse(device, settings.state.getState().connectionKey),
  },
];

/** The action of a name. */
export function actionNamed(id: string): Action | undefined {
  return ACTIONS.find((action) => action.id === id);
}

/** Whether people press ⌘ here where others press Ctrl. */
function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
