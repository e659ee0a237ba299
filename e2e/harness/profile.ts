import { describe, test } from 'vitest';

/** Whether the suite runs against a cloud that does only what the vendor's does. */
export const isVendor = process.env['TACTUS_PROFILE'] === 'vendor';

/** Whether everything runs, against both clouds: `npm run deep -- browser`. */
export const isDeep = process.env['TACTUS_DEEP_BROWSER'] !== undefined;

/**
 * Whether tests run that are the same with every cloud. Against the vendor's profile a page shows only its goal, and the
 * differences of that cloud.
 */
const isWhole = !isVendor || isDeep;

type Declare = (name: string, run: () => Promise<void>, timeoutMs?: number) => void;

/** A test that runs against our own cloud, and in depth against both; elsewhere it is skipped. */
export const further: Declare = isWhole ? test : test.skip;

/** A group of such tests. */
export const furtherGroup: (name: string, tests: () => void) => void = isWhole ? describe : describe.skip;

/** A test for deep runs only: another path to a goal that one test shows, or a fact that a cheaper test shows too. */
export const deeper: Declare = isDeep ? test : test.skip;
