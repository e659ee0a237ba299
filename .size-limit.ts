/** The budget of design/quality.md: what a browser fetches before the home page stands, brotli. */
import { DIST, initialScripts } from './bench/web-build/initial-scripts.ts';

export default [
  {
    name: 'First-load JavaScript of the home page',
    path: initialScripts().map((file) => `${DIST}/${file}`),
    limit: '165 KB',
    brotli: true,
  },
];
