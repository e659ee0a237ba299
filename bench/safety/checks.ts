/** Rows of faults and safety whose figure is a count of exceptions, each from the tests that show it. */
import { type Row, toRow } from '../measure/row.ts';
import { type Check, check } from './checked.ts';

/** A part of the full 10^4 and 10^5 that fits into a benchmark of minutes; `npm run deep` runs them all. */
const STOPS = 200;
const FUZZ_SEEDS = 20;
const FUZZED_A_SEED = 500;
const CUT_OFF = 45;
const RIGHTS = 4;

interface CountedCheck extends Check {
  /** The counted quantity, for this number of tests. */
  readonly row: (tests: number) => string;
}

const CHECKS: readonly CountedCheck[] = [
  {
    row: () =>
      `motion after a confirmed Stop, of ${STOPS} interleavings of commands and answers that are lost and overtake each other (10^4: npm run deep -- stop)`,
    files: ['packages/sdk/src/control/stop.property.test.ts'],
    env: { TACTUS_DEEP_STOPS: String(STOPS) },
  },
  {
    row: () =>
      'motion after a Stop, of 80 journeys of a person, a network and a virtual device that brakes, through the cloud under both profiles',
    files: ['contract/sdk/interleavings.property.test.ts'],
  },
  {
    row: () =>
      `guests whose device moves on after the hold has expired, of ${CUT_OFF} who are cut off at random (1000: npm run deep -- shares)`,
    files: ['contract/shares/interleavings.property.test.ts'],
    env: { TACTUS_DEEP_INTERLEAVINGS: String(CUT_OFF) },
  },
  {
    row: (tests) =>
      `motions of our app that do not end 10 s after a closed connection or 60 s after silence, of ${tests} (HAMP, HSSP, HSP)`,
    files: ['contract/leases/holder-gone.test.ts'],
  },
  {
    row: (tests) =>
      `live streams that move on when their lead has been played, of ${tests} that are cut off, with leases and without`,
    files: ['contract/stream/live.test.ts'],
    named: 'cut off',
  },
  {
    row: (tests) =>
      `recorded streams with more than 30 s ahead of them where the cloud has no leases, and with less than the buffer holds where it has, of ${tests}`,
    files: ['contract/stream/following.test.ts'],
    named: 'sends 30 s ahead where none does',
  },
  {
    row: (tests) =>
      `pages that are closed, of ${tests}, whose device is not stopped by their last request (a cloud without leases)`,
    files: ['e2e/leaving.control.spec.ts'],
    env: { TACTUS_PROFILE: 'vendor' },
  },
  {
    row: (tests) => `seeks that take more than one request and one round trip, of ${tests}`,
    files: ['contract/stream/changes.test.ts'],
    named: 'seeks with one round trip',
  },
  {
    row: () =>
      `answers 5xx or outside the schema, and devices that do not answer afterwards, of ${FUZZ_SEEDS * FUZZED_A_SEED} fuzzed requests (10^5: npm run deep -- fuzz)`,
    files: ['contract/cloud/fuzz.test.ts'],
    env: { TACTUS_DEEP_REQUESTS: String(FUZZED_A_SEED) },
  },
  {
    row: (tests) =>
      `calls answered differently from the table of rights, of ${tests * RIGHTS} (every call by owner, guest, viewer and stranger, with a right that is valid, expired, revoked or of another device)`,
    files: ['contract/shares/authorisation.test.ts'],
  },
  {
    row: (tests) =>
      `occurrences of a canary connection key in answers, streams, errors, traces and logs of the cloud, of sharing and of a bridge, ${tests} walks`,
    files: ['contract/shares/canary.test.ts', 'contract/shares/bridge.test.ts', 'contract/cloud/observability.test.ts'],
    named: 'canary key|connection key appears|has its key in the tab',
  },
  {
    row: (tests) =>
      `internal addresses that a script URL reached, of a corpus of 130 and more tricks, ${tests} checks of it with redirects and rebinding`,
    files: ['apps/cloud/src/features/scripts/ssrf.test.ts'],
  },
  {
    row: (tests) =>
      `script hosts that drip, flood or pack bombs and are read for longer than 10 s or beyond 32 MiB, of ${tests} checks`,
    files: ['apps/cloud/src/features/scripts/download.test.ts'],
  },
];

/** Runs them, one after the other. */
export async function* checkRows(): AsyncGenerator<Row> {
  for (const { row, ...tests } of CHECKS) {
    const checked = await check(tests);
    yield toRow({ row: row(checked.tests), value: checked.failed, unit: 'exceptions', bounds: { atMost: 0 } });
  }
}
