import * as z from 'zod/mini';
import { issuedToken } from '../auth.ts';
import { deviceCapabilities, deviceInfo, deviceStatistics, sessionIds } from '../device.ts';
import type { Schema } from '../endpoint.ts';
import { wireError } from '../errors.ts';
import { eventNames, events } from '../events.ts';
import { hampState } from '../hamp.ts';
import { hspAdd, hspState } from '../hsp.ts';
import { clockInfo } from '../hstp.ts';
import { hvpState } from '../hvp.ts';
import { firmwareVersion, otaProgress } from '../ota.ts';
import { sliderSettings, sliderState, sliderStroke } from '../slider.ts';

/** Schemas that stand once under `components` and are referred to by name. */
const named = new Map<Schema, string>([
  [deviceInfo, 'DeviceInfo'],
  [deviceCapabilities, 'DeviceCapabilities'],
  [deviceStatistics, 'DeviceStatistics'],
  [sessionIds, 'SessionIds'],
  [hampState, 'HampState'],
  [hspState, 'HspState'],
  [hspAdd, 'HspAdd'],
  [hvpState, 'HvpState'],
  [sliderState, 'SliderState'],
  [sliderStroke, 'SliderStroke'],
  [sliderSettings, 'SliderSettings'],
  [clockInfo, 'ClockInfo'],
  [otaProgress, 'OtaProgress'],
  [firmwareVersion, 'FirmwareVersion'],
  [issuedToken, 'IssuedToken'],
  [wireError, 'Error'],
]);

/** The JSON Schema of a schema, or a reference where it has a name of its own. */
export function schemaOrReference(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const name = named.get(schema);
  return name ? { $ref: `#/components/schemas/${name}` } : jsonSchema(schema, io);
}

/** The parts that operations refer to: schemas, answers, security. */
export function openApiComponents(): Record<string, unknown> {
  return {
    schemas: {
      ...Object.fromEntries([...named].map(([schema, name]) => [name, jsonSchema(schema, 'output')])),
      Event: eventSchema(),
    },
    responses: {
      Unauthenticated: jsonAnswer('No credential, or one that is not good', {
        type: 'object',
        properties: { error: { $ref: '#/components/schemas/Error' } },
        required: ['error'],
      }),
      BadRequest: jsonAnswer('No connection key, or input outside the contract', {
        type: 'object',
        properties: {
          error: { $ref: '#/components/schemas/Error' },
          name: { type: 'string' },
          message: { type: 'string' },
        },
      }),
      TooManyRequests: jsonAnswer('More requests than this minute allows', {
        type: 'object',
        properties: { error: { $ref: '#/components/schemas/Error' } },
        required: ['error'],
      }),
    },
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    },
  };
}

function eventSchema(): Record<string, unknown> {
  return {
    description: 'Payload of a live event, by event name: the `data` of a frame is `{connection_key, data}`.',
    type: 'object',
    properties: Object.fromEntries(eventNames.map((name) => [name, schemaOrReference(events[name], 'output')])),
  };
}

const jsonAnswer = (description: string, schema: Record<string, unknown>) => ({
  description,
  content: { 'application/json': { schema } },
});

function jsonSchema(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >; // JSON Schema as plain JSON
  return rest;
}
