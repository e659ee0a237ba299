import { API_VERSION } from '../api-limits.ts';
import { buildOpenApiDocument, type OpenApiDocument } from './build-document.ts';
import { deviceApiPart } from './device-part.ts';
import { scriptHostsPart } from './script-part.ts';
import { tactusApiPart } from './tactus-part.ts';

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
    [deviceApiPart(), scriptHostsPart(), tactusApiPart()],
  );
