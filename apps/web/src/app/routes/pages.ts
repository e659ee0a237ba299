import {
  IconAdjustmentsHorizontal,
  IconArrowsMoveVertical,
  IconArrowsShuffle,
  IconChartLine,
  IconClockCheck,
  IconDeviceGamepad2,
  IconDeviceRemote,
  IconDownload,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconLink,
  IconMetronome,
  IconNotes,
  IconPlayerPlay,
  IconPuzzle,
  IconSettings,
  IconTool,
  IconUsersGroup,
  IconWaveSine,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ControlPage } from '../../features/home/control-pages.ts';
import type { CatalogPart } from '../../i18n/catalogs.ts';

/** A motion that a page can start, named by its mode; random strokes count as a motion of their own. */
export type StartableMotion = 'hamp' | 'random-stroker' | 'hdsp' | 'hvp' | 'hsp' | 'hssp';

/**
 * The page of a route. Its name stands in menu, heading and title: neutral, for titles are seen by others.
 *
 * Texts come in parts: the first word of a key is its part. The parts of shell and home (`BASE_CATALOG_PARTS` in
 * i18n/catalog-parts.ts: `app`, `page`, `unit`, `mode`, `error` …) are always there; a page's row names every other part
 * that the page and its imports use, e.g. `texts: ['hamp']`. They are loaded beside the page. The name and the summary
 * of a page (`page.hamp`, `page.hamp.summary`) are of the base, for menu and home show them. A forgotten part fails
 * `page-texts.test.ts`, and throws in development.
 */
export interface RoutePage extends Omit<ControlPage, 'path'> {
  readonly load: () => Promise<ComponentType>;
  /** The parts of the texts that the page and its imports use, beside the base. */
  readonly texts?: readonly CatalogPart[];
  /** Whether the page may command the device: a film of the player rests there. Where it may not, the film goes on beside the page. */
  readonly mayCommand: boolean;
  /**
   * The motions that the page can start. Leaving it stops the device first, unless the next page
   * controls all of these too.
   */
  readonly controls?: StartableMotion | readonly StartableMotion[];
  /** Motion of the page ends when it is left, even where the settings let other pages' motion go on. */
  readonly endsOnLeave?: true;
  /** What the page plays may go on after it: it ends only where the next page may command the device (`mayGoOnBeside`). */
  readonly mayGoOn?: true;
  /** The page drives a device that is not the linked one, with a dock of its own. */
  readonly ownDock?: true;
}

