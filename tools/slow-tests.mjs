/** Tests that take long, of which `npm test` draws a part (`drawn-tests.mjs`); `npm run deep -- slow postgres` runs all of them. */

/** Depth in a matter of which other tests show the goal, and what is safe. The slowest first: neighbours take about as long. */
export const SLOW = [
  'tools/package/tarball.test.ts',
  'contract/sync/ending.property.test.ts',
  'contract/cli/playing.test.ts',
  'bench/position.test.ts',
  'contract/package/packed-sdk.test.ts',
  'apps/web/src/app/device-banner.test.tsx',
  'apps/web/src/app/everywhere.test.tsx',
  'apps/web/src/app/page-settings.test.tsx',
  'bench/group.test.ts',
  'bench/video-sync.test.ts',
  'bench/stream.test.ts',
  'bench/leases.test.ts',
  'contract/cloud/slow-requests.test.ts',
  'contract/cloud/process.test.ts',
  'apps/web/src/device/session/foreign-controller.property.test.ts',
  'contract/cloud/event-loop.test.ts',
  'contract/own-api/bad-inputs.test.ts',
  'contract/sync/time-offset.test.ts',
  'contract/playback/hssp-following.test.ts',
  'apps/cloud/src/parsing/text-structure.property.test.ts',
  'contract/cli/reading-commands.test.ts',
  'apps/web/src/app/menu.test.tsx',
  'apps/web/src/features/debug/debug-pages.test.tsx',
  'contract/cloud/laps-in-real-time.test.ts',
  'apps/web/src/app/limited-controls.test.tsx',
  'contract/black-box/hardware-events.test.ts',
  'apps/web/src/features/home/carousel.test.tsx',
  'apps/web/src/features/content/card-grid.test.tsx',
  'apps/web/src/features/configure/configure-page.test.tsx',
  'apps/web/src/features/player/library/library-panel.test.tsx',
  'apps/web/src/features/debug/channel/publish-card.test.tsx',
  'apps/web/src/features/debug/store/stored-keys-page.test.tsx',
  'apps/web/src/features/player/lone-subtitles.test.tsx',
  'apps/web/src/features/player/open-films.test.tsx',
  'apps/web/src/features/player/true-lengths.test.tsx',
  'apps/web/src/features/player/stored-choices.test.tsx',
];

/** Tests of the cloud from outside that run a second time with the store in PostgreSQL (`contract/cloud/store-of-tests.ts`). */
export const ON_POSTGRES = [
  ...['every-call.tactus', 'stream'].map((name) => `contract/black-box/${name}.test.ts`),
  ...['authorisation', 'canary', 'guest-names', 'owner-of-share', 'restart', 'share-lifetime', 'sharing'].map(
    (name) => `contract/shares/${name}.test.ts`,
  ),
  ...['network-gone', 'restart', 'rooms', 'taking-part'].map((name) => `contract/groups/${name}.test.ts`),
  ...['enrolment', 'life'].map((name) => `contract/link/${name}.test.ts`),
  ...['channels', 'control-actions', 'csv'].map((name) => `contract/cloud/${name}.test.ts`),
  'contract/unattended/closing.test.ts',
];
