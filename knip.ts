/**
 * What is a door and what is product code. A `!` marks what counts in the strict run, which looks at the product alone;
 * an export that only tests use carries `@internal`.
 */
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // A style sheet's imports are imports.
  compilers: {
    css: (text: string) => [...text.matchAll(/@import\s+["'][^"']+["']/g)].map(([found]) => found.slice(1)).join('\n'),
  },
  // A type that a file's own exports mention is exported with them; a type nobody mentions is still named.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      entry: [
        'tools/{start,run-program,dev,dev-app,test,deep,build,bench,generate,pack-app,pack-sdk,package,package/{launcher,native-library,single-main,container/health},freeze-names,words,run-from-source,unnamed-functions}.mjs',
      ],
      project: ['tools/**/*.{mjs,ts}'],
      // Of Linux itself, to try packages in an empty root.
      ignoreBinaries: ['ldd', 'du', 'dpkg', 'dpkg-deb', 'systemd-analyze', 'unshare', 'chown', 'buildah'],
    },
    'packages/*': {
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', '!src/**/testing/**!'],
    },
    'apps/cloud': {
      entry: ['src/{main,store-command}.ts!'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', '!src/**/testing/**!'],
      // Of Linux itself, to fill a small disk.
      ignoreBinaries: ['mount', 'umount'],
    },
    'apps/cli': {
      entry: ['src/{tactus,tactus-device}.ts!'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', '!src/**/testing/**!'],
    },
    'apps/web': {
      // Built beside the app by vite/first-paint.ts, vite/service-worker.ts and vite/widget-files.ts.
      entry: [
        'src/app/first-paint/first-paint.ts!',
        'src/app/offline/service-worker.ts!',
        'src/widget/widget.ts!',
        'src/widget-frame/main.tsx!',
        // Imported by the modules of icons, which vite/icon-modules.ts makes.
        'src/ui/icon.ts!',
      ],
      // That file reads icons under these names.
      'unplugin-icons': true,
      project: ['vite/**/*.ts', 'src/**/*.{ts,tsx,css}!', '!src/**/*.test.{ts,tsx}!', '!src/**/testing/**!'],
    },
    contract: {
      // Run as processes of their own.
      entry: ['shares/killed/{guest,owner}.ts'],
      project: ['**/*.ts'],
      // Of Linux itself, to fill a small disk and to make a pipe.
      ignoreBinaries: ['mkfifo', 'mount', 'umount'],
    },
    e2e: {
      entry: ['device-in-worker/{page,worker}.ts'],
      project: ['**/*.ts'],
    },
    bench: {
      entry: [
        '*.ts',
        'web-build/floor/main.ts',
        'load/{command,stream,idle,upload}-server.ts',
        'load/stream-clients.ts',
        'load/upload-strangers.ts',
        'safety/vanishing-peers.ts',
      ],
      project: ['**/*.ts'],
      // Of Linux itself, for a network of its own.
      ignoreBinaries: ['ip', 'unshare'],
    },
  },
};

export default config;
