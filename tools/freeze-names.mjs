/** `npm run freeze:names`: writes the list of names that travel or are stored, and prints what is gone and what is new. */
import { say } from './root.mjs';
import './run-from-source.mjs';

const { compareNames, listedNames, presentNames, writeNames } = await import('./frozen-names/names-file.ts');
const present = presentNames();
const { gone, added } = compareNames(listedNames(), present);
writeNames(present);
for (const name of gone) say(`- ${name}`);
for (const name of added) say(`+ ${name}`);
say(`${present.length} lines: ${gone.length} are gone, ${added.length} are new.`);
