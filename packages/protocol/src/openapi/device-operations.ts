import * as z from 'zod/mini';
import { DEVICE_API_PREFIX } from '../api-paths.ts';
import type { EffectOnMotion, Endpoint, Schema } from '../endpoint.ts';
import { type CallName, calls } from '../endpoints.ts';
import { DEVICE_REFERENCE_PATTERN } from '../scalars.ts';
import { refusalAnswerReferences, resultOrRefusalAnswer } from './answers.ts';
import type { OpenApiOperation } from './build-document.ts';
import { anyEventFrameDataSchema, deviceSchemas } from './device-schemas.ts';
import { type Json, jsonContent, referenceTo } from './schema-writer.ts';
import { summaryOfCall } from './summaries.ts';

type Call = (typeof calls)[number];

/** The operations of the device API: one for each call. */
export const deviceOperations = (): readonly OpenApiOperation[] =>
  calls.map((call) => ({
    method: call.endpoint.method,
    path: `${DEVICE_API_PREFIX}${call.endpoint.path}`,
    operation: operationOf(call),
  }));

function operationOf({ name, group, endpoint }: Call): Json {
  const body = endpoint.inputIn === 'body' ? requestBody(endpoint) : undefined;
  return {
    operationId: name.replace('.', '_'),
    tags: [group],
    summary: summaryOfCall(name, group),
    description: descriptionOf(endpoint),
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.sinceFirmware && { 'x-since-firmware': endpoint.sinceFirmware }),
    'x-answered-by': endpoint.answeredBy,
    'x-effect-on-motion': endpoint.motion,
    security: securityOf(endpoint),
    parameters: parametersOf(name, endpoint),
    ...(body && { requestBody: body }),
    responses: {
      '200': { description: 'The answer, or the refusal of the device', content: successContent(endpoint) },
      ...refusalAnswerReferences(statusesOf(name, endpoint)),
    },
  };
}

const EFFECTS: Readonly<Record<EffectOnMotion, string>> = {
  none: 'It has no effect on motion.',
  steers: 'It changes the motion, or the place in a stream, and sets nothing at rest in motion.',
  prepares: 'It switches to a mode or loads it, which ends the motion before.',
  starts: 'It can set a device at rest in motion.',
  pauses: 'It halts a playback that a later call resumes.',
  ends: 'It stops the motion of its mode, and no rate limit blocks it.',
  restarts: 'The device restarts, which ends its motion.',
};

function descriptionOf({ answeredBy, address, motion, sinceFirmware, onFirmware3, envelope }: Endpoint): string {
  const sentences = [
    answeredBy === 'device' ? 'The device answers.' : 'The cloud answers.',
    EFFECTS[motion],
    address === 'device-reference' && 'A channel reference addresses all devices of the channel.',
    onFirmware3 && 'Devices with firmware below 4 answer too.',
    sinceFirmware && `Devices answer from firmware ${sinceFirmware} on.`,
    envelope === 'stream' && 'Each frame names its event; what its data holds is described by event.',
  ];
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}

function securityOf({ credential, envelope }: Endpoint): readonly Json[] {
  if (credential === 'none') return [];
  if (credential === 'application-key') return [{ apiKey: [] }];
  const inHeaders = [{ apiKey: [] }, { bearer: [] }, { basic: [] }];
  // A browser's EventSource can send no headers.
  return envelope === 'stream' ? [{ apiKeyInQuery: [] }, ...inHeaders] : inHeaders;
}

const reference: Json = { type: 'string', pattern: DEVICE_REFERENCE_PATTERN.source };

/** Query parameters that the rows have as any text. JSON Schema cannot compare `ck` and `to`. */
const STRICTER: Partial<Record<CallName, Readonly<Record<string, Json>>>> = {
  'auth.issueToken': {
    ck: reference,
    to: { ...reference, description: 'Equals `ck` where both are given.', 'x-equals': 'ck' },
  },
  'sse.events': { ck: reference },
};

function parametersOf(name: CallName, { address, envelope, takesTimeout, inputIn, input, method }: Endpoint): Json[] {
  const isStream = envelope === 'stream';
  const query = inputIn === 'query' && input instanceof z.ZodMiniObject ? Object.entries(input.shape) : [];
  return [
    ...(address === 'connection-key' ? [referenceTo('ConnectionKey', 'parameters')] : []),
    ...(address === 'device-reference' && !isStream ? [referenceTo('DeviceReference', 'parameters')] : []),
    ...(takesTimeout ? [referenceTo('Timeout', 'parameters')] : []),
    ...query
      // The credential of the stream is a security scheme.
      .filter(([parameter]) => parameter !== 'apikey')
      .map(([parameter, schema]) => ({
        name: parameter,
        in: 'query',
        required: (isStream && parameter === 'ck') || !z.safeParse(schema, undefined).success,
        schema: STRICTER[name]?.[parameter] ?? querySchema(schema),
      })),
    ...(method === 'PUT' ? ['Sequence', 'IdempotencyKey'].map((header) => referenceTo(header, 'parameters')) : []),
  ];
}

/** A text in a query is not empty, because an empty one counts as none, and a flag is written as true or false. */
function querySchema(schema: Schema): Json {
  const json = deviceSchemas.write(schema, 'input');
  if (Array.isArray(json['type'])) return { type: 'boolean' };
  return json['type'] === 'string' ? { ...json, minLength: 1 } : json;
}

function requestBody({ input }: Endpoint): Json | undefined {
  if (!(input instanceof z.ZodMiniObject) || Object.keys(input.shape).length === 0) return undefined;
  return {
    required: !z.safeParse(input, {}).success,
    content: jsonContent(deviceSchemas.write(input, 'input')),
  };
}

/** Calls that write or read the store of the cloud. */
const USES_STORE: ReadonlySet<CallName> = new Set(['auth.issueToken', 'auth.renewToken', 'hssp.setup']);

/** The HTTP statuses of a call beside 200. */
function statusesOf(
  name: CallName,
  { address, credential, statusTexts, inputIn, motion, method }: Endpoint,
): readonly number[] {
  return [
    ...Object.keys(statusTexts).map(Number),
    403, // a host name that is not the cloud's
    500,
    ...(address === 'none' ? [] : [400]),
    ...(credential === 'none' ? [] : [401, 429]),
    ...(motion === 'none' ? [] : [409]),
    ...(method === 'PUT' ? [413] : []),
    ...(inputIn === 'body' ? [503] : []),
    ...(USES_STORE.has(name) ? [503, 507] : []),
  ];
}

function successContent({ envelope, result }: Endpoint): Json {
  if (envelope === 'stream') return { 'text/event-stream': { schema: anyEventFrameDataSchema } };
  const schema = deviceSchemas.write(result, 'output');
  return envelope === 'bare' ? jsonContent(schema) : resultOrRefusalAnswer(schema);
}
