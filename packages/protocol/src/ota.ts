import * as z from 'zod/mini';
import { type CallSummaries, getEndpoint, okResult, putEndpoint } from './endpoint.ts';

/** Progress of a firmware update, 0..1. */
export const otaProgress = z.object({ done: z.boolean(), progress: z.number(), failed: z.boolean() });
export type OtaProgress = z.output<typeof otaProgress>;

/** A firmware that can be installed. */
export const firmwareVersion = z.object({ version: z.string(), feature_flags: z.string() });
export type FirmwareVersion = z.output<typeof firmwareVersion>;

/** The specification's text for a version that is not on the list. */
export const OTA_NOT_FOUND_TEXT = 'Specific OTA not found';

const pageStart = z.optional(z.coerce.number().check(z.gte(0)));
const signedQuery = z.object({
  a: z.string(),
  s: z.string(),
  uexp: z.string(),
  d: z.string(),
  iv: z.string(),
  k: z.string(),
});

/** Firmware updates. */
export const otaEndpoints = {
  latest: getEndpoint('/ota/latest', { answeredBy: 'cloud', result: firmwareVersion }),
  versions: getEndpoint('/ota/versions', {
    answeredBy: 'cloud',
    input: z.object({ s: pageStart }),
    result: z.array(firmwareVersion),
  }),
  updateLatest: putEndpoint('/ota/update/latest', { motion: 'restarts', answeredBy: 'cloud', result: okResult }),
  updateVersion: putEndpoint('/ota/update/version', {
    motion: 'restarts',
    answeredBy: 'cloud',
    input: firmwareVersion,
    result: okResult,
  }),
  updateFixed: getEndpoint('/ota/update/fixed', {
    motion: 'restarts',
    answeredBy: 'cloud',
    address: 'none',
    credential: 'none',
    takesTimeout: true,
    input: signedQuery,
    result: okResult,
  }),
  progress: getEndpoint('/ota/update/progress', { result: otaProgress }),
};

/** Events of firmware updates. */
export const otaEvents = { ota_progress: otaProgress };

/** One-line summaries of these calls, for the API document. */
export const otaSummaries: CallSummaries<typeof otaEndpoints> = {
  latest: 'The newest firmware for this device',
  versions: 'Firmware for this device, from the given start of page',
  updateLatest: 'Update to the newest firmware',
  updateVersion: 'Update to a given firmware',
  updateFixed: 'Update by a signed link, which names device and firmware and expires',
  progress: 'How far the update is',
};
