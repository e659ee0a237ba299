import * as z from 'zod/mini';
import {
  deviceCapabilitiesSchema,
  deviceInfoSchema,
  deviceStatisticsSchema,
  lenientDeviceInfoSchema,
  sessionIdsSchema,
} from './device.ts';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint, okResultSchema } from './endpoint.ts';
import { modeChangedPayloadSchema, modeStateSchema, settableModeSchema } from './mode.ts';
import { readableSliderSettingsSchema, sliderSettingsSchema } from './slider.ts';

/** Facts, mode and sessions of a device. */
export const infoEndpoints = {
  connected: defineGetEndpoint('/connected', {
    answeredBy: 'cloud',
    address: 'device-reference',
    result: z.object({
      connected: z.boolean(),
      // Whether any device has the key. Sent only by a cloud that tells unknown keys from disconnected devices.
      known: z.optional(z.boolean()),
    }),
    statusTexts: { 400: 'Bad request.' },
    onFirmware3: true,
  }),
  info: defineGetEndpoint('/info', {
    address: 'device-reference',
    result: deviceInfoSchema,
    readableResult: lenientDeviceInfoSchema,
    onFirmware3: true,
  }),
  mode: defineGetEndpoint('/mode', { address: 'device-reference', result: modeStateSchema }),
  setMode: definePutEndpoint('/mode', {
    motion: 'prepares',
    address: 'device-reference',
    input: z.object({ mode: settableModeSchema }),
    result: okResultSchema,
    deprecated: true,
  }),
  setMode2: definePutEndpoint('/mode2', {
    motion: 'prepares',
    address: 'device-reference',
    input: z.object({ mode: settableModeSchema }),
    result: modeChangedPayloadSchema,
  }),
  sliderSettings: defineGetEndpoint('/settings/slider', {
    address: 'device-reference',
    result: sliderSettingsSchema,
    readableResult: readableSliderSettingsSchema,
  }),
  capabilities: defineGetEndpoint('/capabilities', { result: deviceCapabilitiesSchema }),
  sids: defineGetEndpoint('/sids', { result: sessionIdsSchema }),
  statistics: defineGetEndpoint('/statistics', { answeredBy: 'cloud', result: deviceStatisticsSchema }),
};

/** One-line summaries of these calls, for the API document. */
export const infoSummaries: CallSummaries<typeof infoEndpoints> = {
  connected: 'Whether the device is connected to the cloud; false for an unknown key',
  info: 'Model, firmware and connection session of the device',
  mode: 'The current mode',
  setMode: 'Change the mode (use mode2, which answers with the new mode)',
  setMode2: 'Change the mode and learn its session number',
  sliderSettings: "Limits and zones of the slider, as the device's own settings have them",
  capabilities: 'What the hardware has',
  sids: 'Numbers of the current boot, socket and mode session',
  statistics: 'Counters of the link between device and cloud',
};
