/** From here on this process can import the repository's TypeScript: `node --import ./tools/run-from-source.mjs file.ts`. */
import module from 'node:module';
import { register } from 'tsx/esm/api';
import { loadInThread } from './unnamed-functions.mjs';

register();
// The types are those of the oldest Node that we run on, which has no such function.
const { registerHooks } = /** @type {{ registerHooks?: (hooks: object) => unknown }} */ (module);
if (registerHooks) registerHooks({ load: loadInThread });
else module.register('./unnamed-functions.mjs', import.meta.url);
