import * as z from 'zod/mini';
import { deviceCapabilities, deviceInfo, deviceStatistics, lenientDeviceInfo, sessionIds } from './device.ts';
import { type CallSummaries, getEndpoint, okResult, putEndpoint } from './endpoint.ts';
import { modeChangedPayload, modeState, settableMode } from './mode.ts';
import { sliderSettings } from './slider.ts';

/** Facts, mode and sessions of a device. */
export const infoEndpoints = {
  connected: getEndpoint('/connected', {
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
  info: getEndpoint('/info', {
    address: 'device-reference',
    result: deviceInfo,
    readableResult: lenientDeviceInfo,
    onFirmware3: true,
  }),
  mode: getEndpoint('/mode', { address: 'device-reference', result: modeState }),
  setMode: putEndpoint('/mode', {
    motion: 'prepares',
    address: 'device-reference',
    input: z.object({ mode: settableMode }),
    result: okResult,
    deprecated: true,
  }),
  setMode2: putEndpoint('/mode2', {
    motion: 'prepares',
    address: 'device-reference',
    input: z.object({ mode: settableMode }),
    result: modeChangedPayload,
  }),
  sliderSettings: getEndpoint('/settings/slider', { address: 'device-reference', result: sliderSettings }),
  capabilities: getEndpoint('/capabilities', { result: deviceCapabilities }),
  sids: getEndpoint('/sids', { result: sessionIds }),
  statistics: getEndpoint('/statistics', { answeredBy: 'cloud', result: deviceStatistics }),
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
