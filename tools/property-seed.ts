/**
 * Tests of properties draw the same cases in every `npm test`, so that a red one is red again, and other ones in
 * `npm run deep -- properties`, which sets the seed. One that failed is drawn again with its seed in `TACTUS_SEED`.
 */
import fc from 'fast-check';

const SEED = 20_261_121;

/** In depth; `npm test` draws as many as fast-check does by itself. */
const MANY = 500;

/** To look for the smallest case that fails may take for ever, ms. */
const SEARCHES_MS = 60_000;

const drawn = process.env['TACTUS_SEED'];

fc.configureGlobal(
  drawn === undefined
    ? { seed: SEED }
    : { seed: Number(drawn), numRuns: MANY, interruptAfterTimeLimit: SEARCHES_MS, markInterruptAsFailure: true },
);
