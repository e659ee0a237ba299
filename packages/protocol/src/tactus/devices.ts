import * as z from 'zod/mini';
import type { CallSummaries } from '../endpoint.ts';
import { tactusEndpoint } from './endpoint.ts';
import { cleanText } from './fields.ts';

const LABEL_LENGTH_MAX = 64;
const MODELS = ['handy', 'oh'] as const;

/** Keys of devices that link themselves (docs/device-link.md). */
export const deviceKeyCalls = {
  create: tactusEndpoint('POST /device-keys', {
    credential: 'none',
    body: z.object({ label: z.optional(z.nullable(cleanText('label', LABEL_LENGTH_MAX))) }),
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

/** How other devices of the local network open the app; for requests from the cloud's own machine, through no proxy. */
export const networkCalls = {
  read: tactusEndpoint('GET /network', {
    credential: 'none',
    answer: z.object({
      /** Empty: the code is not used. */
      code: z.string(),
      /** Addresses of the app in the local network; empty: only this machine can open the app. */
      origins: z.array(z.string()),
      /** For each of them one that includes the code. */
      links: z.array(z.string()),
    }),
    errors: { Forbidden: 403 },
  }),
};

/** One-line summaries of the calls of the local network, for the API document. */
export const networkSummaries: CallSummaries<typeof networkCalls> = {
  read: 'Read, on the machine of the cloud, the addresses of the app in the local network and the code that opens it there',
};

/** The version of the server and a newer one; for who opens the app on the server's own machine, through no proxy. */
export const versionCalls = {
  read: tactusEndpoint('GET /version', {
    credential: 'none',
    answer: z.object({
      version: z.string(),
      /** Empty: none is known. */
      newest: z.string(),
      /** What installs or starts the newest version, for a terminal; empty where there is none. */
      command: z.string(),
    }),
    errors: { Forbidden: 403 },
  }),
};

/** One-line summaries of the calls of the version, for the API document. */
export const versionSummaries: CallSummaries<typeof versionCalls> = {
  read: 'Read, on the machine of the cloud, its version, a newer version and the command that installs it',
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
