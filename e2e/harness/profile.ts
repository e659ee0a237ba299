import { describe, test } from 'vitest';

/** Whether the suite runs against a cloud that does only what the vendor's does. */
export const isVendor = process.env['TACTUS_PROFILE'] === 'vendor';

/**
 * Whether everything runs. Against the vendor's profile a page shows its goal, and what another cloud makes different;
 * the rest, which meets that cloud in the same way, is run there by `npm run deep -- vendor`.
 */
export const isWhole = !isVendor || process.env['TACTUS_DEEP_VENDOR'] !== undefined;

/** A test that runs where everything does; elsewhere it does not exist. */
export const further: (name: string, run: () => Promise<void>, timeoutMs?: number) => void = isWhole
  ? test
  : () => undefined;

/** A group of such tests. */
export const furtherGroup: (name: string, tests: () => void) => void = isWhole ? describe : () => undefined;
