import * as z from 'zod/mini';
import type { CallSummaries } from '../endpoint.ts';
import { tactusEndpoint } from './endpoint.ts';

const LABEL_LENGTH_MAX = 64;
const MODELS = ['handy', 'oh'] as const;

const LABEL_TEXT = `label must be a text of at most ${LABEL_LENGTH_MAX} characters`;

/** Keys of devices that link themselves (docs/device-link.md). */
export const deviceKeyCalls = {
  create: tactusEndpoint('POST /device-keys', {
    credential: 'none',
    body: z.object({
      label: z.optional(z.nullable(z.string(LABEL_TEXT).check(z.maxLength(LABEL_LENGTH_MAX, LABEL_TEXT)))),
    }),
    status: 201,
    answer: z.object({ connectionKey: z.string(), secret: z.string() }),
    errors: { BadRequest: 400, TooManyRequests: 429, InsufficientStorage: 507 },
  }),
  remove: tactusEndpoint('DELETE /device-keys', {
    credential: 'device-key',
    errors: { NotFound: 404, TooManyRequests: 429 },
  }),
};

/** Virtual devices that anybody may make. */
export const virtualDeviceCalls = {
  create: tactusEndpoint('POST /virtual-devices', {
    credential: 'none',
    body: z.object({ model: z.optional(z.enum(MODELS, `model must be one of ${MODELS.join(', ')}`)) }),
    status: 201,
    answer: z.object({ connectionKey: z.string(), model: z.catch(z.string(), '') }),
    errors: { BadRequest: 400, TooManyRequests: 429 },
  }),
};

/** One-line summaries of the calls of device keys, for the API document. */
export const deviceKeySummaries: CallSummaries<typeof deviceKeyCalls> = {
  create: 'Make a connection key and its secret for a device that links itself',
  remove: 'Remove a key; the link of its device ends',
};

/** One-line summaries of the calls of virtual devices, for the API document. */
export const virtualDeviceSummaries: CallSummaries<typeof virtualDeviceCalls> = {
  create: 'Make a virtual device',
};
