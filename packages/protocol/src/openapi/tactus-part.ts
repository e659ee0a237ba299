import type { CallSummaries, Schema } from '../endpoint.ts';
import {
  deviceKeyCalls,
  deviceKeySummaries,
  networkCalls,
  networkSummaries,
  versionCalls,
  versionSummaries,
  virtualDeviceCalls,
  virtualDeviceSummaries,
} from '../tactus/devices.ts';
import {
  noContent,
  TACTUS_API_PREFIX,
  type TactusCredential,
  type TactusEndpoint,
  type TactusEndpoints,
} from '../tactus/endpoint.ts';
import { groupCalls, groupSummaries, groupView } from '../tactus/groups.ts';
import { GUEST_MODES } from '../tactus/guest-modes.ts';
import { guestModesSchema, shareLimitsSchema } from '../tactus/share-limits.ts';
import {
  controlView,
  guestCalls,
  guestSummaries,
  guestView,
  ownerView,
  shareCalls,
  shareSummaries,
  shareView,
} from '../tactus/shares.ts';
import { channelCalls, channelSummaries, streamCalls, streamSummaries } from '../tactus/streams-and-channels.ts';
import { refusalAnswerReferences } from './answers.ts';
import type { OpenApiOperation, OpenApiPart } from './build-document.ts';
import { createSchemaWriter, type Json, jsonContent, referenceTo } from './schema-writer.ts';

/** A family of calls: its tag, what it is, its rows and their summaries. */
type Family = readonly [tag: string, description: string, TactusEndpoints, CallSummaries<TactusEndpoints>];

const families: readonly Family[] = [
  ['groups', 'Group sessions: devices that follow the timeline of a host', groupCalls, groupSummaries],
  ['shares', 'Sharing of a device by a link: the calls of its owner', shareCalls, shareSummaries],
  ['guests', 'Sharing of a device by a link: the calls of a guest', guestCalls, guestSummaries],
  ['streams', 'Points that the cloud stores and plays', streamCalls, streamSummaries],
  ['channels', 'One reference for many devices', channelCalls, channelSummaries],
  ['device_keys', 'Keys of devices that link themselves', deviceKeyCalls, deviceKeySummaries],
  ['network', 'The app on other devices of the local network', networkCalls, networkSummaries],
  ['version', 'Whether there is a newer version of the server', versionCalls, versionSummaries],
  ['virtual_devices', 'Virtual devices', virtualDeviceCalls, virtualDeviceSummaries],
];

const schemas = createSchemaWriter({
  names: new Map<Schema, string>([
    [groupView, 'GroupView'],
    [shareLimitsSchema, 'ShareLimits'],
    [shareView, 'ShareView'],
    [ownerView, 'ShareOwnerView'],
    [controlView, 'ShareControl'],
    [guestView, 'GuestView'],
  ]),
  sent: new Set(),
  keywords: new Map([[guestModesSchema, { type: 'array', items: { type: 'string', enum: [...GUEST_MODES] } }]]),
});

/** Our own API, which no other cloud has. */
export const tactusApiPart = (): OpenApiPart => ({
  name: 'Our own API',
  tags: families.map(([name, description]) => ({ name, description })),
  operations: families.flatMap(([tag, , calls, summaries]) =>
    Object.entries(calls).map(([name, endpoint]) => operationOf(endpoint, tag, name, summaries[name] ?? name)),
  ),
  components: { schemas: schemas.components() },
});

function operationOf(endpoint: TactusEndpoint, tag: string, name: string, summary: string): OpenApiOperation {
  const { method, path, credential, body, status, errors } = endpoint;
  return {
    method,
    path: `${TACTUS_API_PREFIX}${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    operation: {
      operationId: `${tag}_${name}`,
      tags: [tag],
      summary,
      description: CREDENTIALS[credential],
      security: SECURITY[credential],
      parameters: parametersOf(endpoint),
      ...(body !== noContent && {
        requestBody: { required: true, content: jsonContent(schemas.write(body, 'input')) },
      }),
      responses: {
        [status]: answerOf(endpoint),
        ...refusalAnswerReferences([403, 500]),
        // Whatever a call changes may have to be stored.
        ...refusalsByStatus(
          method === 'GET' ? errors : { ServiceUnavailable: 503, InsufficientStorage: 507, ...errors },
        ),
      },
    },
  };
}

const CREDENTIALS: Readonly<Record<TactusCredential, string>> = {
  none: 'No credential.',
  application: 'The credential of a device call.',
  owner: 'The credential of a device call, and the connection key of the device.',
  secret: 'The secret that came with the resource.',
  guest: 'The session of a guest.',
  group: 'The session of a member of the group.',
  'device-key': 'The connection key and its secret.',
  control: 'The control token, or a request from the machine of the cloud.',
};

const inHeaders: readonly Json[] = [{ apiKey: [] }, { bearer: [] }, { basic: [] }];
const bearer: readonly Json[] = [{ bearer: [] }];
const SECURITY: Readonly<Record<TactusCredential, readonly Json[]>> = {
  none: [],
  application: inHeaders,
  owner: inHeaders,
  secret: bearer,
  guest: bearer,
  group: bearer,
  'device-key': bearer,
  control: bearer,
};

const parametersOf = ({ path, credential, isMadeOnce }: TactusEndpoint): readonly Json[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  })),
  ...(credential === 'owner' || credential === 'device-key' ? [referenceTo('ConnectionKey', 'parameters')] : []),
  ...(isMadeOnce ? [referenceTo('IdempotencyKey', 'parameters')] : []),
];

function answerOf({ answer, events }: TactusEndpoint): Json {
  const frames = Object.entries(events).map(([event, schema]) => ({
    ...schemas.write(schema, 'output'),
    description: `The \`data\` of a frame with \`event: ${event}\``,
    'x-event': event,
  }));
  if (frames.length > 0)
    return { description: 'The events', content: { 'text/event-stream': { schema: { anyOf: frames } } } };
  if (answer === noContent) return { description: 'Done' };
  return { description: 'The answer', content: jsonContent(schemas.write(answer, 'output')) };
}

/** The refusals of a call, by HTTP status: `name` under `error` says which. */
function refusalsByStatus(errors: TactusEndpoint['errors']): Json {
  const statuses = [...new Set(Object.values(errors))];
  return Object.fromEntries(
    statuses.map((status) => {
      const names = Object.keys(errors).filter((name) => errors[name] === status);
      const error = {
        type: 'object',
        properties: { name: { type: 'string', enum: names }, message: { type: 'string' } },
        required: ['name', 'message'],
      };
      const schema = { type: 'object', properties: { error }, required: ['error'] };
      return [String(status), { description: names.join(', '), content: jsonContent(schema) }];
    }),
  );
}
