import { API_VERSION } from '../api-limits.ts';
import { buildOpenApiDocument, type OpenApiDocument } from './build-document.ts';
import { devicePart } from './device-part.ts';
import { scriptPart } from './script-part.ts';
import { tactusPart } from './tactus-part.ts';

/** Builds the OpenAPI 3.1 description of the whole contract. */
export const openApiDocument = (): OpenApiDocument =>
  buildOpenApiDocument(
    {
      title: 'Tactus device API',
      version: API_VERSION,
      description:
        'Control of connected devices. Refusals of a device travel inside HTTP 200 as `error`; read the body, not the status.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The Tactus project' },
    },
    [devicePart(), scriptPart(), tactusPart()],
  );
