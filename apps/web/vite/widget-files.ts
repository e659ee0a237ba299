import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { compiledMessages } from './compiled-messages.ts';
import { iconModules } from './icon-modules.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCRIPT = `${ROOT}src/widget/widget.ts`;
const FRAME = `${ROOT}widget.html`;

/**
 * Builds beside the app the files for other sites: `widget.js`, one script without imports, and `widget.html`, the document
 * in its frame. They are separate builds: the app's first load contains nothing of them, and the frame no page of the app.
 */
export function widgetFiles(): Plugin {
  return {
    name: 'tactus:widget-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const shared = {
        configFile: false,
        root: ROOT,
        logLevel: 'warn',
        resolve: { conditions: ['@tactus/source', 'module', 'browser', 'development|production'] },
        define: { 'import.meta.env.VITE_PSEUDO': '""', 'import.meta.env.VITE_VERSION': '""' },
      } as const satisfies InlineConfig;
      const output = {
        target: 'es2023',
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
      } as const;
      await build({
        ...shared,
        build: {
          ...output,
          lib: { entry: SCRIPT, formats: ['iife'], name: 'tactusWidget', fileName: () => 'widget.js' },
        },
      });
      await build({
        ...shared,
        plugins: [compiledMessages({ only: ['uui', 'failure'] }), iconModules(), react({ compiler: true })],
        build: { ...output, assetsDir: 'assets/widget', rolldownOptions: { input: FRAME } },
      });
    },
  };
}
