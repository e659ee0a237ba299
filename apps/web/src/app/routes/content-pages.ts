import { IconHistory, IconInfoCircle, IconPuzzle, IconUsersGroup } from '@tabler/icons-react';
import type { RoutePage } from './routes.ts';

/** The pages around the device; their routes are in the table with all others. */
export const CONTENT_PAGES = {
  community: {
    name: 'page.community',
    icon: IconUsersGroup,
    texts: ['content'],
    load: () => import('../../features/content/community-page.tsx').then((module) => module.CommunityPage),
  },
  partners: {
    name: 'page.partners',
    icon: IconPuzzle,
    texts: ['content'],
    load: () => import('../../features/content/partners-page.tsx').then((module) => module.PartnersPage),
  },
  changelog: {
    name: 'page.changelog',
    icon: IconHistory,
    texts: ['content'],
    load: () => import('../../features/content/changelog-page.tsx').then((module) => module.ChangelogPage),
  },
  about: {
    name: 'page.about',
    icon: IconInfoCircle,
    texts: ['content'],
    load: () => import('../../features/content/about-page.tsx').then((module) => module.AboutPage),
  },
} as const satisfies Record<string, RoutePage>;
