import * as z from 'zod/mini';
import { issuedTokenSchema } from '../auth.ts';
import { deviceCapabilitiesSchema, deviceInfoSchema, deviceStatisticsSchema, sessionIdsSchema } from '../device.ts';
import type { Schema } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { eventNames, events } from '../events.ts';
import { hampStateSchema } from '../hamp.ts';
import { hspAddInputSchema, hspStateSchema } from '../hsp.ts';
import { clockInfoSchema } from '../hstp.ts';
import { hvpStateSchema } from '../hvp.ts';
import { DeviceMode, settableModeSchema } from '../mode.ts';
import { firmwareVersionSchema, otaProgressSchema } from '../ota.ts';
import { sliderSettingsSchema, sliderStateSchema, sliderStrokeSchema } from '../slider.ts';
import { ConnectionMode } from '../system.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { createSchemaWriter, type Json, referenceTo } from './schema-writer.ts';

/** Schemas that stand once under `components` and are referred to by name. */
const names = new Map<Schema, string>([
  [deviceInfoSchema, 'DeviceInfo'],
  [deviceCapabilitiesSchema, 'DeviceCapabilities'],
  [deviceStatisticsSchema, 'DeviceStatistics'],
  [sessionIdsSchema, 'SessionIds'],
  [hampStateSchema, 'HampState'],
  [hspStateSchema, 'HspState'],
  [hspAddInputSchema, 'HspAdd'],
  [hvpStateSchema, 'HvpState'],
  [sliderStateSchema, 'SliderState'],
  [sliderStrokeSchema, 'SliderStroke'],
  [sliderSettingsSchema, 'SliderSettings'],
  [clockInfoSchema, 'ClockInfo'],
  [otaProgressSchema, 'OtaProgress'],
  [firmwareVersionSchema, 'FirmwareVersion'],
  [issuedTokenSchema, 'IssuedToken'],
  [wireErrorSchema, 'Error'],
]);

const upTo = (values: Readonly<Record<string, number>>, last: number) =>
  Object.values(values).filter((value) => value <= last);
const required = (...fields: string[]) => fields.map((field) => ({ required: [field] }));

/** Two fields of which the first may not be above the second: JSON Schema cannot compare fields. */
const ordered = { description: '`min` must not be above `max`.', 'x-ordered': ['min', 'max'] };

/** The checks of the rows that are code. The sweep of `contract/openapi` finds one that is missing here. */
const keywords = new Map<Schema, Json>([
  [settableModeSchema, { enum: upTo(DeviceMode, DeviceMode.VIBRATE) }],
  [endpoints.system.reboot.input.shape.connection_mode, { enum: upTo(ConnectionMode, ConnectionMode.LEGACY_BLE) }],
  [endpoints.hamp.stroke.input, ordered],
  [endpoints.slider.setStroke.input, { ...ordered, anyOf: required('min', 'max') }],
  [endpoints.hdsp.xpvp.input, { anyOf: required('vp', 'va') }],
  [endpoints.hssp.setup.input, { oneOf: required('url', 'csv', 'actions') }],
]);

/** The schemas of the device API. */
export const deviceSchemas = createSchemaWriter({ names, sent: new Set([hspAddInputSchema]), keywords });

/** The name of the component that describes the frame of an event: `hamp_state_changed` -> `HampStateChangedFrame`. */
const frameNameOf = (event: string) =>
  `${event.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Frame`;

/** The data of a frame of the event stream, by event. */
export const eventFrameDataSchemas: Json = Object.fromEntries(
  eventNames.map((name) => [
    frameNameOf(name),
    {
      type: 'object',
      description: `The \`data\` of a frame with \`event: ${name}\``,
      'x-event': name,
      properties: {
        connection_key: { type: 'string' },
        data: deviceSchemas.write(events[name], 'output'),
      },
      required: z.safeParse(events[name], undefined).success ? ['connection_key'] : ['connection_key', 'data'],
    },
  ]),
);

/** The data of any frame of the event stream. */
export const anyEventFrameDataSchema: Json = {
  anyOf: Object.keys(eventFrameDataSchemas).map((name) => referenceTo(name)),
};
