import { IconDownload, IconNotes, IconTool } from '@tabler/icons-react';
import type { RoutePage } from './routes.ts';

/** The pages of the device's maintenance; their routes are in the table with all others. */
export const MAINTENANCE_PAGES = {
  configure: {
    name: 'page.configure',
    icon: IconTool,
    texts: ['configure', 'control', 'led'],
    load: () => import('../../features/configure/configure-page.tsx').then((module) => module.ConfigurePage),
  },
  ota: {
    name: 'page.ota',
    icon: IconDownload,
    texts: ['ota'],
    load: () => import('../../features/ota/ota-page.tsx').then((module) => module.OtaPage),
  },
  otaLegacy: {
    name: 'page.otaLegacy',
    texts: ['ota'],
    load: () => import('../../features/ota/ota-legacy-page.tsx').then((module) => module.OtaLegacyPage),
  },
  otaOptIn: {
    name: 'page.otaOptIn',
    texts: ['ota'],
    load: () => import('../../features/ota/ota-opt-in-page.tsx').then((module) => module.OtaOptInPage),
  },
  releaseNotes: {
    name: 'page.fwReleaseNotes',
    icon: IconNotes,
    texts: ['ota', 'content'],
    load: () =>
      import('../../features/release-notes/release-notes-page.tsx').then((module) => module.FirmwareNotesPage),
  },
  otaDirect: {
    name: 'page.ota',
    texts: ['ota'],
    load: () => import('../../features/ota/ota-direct-page.tsx').then((module) => module.OtaDirectPage),
  },
} as const satisfies Record<string, RoutePage>;
