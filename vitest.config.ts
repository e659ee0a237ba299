import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledMarkdown } from './apps/web/vite/compiled-markdown.ts';
import { compiledMessages } from './apps/web/vite/compiled-messages.ts';
import { iconModules } from './apps/web/vite/icon-modules.ts';
import { thirdPartyNotices } from './apps/web/vite/third-party.ts';
import { threadsWithin } from './tools/programs.mjs';
import { ON_POSTGRES } from './tools/slow-tests.mjs';

const resolve = { conditions: ['@tactus/source', 'module', 'node', 'development|production', 'import', 'default'] };
/**
 * Tests, and what runs before them, read our packages from their source. Only threads are built, as those of a program are: to
 * start one from its sources takes more than a second.
 */
const shared = {
  plugins: [threadsWithin],
  resolve,
  ssr: { resolve: { conditions: ['@tactus/source', 'node'] } },
  environments: { __vitest__: { resolve: { conditions: ['@tactus/source', 'node'] } } },
};

/** How much of these packages their tests must go through, in percent. The unit gate checks it. */
const COVERED = ['virtual-device', 'motion', 'protocol', 'sdk'].map((name) => `packages/${name}/src/**/*.ts`);
const LEAST = { lines: 95, branches: 90 };

/**
 * Browser tests of a time limit: they measure the page in milliseconds, or a guest has control, which ends when no renewal
 * reaches the cloud for 600 ms. They run after the others, with the machine to themselves.
 */
const TIMED = [
  'e2e/stop-at-once.spec.ts',
  'e2e/scripts.spec.ts',
  'e2e/library-size.spec.ts',
  'e2e/slow-line.spec.ts',
  'e2e/guest-*.spec.ts',
  'e2e/scroll-as-a-guest.spec.ts',
  'e2e/frozen/links.spec.ts',
  'e2e/journeys/12-embedding-the-widget.spec.ts',
];
/** Those that run in both profiles. */
const TIMED_CONTROL = ['e2e/share.control.spec.ts', 'e2e/journeys/07-sharing.control.spec.ts'];

/** Those that choose the engine themselves, or run no cloud. */
const OF_ONE_ENGINE = ['contract/{cli,durability,frozen,openapi,package,readme,replay}/**'];

/** One more than there are cores: a test also waits, for a process, a device or a page. By itself Vitest leaves a core out. */
const WORKERS = availableParallelism() + 1;

/** Two more miss moments. */
const BROWSERS = Math.min(4, WORKERS);

/**
 * What `npm test` has drawn (`tools/drawn-tests.mjs`); elsewhere all run. The pages that control a device are tested a second time,
 * against a cloud that does only what the vendor's does, and some of the cloud's tests a second time on PostgreSQL.
 */
const drawn = (name: string) => process.env[name]?.split(' ');
const ON_VENDOR = drawn('TACTUS_ON_VENDOR');
const LEFT_OUT = ['**/node_modules/**', ...(drawn('TACTUS_LEFT_OUT') ?? [])];

/**
 * Longer than any test takes, also where others have most of the processor: a test that hangs ends, and that is all. What
 * must be quick is measured by the test itself.
 */
const BOUND = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } } as const;

const quick = {
  ...BOUND,
  environment: 'node',
  // A process reads the modules once for all files that it runs.
  isolate: false,
  setupFiles: 'tools/property-seed.ts',
  exclude: LEFT_OUT,
} as const;

const appPlugins = [
  compiledMessages(),
  compiledMarkdown(import.meta.dirname),
  iconModules(),
  thirdPartyNotices(import.meta.dirname),
];

const browserTests = {
  ...BOUND,
  environment: 'node',
  // One browser for all files that a process runs.
  isolate: false,
  // A browser on a busy machine misses a moment now and then. Such a test runs once more, and `npm test` names it at
  // the end: it did not hold the first time, and that is a bug to mend.
  retry: 1,
  // What was not expected is told whole: of complaints, not only how many there were.
  chaiConfig: { truncateThreshold: 0 },
} as const;

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    globalSetup: 'tools/postgres-of-tests.ts',
    coverage: {
      provider: 'v8',
      include: COVERED,
      exclude: ['**/*.test.ts', '**/testing/**'],
      reporter: ['text-summary'],
      thresholds: Object.fromEntries(COVERED.map((files) => [files, LEAST])),
    },
    projects: [
      {
        ...shared,
        test: { ...quick, name: 'unit', include: ['packages/**/*.test.ts'] },
      },
      {
        ...shared,
        plugins: [...shared.plugins, ...appPlugins],
        test: { ...quick, name: 'apps', include: ['apps/**/*.test.ts'] },
      },
      {
        ...shared,
        plugins: [...shared.plugins, ...appPlugins],
        test: {
          ...BOUND,
          name: 'dom',
          include: ['apps/web/**/*.test.tsx'],
          exclude: LEFT_OUT,
          environment: 'jsdom',
          // One document for all files that a process runs: to make one, and to read the app anew, takes longer than the tests.
          isolate: false,
          setupFiles: ['apps/web/src/testing/dom-setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...quick,
          name: 'tools',
          include: ['tools/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...quick,
          name: 'contract',
          include: ['contract/**/*.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...quick,
          name: 'contract:postgres',
          include: process.env['TACTUS_DEEP_POSTGRES']
            ? ['contract/**/*.test.ts']
            : (drawn('TACTUS_ON_POSTGRES') ?? ON_POSTGRES),
          exclude: OF_ONE_ENGINE,
          env: { TACTUS_TEST_STORE: 'PostgreSQL' },
          globalSetup: ['tools/postgres-of-tests.ts', 'contract/cloud/server-of-tests.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...browserTests,
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          exclude: [...TIMED, ...TIMED_CONTROL],
          maxWorkers: BROWSERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...shared,
        test: {
          ...browserTests,
          name: 'e2e:vendor',
          include: ON_VENDOR ?? ['e2e/**/*.control.spec.ts'],
          exclude: TIMED_CONTROL,
          env: { TACTUS_PROFILE: 'vendor' },
          maxWorkers: BROWSERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...shared,
        test: {
          ...browserTests,
          name: 'e2e:timed',
          include: [...TIMED, ...TIMED_CONTROL],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...shared,
        test: {
          ...browserTests,
          name: 'e2e:timed:vendor',
          include: TIMED_CONTROL.filter((file) => ON_VENDOR?.includes(file) ?? true),
          env: { TACTUS_PROFILE: 'vendor' },
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
