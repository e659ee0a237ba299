import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './vite/compiled-messages.ts';

const cloud = `http://127.0.0.1:${process.env['TACTUS_CLOUD_PORT'] ?? '8787'}`;

export default defineConfig({
  plugins: [compiledMessages(), react(), babel({ presets: [reactCompilerPreset()] })],
  resolve: {
    conditions: ['@tactus/source', 'module', 'browser', 'development|production'],
    // Messages are compiled while building, so the parser of message texts never reaches the browser.
    alias: [
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
  },
  build: {
    target: 'es2023',
    manifest: true,
    // The policy allows fonts and pictures from this origin only: nothing becomes a data: address but by intent.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/_control', '/healthz', '/metrics'].map((path) => [path, { target: cloud }]),
    ),
  },
});
