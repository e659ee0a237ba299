import * as z from 'zod/mini';
import { deviceCapabilities, deviceInfo, deviceStatistics, liberalDeviceInfo, sessionIds } from './device.ts';
import { get, ok, put } from './endpoint.ts';
import { modeChanged, modeState, settableMode } from './mode.ts';
import { sliderSettings } from './slider.ts';

/** Facts, mode and sessions of a device (api-v3.md 2.3). */
export const infoEndpoints = {
  connected: get('/connected', {
    summary: 'Whether the device is connected to the cloud; false for an unknown key',
    answeredBy: 'cloud',
    address: 'device-reference',
    result: z.object({
      connected: z.boolean(),
      // Only from a cloud that tells an unknown key from a device that is not there: whether any device has the key.
      known: z.optional(z.boolean()),
    }),
    statusTexts: { 400: 'Bad request.' },
    onFirmware3: true,
  }),
  info: get('/info', {
    summary: 'Model, firmware and connection session of the device',
    address: 'device-reference',
    result: deviceInfo,
    readableResult: liberalDeviceInfo,
    onFirmware3: true,
  }),
  mode: get('/mode', { summary: 'The current mode', address: 'device-reference', result: modeState }),
  setMode: put('/mode', {
    summary: 'Change the mode (use mode2, which answers with the new mode)',
    address: 'device-reference',
    input: z.object({ mode: settableMode }),
    result: ok,
    deprecated: true,
  }),
  setMode2: put('/mode2', {
    summary: 'Change the mode and learn its session number',
    address: 'device-reference',
    input: z.object({ mode: settableMode }),
    result: modeChanged,
  }),
  sliderSettings: get('/settings/slider', {
    summary: "Limits and zones of the slider, as the device's own settings have them",
    address: 'device-reference',
    result: sliderSettings,
  }),
  capabilities: get('/capabilities', { summary: 'What the hardware has', result: deviceCapabilities }),
  sids: get('/sids', { summary: 'Numbers of the current boot, socket and mode session', result: sessionIds }),
  statistics: get('/statistics', {
    summary: 'Counters of the link between device and cloud',
    answeredBy: 'cloud',
    result: deviceStatistics,
  }),
};
