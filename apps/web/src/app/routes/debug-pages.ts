import { IconTool } from '@tabler/icons-react';
import type { RoutePage } from './routes.ts';

/** The debug pages; their routes are in the table with all others. */
export const DEBUG_PAGES = {
  home: {
    name: 'page.debug',
    icon: IconTool,
    texts: ['debug'],
    load: () => import('../../features/debug/home/debug-home-page.tsx').then((module) => module.DebugHomePage),
  },
  channel: {
    name: 'page.debug.channel',
    texts: ['debug'],
    load: () => import('../../features/debug/channel/channel-page.tsx').then((module) => module.ChannelPage),
  },
  channelSdk: {
    name: 'page.debug.sdk',
    texts: ['debug'],
    load: () => import('../../features/debug/sdk/sdk-state-page.tsx').then((module) => module.SdkStatePage),
  },
  channelStore: {
    name: 'page.debug.store',
    texts: ['debug'],
    load: () => import('../../features/debug/store/stored-keys-page.tsx').then((module) => module.StoredKeysPage),
  },
  emulator: {
    name: 'page.debug.emulator',
    texts: ['debug', 'emulator'],
    load: () => import('../../features/debug/emulator/emulator-page.tsx').then((module) => module.EmulatorPage),
  },
  simulator: {
    name: 'page.debug.simulator',
    texts: ['debug', 'position'],
    load: () => import('../../features/debug/simulator/simulator-page.tsx').then((module) => module.SimulatorPage),
  },
  ota: {
    name: 'page.debug.ota',
    texts: ['debug', 'emulator'],
    load: () => import('../../features/debug/ota/ota-lab-page.tsx').then((module) => module.OtaLabPage),
  },
} as const satisfies Record<string, RoutePage>;
