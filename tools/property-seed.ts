/**
 * Property tests use the same cases in every `npm test`, so that a failure is repeatable, and other ones in
 * `npm run deep -- properties`, which sets the seed. A failed one is repeated with its seed in `TACTUS_SEED`.
 */
import fc from 'fast-check';

const SEED = 20_261_121;

/** Number of cases in depth; `npm test` uses fast-check's default. */
const MANY = 500;

/** Time limit for shrinking a failing case, ms. */
const SEARCHES_MS = 60_000;

const drawn = process.env['TACTUS_SEED'];

fc.configureGlobal(
  drawn === undefined
    ? { seed: SEED }
    : { seed: Number(drawn), numRuns: MANY, interruptAfterTimeLimit: SEARCHES_MS, markInterruptAsFailure: true },
);
