/** `npm run words`: the share of private words in the product's identifiers. Fails above the bound. */
import { ROOT, say } from './root.mjs';
import './run-from-source.mjs';

/** Limit of private words in 10,000 words of identifiers: the rest travel or are stored, or are names of others. */
const BOUND = 5;
const SHOWN = 40;

const { listedNames } = await import('./frozen-names/names-file.ts');
const { surveyWords } = await import('./private-words.ts');
const frozen = new Set(listedNames().flatMap((line) => line.split(/[ =]/).slice(1)));
const { words, privateWords, names } = surveyWords(ROOT, frozen);
const share = (privateWords / words) * 10_000;
const isBroken = share > BOUND;
if (isBroken || process.argv.includes('--all'))
  for (const { name, better, count, file } of isBroken ? names.slice(0, SHOWN) : names)
    say(`${name} (${count} times, first in ${file}): ${better}`);
say(`${share.toFixed(1)} of 10,000 words in the product's identifiers are private; at most ${BOUND} may be.`);
if (isBroken) process.exitCode = 1;
