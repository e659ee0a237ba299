import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint, okResultSchema } from './endpoint.ts';

/** Progress of a firmware update, 0..1. */
export const otaProgressSchema = z.object({ done: z.boolean(), progress: z.number(), failed: z.boolean() });
/** Progress of a firmware update, 0..1. */
export type OtaProgress = z.output<typeof otaProgressSchema>;

/** A firmware that can be installed. */
export const firmwareVersionSchema = z.object({ version: z.string(), feature_flags: z.string() });
/** A firmware that can be installed. */
export type FirmwareVersion = z.output<typeof firmwareVersionSchema>;

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
  latest: defineGetEndpoint('/ota/latest', { answeredBy: 'cloud', result: firmwareVersionSchema }),
  versions: defineGetEndpoint('/ota/versions', {
    answeredBy: 'cloud',
    input: z.object({ s: pageStart }),
    result: z.array(firmwareVersionSchema),
  }),
  updateLatest: definePutEndpoint('/ota/update/latest', {
    motion: 'restarts',
    answeredBy: 'cloud',
    result: okResultSchema,
  }),
  updateVersion: definePutEndpoint('/ota/update/version', {
    motion: 'restarts',
    answeredBy: 'cloud',
    input: firmwareVersionSchema,
    result: okResultSchema,
  }),
  updateFixed: defineGetEndpoint('/ota/update/fixed', {
    motion: 'restarts',
    answeredBy: 'cloud',
    address: 'none',
    credential: 'none',
    takesTimeout: true,
    input: signedQuery,
    result: okResultSchema,
  }),
  progress: defineGetEndpoint('/ota/update/progress', { result: otaProgressSchema }),
};

/** Events of firmware updates. */
export const otaEvents = { ota_progress: otaProgressSchema };

/** One-line summaries of these calls, for the API document. */
export const otaSummaries: CallSummaries<typeof otaEndpoints> = {
  latest: 'The newest firmware for this device',
  versions: 'Firmware for this device, from the given start of page',
  updateLatest: 'Update to the newest firmware',
  updateVersion: 'Update to a given firmware',
  updateFixed: 'Update by a signed link, which names device and firmware and expires',
  progress: 'How far the update is',
};
