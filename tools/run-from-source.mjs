/** From here on this process can import the repository's TypeScript: `node --import ./tools/run-from-source.mjs file.ts`. */
import { register as registerHook } from 'node:module';
import { register } from 'tsx/esm/api';

register();
registerHook('./unnamed-functions.mjs', import.meta.url);
