import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint, okResultSchema } from './endpoint.ts';

/** The links that the device has up, by number on the wire. The specification names 0 to 5; firmware also sends 6 and 7. */
export const ConnectionMode = {
  NONE: 0,
  WIFI: 1,
  BLE: 2,
  WIFI_BLE: 3,
  OFFLINE: 4,
  LEGACY_BLE: 5,
  FACTORY: 6,
  AUDIO: 7,
} as const;
export type ConnectionMode = (typeof ConnectionMode)[keyof typeof ConnectionMode];

/** Which of the vendor's environments the device talks to. */
export const Environment = { PRODUCTION: 0, STAGING: 1, DEVELOPMENT: 2 } as const;
export type Environment = (typeof Environment)[keyof typeof Environment];

const interfaceStatus = z.object({ wifi: z.boolean(), ble: z.boolean() });
const environment = z.object({ environment: z.enum(Environment) });
/** The vendor's document types it as a text and lists numbers. */
const readableEnvironment = z.object({
  environment: z.union([z.enum(Environment), z.enum(['0', '1', '2']).check(z.overwrite(Number as never))]),
});
const settableConnectionMode = z
  .enum(ConnectionMode)
  .check(z.refine((mode) => mode <= ConnectionMode.LEGACY_BLE, 'Connection mode must be between 0 and 5'));

/** The five error texts that the token call and these calls share. */
export const HTTP_ERROR_TEXTS = {
  400: 'Bad request.',
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'Request timeout.',
  500: 'Internal server error.',
} as const;

/** The device's links, its environment, and its reboot. */
export const systemEndpoints = {
  interfaces: defineGetEndpoint('/system/interfaces/status', { result: interfaceStatus }),
  setInterfaces: definePutEndpoint('/system/interfaces/status', {
    motion: 'none',
    input: interfaceStatus,
    result: okResultSchema,
  }),
  environment: defineGetEndpoint('/system/environment', {
    result: environment,
    readableResult: readableEnvironment,
    statusTexts: HTTP_ERROR_TEXTS,
  }),
  setEnvironment: definePutEndpoint('/system/environment', {
    motion: 'none',
    input: environment,
    result: okResultSchema,
    statusTexts: HTTP_ERROR_TEXTS,
  }),
  reboot: definePutEndpoint('/system/reboot', {
    motion: 'restarts',
    input: z.object({ connection_mode: settableConnectionMode }),
    result: okResultSchema,
    statusTexts: HTTP_ERROR_TEXTS,
  }),
};

/** One-line summaries of these calls, for the API document. */
export const systemSummaries: CallSummaries<typeof systemEndpoints> = {
  interfaces: 'Which links are on',
  setInterfaces: 'Switch Wi-Fi and Bluetooth on or off',
  environment: 'The environment the device talks to',
  setEnvironment: 'Choose the environment the device talks to',
  reboot: 'Reboot into a connection mode',
};
