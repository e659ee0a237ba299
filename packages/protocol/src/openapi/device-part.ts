import { DEVICE_TIMEOUT_DEFAULT_MS, DEVICE_TIMEOUT_MAX_MS, DEVICE_TIMEOUT_MIN_MS } from '../api-limits.ts';
import type { GroupName } from '../endpoints.ts';
import { CONNECTION_KEY_PATTERN, DEVICE_REFERENCE_PATTERN } from '../scalars.ts';
import { sharedAnswers } from './answers.ts';
import type { OpenApiPart } from './build-document.ts';
import { deviceOperations } from './device-operations.ts';
import { deviceSchemas, eventFrameDataSchemas } from './device-schemas.ts';
import type { Json } from './schema-writer.ts';

/** A virtual device that every cloud of ours has on loopback, so that readers can try the reference as it stands. */
const EXAMPLE_KEY = 'DemoHandy1';

const groupDescriptions: Record<GroupName, string> = {
  auth: 'Client tokens',
  utils: "The cloud's clock",
  info: 'Facts, mode and sessions of a device',
  hamp: 'Alternating motion',
  hdsp: 'Direct moves',
  hssp: 'Script playback from an address',
  hsp: 'Point player',
  hstp: 'Clocks',
  hvp: 'Vibration',
  slider: 'Slider and stroke window',
  stream: 'Streams stored in the cloud',
  system: 'Links, environment, reboot',
  ota: 'Firmware updates',
  sse: 'Live events',
};

/** The device API, as the vendor has it. */
export const deviceApiPart = (): OpenApiPart => ({
  name: "The vendor's device API",
  tags: Object.entries(groupDescriptions).map(([name, description]) => ({ name, description })),
  operations: deviceOperations(),
  components: {
    schemas: { ...deviceSchemas.components(), ...eventFrameDataSchemas },
    responses: sharedAnswers,
    parameters,
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      apiKeyInQuery: { type: 'apiKey', in: 'query', name: 'apikey' },
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
});

const keyHeader = (pattern: RegExp, description: string): Json => ({
  name: 'X-Connection-Key',
  in: 'header',
  description,
  required: true,
  schema: { type: 'string', pattern: pattern.source },
  example: EXAMPLE_KEY,
});

const parameters: Json = {
  ConnectionKey: keyHeader(CONNECTION_KEY_PATTERN, 'The connection key of the device'),
  DeviceReference: keyHeader(DEVICE_REFERENCE_PATTERN, 'The connection key of the device, or a channel reference'),
  Timeout: {
    name: 'timeout',
    in: 'query',
    description: 'How long to wait for the device, in ms, before answering 1002',
    schema: {
      type: 'integer',
      minimum: DEVICE_TIMEOUT_MIN_MS,
      maximum: DEVICE_TIMEOUT_MAX_MS,
      default: DEVICE_TIMEOUT_DEFAULT_MS,
    },
  },
  Sequence: {
    name: 'X-Tactus-Sequence',
    in: 'header',
    description: 'Number of the command among those of its client, as CLIENT/NUMBER; read by Tactus clouds only',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}/[1-9][0-9]{0,14}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Name of the request, under which it is carried out once within a minute; read by Tactus clouds only',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
  },
};