/** Every page; its route is in the table of routes. */
export const PAGES = {
  home: {
    name: 'page.home',
    mayCommand: false,
    icon: IconHome,
    load: () => import('../../features/home/home-page.tsx').then((module) => module.HomePage),
  },
  deviceSelection: {
    name: 'page.deviceSelection',
    mayCommand: true,
    icon: IconDeviceGamepad2,
    texts: ['deviceSelection', 'led', 'settings', 'trouble'],
    load: () => import('../../features/connect/device-selection-page.tsx').then((module) => module.DeviceSelectionPage),
  },
  link: {
    name: 'page.link',
    mayCommand: true,
    icon: IconLink,
    texts: ['emulator', 'link', 'missing'],
    load: () => import('../../features/link/link-page.tsx').then((module) => module.LinkPage),
  },
  uui: {
    name: 'page.uui',
    mayCommand: true,
    icon: IconPuzzle,
    texts: ['sharing', 'uui'],
    load: () => import('../../features/uui/uui-page.tsx').then((module) => module.UuiPage),
  },
  settings: {
    name: 'page.settings',
    mayCommand: false,
    icon: IconSettings,
    texts: ['action', 'settings'],
    load: () => import('../../features/preferences/settings-page.tsx').then((module) => module.SettingsPage),
  },
  /** The guest's view of a shared device. */
  share: {
    name: 'page.share',
    mayCommand: true,
    icon: IconDeviceRemote,
    ownDock: true,
    texts: ['control', 'group', 'hdsp', 'hsp', 'hvp', 'remote', 'share'],
    load: () => import('../../features/share/share-page.tsx').then((module) => module.SharedDevicePage),
  },
  sync: {
    name: 'page.sync',
    mayCommand: true,
    summary: 'page.sync.summary',
    icon: IconClockCheck,
    controls: ['hssp', 'hsp'],
    endsOnLeave: true,
    needs: 'slider',
    texts: ['limited', 'missing', 'sync', 'unsuited'],
    load: () => import('../../features/sync-test/sync-test-page.tsx').then((module) => module.SyncTestPage),
  },
  hvp: {
    name: 'page.hvp',
    mayCommand: true,
    summary: 'page.hvp.summary',
    icon: IconWaveSine,
    controls: 'hvp',
    needs: 'vibration',
    texts: ['control', 'hvp', 'limited', 'missing', 'position', 'unsuited'],
    load: () => import('../../features/hvp/hvp-page.tsx').then((module) => module.HvpPage),
  },
  hdsp: {
    name: 'page.hdsp',
    mayCommand: true,
    summary: 'page.hdsp.summary',
    icon: IconArrowsMoveVertical,
    controls: 'hdsp',
    needs: 'slider',
    texts: ['control', 'hdsp', 'limited', 'position', 'unsuited'],
    load: () => import('../../features/hdsp/hdsp-page.tsx').then((module) => module.HdspPage),
  },
  hamp: {
    name: 'page.hamp',
    mayCommand: true,
    summary: 'page.hamp.summary',
    icon: IconAdjustmentsHorizontal,
    controls: 'hamp',
    needs: 'slider',
    texts: ['control', 'hamp', 'limited', 'missing', 'position', 'unsuited'],
    load: () => import('../../features/hamp/hamp-page.tsx').then((module) => module.HampPage),
  },
  hsp: {
    name: 'page.hsp',
    mayCommand: true,
    summary: 'page.hsp.summary',
    icon: IconChartLine,
    controls: 'hsp',
    endsOnLeave: true,
    needs: 'slider',
    texts: ['hsp', 'limited', 'missing', 'position', 'unsuited'],
    load: () => import('../../features/hsp/hsp-page.tsx').then((module) => module.HspPage),
  },
  randomClassic: {
    name: 'page.random',
    mayCommand: true,
    summary: 'page.random.summary',
    icon: IconArrowsShuffle,
    controls: 'random-stroker',
    needs: 'slider',
    texts: ['limited', 'missing', 'position', 'random', 'unsuited'],
    load: () =>
      import('../../features/random-stroker/random-stroker-page.tsx').then((module) => module.RandomStrokerPage),
  },
  remote: {
    name: 'page.remote',
    mayCommand: true,
    summary: 'page.remote.summary',
    icon: IconDeviceRemote,
    controls: ['hamp', 'hdsp'],
    needs: 'slider',
    texts: ['control', 'group', 'limited', 'missing', 'remote', 'sharing', 'unsuited'],
    load: () => import('../../features/remote/remote-page.tsx').then((module) => module.RemotePage),
  },
  local: {
    name: 'page.local',
    mayCommand: true,
    summary: 'page.local.summary',
    icon: IconPlayerPlay,
    controls: ['hssp', 'hsp', 'hvp'],
    mayGoOn: true,
    texts: ['control', 'emulator', 'limited', 'missing', 'player'],
    load: () => import('../../features/player/player-host.tsx').then((module) => module.PlayerPlace),
  },
  beatbox: {
    name: 'page.beatbox',
    mayCommand: true,
    summary: 'page.beatbox.summary',
    icon: IconMetronome,
    controls: 'hsp',
    endsOnLeave: true,
    needs: 'slider',
    texts: ['beatbox', 'limited', 'missing', 'position', 'unsuited'],
    load: () => import('../../features/beatbox/beatbox-page.tsx').then((module) => module.BeatboxPage),
  },
  community: {
    name: 'page.community',
    mayCommand: false,
    icon: IconUsersGroup,
    texts: ['content'],
    load: () => import('../../features/content/community-page.tsx').then((module) => module.CommunityPage),
  },
  partners: {
    name: 'page.partners',
    mayCommand: false,
    icon: IconPuzzle,
    texts: ['content'],
    load: () => import('../../features/content/partners-page.tsx').then((module) => module.PartnersPage),
  },
  changelog: {
    name: 'page.changelog',
    mayCommand: false,
    icon: IconHistory,
    texts: ['content'],
    load: () => import('../../features/content/changelog-page.tsx').then((module) => module.ChangelogPage),
  },
  about: {
    name: 'page.about',
    mayCommand: false,
    icon: IconInfoCircle,
    texts: ['content'],
    load: () => import('../../features/content/about-page.tsx').then((module) => module.AboutPage),
  },
  configure: {
    name: 'page.configure',
    mayCommand: true,
    icon: IconTool,
    texts: ['configure', 'control', 'led'],
    load: () => import('../../features/configure/configure-page.tsx').then((module) => module.ConfigurePage),
  },
  ota: {
    name: 'page.ota',
    mayCommand: true,
    icon: IconDownload,
    texts: ['ota'],
    load: () => import('../../features/ota/ota-page.tsx').then((module) => module.OtaPage),
  },
  otaLegacy: {
    name: 'page.otaLegacy',
    mayCommand: true,
    texts: ['ota'],
    load: () => import('../../features/ota/ota-legacy-page.tsx').then((module) => module.OtaLegacyPage),
  },
  otaOptIn: {
    name: 'page.otaOptIn',
    mayCommand: true,
    texts: ['ota'],
    load: () => import('../../features/ota/ota-opt-in-page.tsx').then((module) => module.OtaOptInPage),
  },
  releaseNotes: {
    name: 'page.fwReleaseNotes',
    mayCommand: false,
    icon: IconNotes,
    texts: ['ota', 'content'],
    load: () =>
      import('../../features/release-notes/release-notes-page.tsx').then((module) => module.FirmwareNotesPage),
  },
  otaDirect: {
    name: 'page.ota',
    mayCommand: true,
    texts: ['ota'],
    load: () => import('../../features/ota/ota-direct-page.tsx').then((module) => module.OtaDirectPage),
  },
  debugHome: {
    name: 'page.debug',
    mayCommand: true,
    icon: IconTool,
    texts: ['debug'],
    load: () => import('../../features/debug/home/debug-home-page.tsx').then((module) => module.DebugHomePage),
  },
  debugChannel: {
    name: 'page.debug.channel',
    mayCommand: true,
    texts: ['debug'],
    load: () => import('../../features/debug/channel/channel-page.tsx').then((module) => module.ChannelPage),
  },
  debugSdk: {
    name: 'page.debug.sdk',
    mayCommand: true,
    texts: ['debug'],
    load: () => import('../../features/debug/sdk/sdk-state-page.tsx').then((module) => module.SdkStatePage),
  },
  debugStore: {
    name: 'page.debug.store',
    mayCommand: true,
    texts: ['debug'],
    load: () => import('../../features/debug/store/stored-keys-page.tsx').then((module) => module.StoredKeysPage),
  },
  debugEmulator: {
    name: 'page.debug.emulator',
    mayCommand: true,
    texts: ['debug', 'emulator'],
    load: () => import('../../features/debug/emulator/emulator-page.tsx').then((module) => module.EmulatorPage),
  },
  debugSimulator: {
    name: 'page.debug.simulator',
    mayCommand: true,
    texts: ['debug', 'position'],
    load: () => import('../../features/debug/simulator/simulator-page.tsx').then((module) => module.SimulatorPage),
  },
  debugOta: {
    name: 'page.debug.ota',
    mayCommand: true,
    texts: ['debug', 'emulator'],
    load: () => import('../../features/debug/ota/ota-lab-page.tsx').then((module) => module.OtaLabPage),
  },
} as const satisfies Record<string, RoutePage>;
