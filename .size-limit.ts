/** The budgets: what a browser fetches before the home page stands, and the SDK for other people; brotli. */
import { DIST, initialScripts } from './bench/web-build/initial-scripts.ts';

/** Built with the app; see tools/sdk/sizes.mjs. */
const SDK = '.cache/sdk-size';

export default [
  {
    name: 'First-load JavaScript of the home page',
    path: initialScripts().map((file) => `${DIST}/${file}`),
    limit: '165 KB',
    brotli: true,
  },
  { name: 'Widget, what a page of somebody else loads', path: `${DIST}/widget.js`, limit: '4 KB', brotli: true },
  { name: 'SDK, createDevice alone, with what it needs', path: `${SDK}/device.js`, limit: '68 KB', brotli: true },
  { name: 'SDK, everything, with what it needs', path: `${SDK}/everything.js`, limit: '89 KB', brotli: true },
  { name: 'SDK, reading scripts alone', path: `${SDK}/scripts.js`, limit: '4 KB', brotli: true },
];
