import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['@tactus/source', 'module', 'node', 'development|production', 'import', 'default'] };
const shared = { resolve, ssr: { resolve: { conditions: ['@tactus/source', 'node', 'import', 'default'] } } };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/cloud/**/*.test.ts', 'apps/web/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        ...shared,
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
