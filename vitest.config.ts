import { defineConfig } from 'vitest/config';
import { compiledMessages } from './apps/web/vite/compiled-messages.ts';

const resolve = { conditions: ['@tactus/source', 'module', 'node', 'development|production', 'import', 'default'] };
const shared = { resolve, ssr: { resolve: { conditions: ['@tactus/source', 'node', 'import', 'default'] } } };

/** Issues 3 and 5: how much of these packages their tests must go through. The unit gate checks it. */
const COVERED = ['virtual-device', 'motion', 'protocol', 'sdk'].map((name) => `packages/${name}/src/**/*.ts`);
const LEAST = { lines: 95, branches: 90 };

export default defineConfig({
  test: {
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
        plugins: [compiledMessages()],
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/{cloud,cli}/**/*.test.ts', 'apps/web/**/*.test.ts'],
          environment: 'node',
          // Property tests compute for seconds where the machine is shared.
          testTimeout: 30_000,
        },
      },
      {
        ...shared,
        plugins: [compiledMessages()],
        test: {
          name: 'dom',
          include: ['apps/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/dom-setup.ts'],
        },
      },
      {
        ...shared,
        test: { name: 'tools', include: ['tools/**/*.test.ts', 'bench/**/*.test.ts'], environment: 'node' },
      },
      {
        ...shared,
        test: { name: 'contract', include: ['contract/**/*.test.ts'], environment: 'node', testTimeout: 20_000 },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
