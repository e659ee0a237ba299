import { API_VERSION } from '../api-limits.ts';
import { calls, type GroupName } from '../endpoints.ts';
import { openApiComponents } from './components.ts';
import { openApiOperationOf } from './operation.ts';

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

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

/** Builds the OpenAPI 3.1 description of the whole contract. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = paths[call.endpoint.path] ?? {};
    path[call.endpoint.method.toLowerCase()] = openApiOperationOf(call);
    paths[call.endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tactus device API',
      version: API_VERSION,
      description:
        'Control of connected devices. Refusals of a device travel inside HTTP 200 as `error`; read the body, not the status.',
    },
    servers: [{ url: '/api/handy-rest/v3' }],
    tags: Object.entries(groupDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: openApiComponents(),
  };
}
