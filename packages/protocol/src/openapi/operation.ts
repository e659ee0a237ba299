import * as z from 'zod/mini';
import { DEVICE_TIMEOUT_DEFAULT_MS, DEVICE_TIMEOUT_MAX_MS, DEVICE_TIMEOUT_MIN_MS } from '../api-limits.ts';
import type { Endpoint, Schema } from '../endpoint.ts';
import type { calls } from '../endpoints.ts';
import { CONNECTION_KEY_PATTERN, DEVICE_REFERENCE_PATTERN } from '../scalars.ts';
import { schemaOrReference } from './components.ts';
import { summaryOfCall } from './summaries.ts';

/** A virtual device that every cloud of ours has on loopback, so that readers can try the reference as it stands. */
const EXAMPLE_KEY = 'DemoHandy1';

type Call = (typeof calls)[number];

/** The OpenAPI operation of one call. */
export function openApiOperationOf({ name, group, endpoint }: Call): Record<string, unknown> {
  const body = endpoint.inputIn === 'body' ? requestBody(endpoint) : undefined;
  return {
    operationId: name.replace('.', '_'),
    tags: [group],
    summary: summaryOfCall(name, group),
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.sinceFirmware && { 'x-since-firmware': endpoint.sinceFirmware }),
    'x-answered-by': endpoint.answeredBy,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: body }),
    responses: responsesOf(endpoint),
  };
}

function securityOf({ credential }: Endpoint): readonly Record<string, readonly string[]>[] {
  if (credential === 'none') return [];
  if (credential === 'application-key') return [{ apiKey: [] }];
  return [{ apiKey: [] }, { bearer: [] }, { basic: [] }];
}

function parametersOf(endpoint: Endpoint): Record<string, unknown>[] {
  const parameters: Record<string, unknown>[] = [];
  if (endpoint.address !== 'none') parameters.push(connectionKeyHeader(endpoint));
  if (endpoint.takesTimeout) parameters.push(timeoutQuery);
  if (endpoint.inputIn === 'query') parameters.push(...queryParameters(endpoint.input));
  return parameters;
}

function connectionKeyHeader({ address, envelope }: Endpoint): Record<string, unknown> {
  const pattern = address === 'device-reference' ? DEVICE_REFERENCE_PATTERN : CONNECTION_KEY_PATTERN;
  return {
    name: 'X-Connection-Key',
    in: 'header',
    required: envelope !== 'stream',
    schema: { type: 'string', pattern: pattern.source },
    example: EXAMPLE_KEY,
  };
}

const timeoutQuery = {
  name: 'timeout',
  in: 'query',
  description: 'How long to wait for the device, in ms, before answering 1002',
  schema: {
    type: 'integer',
    minimum: DEVICE_TIMEOUT_MIN_MS,
    maximum: DEVICE_TIMEOUT_MAX_MS,
    default: DEVICE_TIMEOUT_DEFAULT_MS,
  },
};

function queryParameters(input: Schema): Record<string, unknown>[] {
  if (!(input instanceof z.ZodMiniObject)) return [];
  return Object.entries(input.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOrReference(schema, 'input'),
  }));
}

function requestBody(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (!(endpoint.input instanceof z.ZodMiniObject) || Object.keys(endpoint.input.shape).length === 0) return undefined;
  return {
    required: !z.safeParse(endpoint.input, {}).success,
    content: { 'application/json': { schema: schemaOrReference(endpoint.input, 'input') } },
  };
}

function responsesOf(endpoint: Endpoint): Record<string, unknown> {
  const texts = Object.entries(endpoint.statusTexts).map(([status, description]) => [status, { description }]);
  return {
    '200': { description: 'The answer, or the refusal of the device', content: successContent(endpoint) },
    ...(endpoint.address !== 'none' && { '400': { $ref: '#/components/responses/BadRequest' } }),
    ...(endpoint.credential !== 'none' && { '401': { $ref: '#/components/responses/Unauthenticated' } }),
    ...(endpoint.address !== 'none' && { '429': { $ref: '#/components/responses/TooManyRequests' } }),
    ...Object.fromEntries(texts),
  };
}

function successContent({ envelope, result }: Endpoint): Record<string, unknown> {
  if (envelope === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  const schema = schemaOrReference(result, 'output');
  if (envelope === 'bare') return { 'application/json': { schema } };
  return {
    'application/json': {
      schema: {
        oneOf: [
          { type: 'object', properties: { result: schema }, required: ['result'] },
          { type: 'object', properties: { error: { $ref: '#/components/schemas/Error' } }, required: ['error'] },
        ],
      },
    },
  };
}
