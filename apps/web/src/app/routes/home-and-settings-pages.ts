import {
  IconDeviceGamepad2,
  IconDeviceRemote,
  IconHome,
  IconLink,
  IconPuzzle,
  IconSettings,
} from '@tabler/icons-react';
import type { RoutePage } from './routes.ts';

/** Home, the pages of linking devices, the widget page and the settings; their routes are in the table with all others. */
export const HOME_AND_SETTINGS_PAGES = {
  home: {
    name: 'page.home',
    icon: IconHome,
    load: () => import('../../features/home/home-page.tsx').then((module) => module.HomePage),
  },
  deviceSelection: {
    name: 'page.deviceSelection',
    icon: IconDeviceGamepad2,
    texts: ['deviceSelection', 'led', 'settings', 'trouble'],
    load: () => import('../../features/connect/device-selection-page.tsx').then((module) => module.DeviceSelectionPage),
  },
  link: {
    name: 'page.link',
    icon: IconLink,
    texts: ['emulator', 'link', 'missing'],
    load: () => import('../../features/link/link-page.tsx').then((module) => module.LinkPage),
  },
  uui: {
    name: 'page.uui',
    icon: IconPuzzle,
    texts: ['sharing', 'uui'],
    load: () => import('../../features/uui/uui-page.tsx').then((module) => module.UuiPage),
  },
  settings: {
    name: 'page.settings',
    icon: IconSettings,
    texts: ['action', 'settings'],
    load: () => import('../../features/preferences/settings-page.tsx').then((module) => module.SettingsPage),
  },
} as const satisfies Record<string, RoutePage>;

/** The guest's view of a shared device. */
export const SHARE_PAGE: RoutePage = {
  name: 'page.share',
  icon: IconDeviceRemote,
  ownDock: true,
  texts: ['control', 'group', 'hdsp', 'hsp', 'hvp', 'remote', 'share'],
  load: () => import('../../features/share/share-page.tsx').then((module) => module.SharedDevicePage),
};
