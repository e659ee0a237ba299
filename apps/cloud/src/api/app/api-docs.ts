import { randomBytes } from 'node:crypto';
import { openApiDocument } from '@tactus/protocol/openapi';
import Fastify, { type FastifyInstance } from 'fastify';
import type { CloudConfig } from '../../config/config.ts';
import { mountSdkReference } from './sdk-reference.ts';

const PREFIX = '/api/docs';

/** Headers of the reference, whose renderer writes its own style sheets; it loads nothing from elsewhere. */
const headersFor = (nonce: string) => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
});

/**
 * The API reference at `/api/docs`. Its renderer is a bundle of several megabytes, so it is loaded on the first request,
 * into a server of its own that this one passes requests to.
 */
export function mountApiDocs(server: FastifyInstance, config: CloudConfig): void {
  const nonce = randomBytes(16).toString('base64url');
  const headers = headersFor(nonce);
  let reference: Promise<FastifyInstance> | undefined;

  server.get(`${PREFIX}/openapi.json`, async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' });
    return openApiDocument();
  });
  mountSdkReference(server, config, `${PREFIX}/sdk`);
  server.get(PREFIX, async (_request, reply) => reply.redirect(`${PREFIX}/`, 308));
  server.get(`${PREFIX}/*`, async (request, reply) => {
    reference ??= createReference(nonce, config);
    const answer = await (await reference).inject({ method: 'GET', url: request.url });
    const type = answer.headers['content-type'];
    if (typeof type === 'string') reply.header('content-type', type);
    return reply.code(answer.statusCode).headers(headers).send(answer.rawPayload);
  });
  server.addHook('onClose', async () => void (await (await reference)?.close()));
}

async function createReference(nonce: string, { applicationId }: CloudConfig): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const reference = Fastify();
  await reference.register(apiReference, {
    routePrefix: PREFIX,
    configuration: {
      url: `${PREFIX}/openapi.json`,
      pageTitle: 'Tactus device API',
      nonce,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      favicon: '/favicon.svg',
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      // The app's own application id, so that readers may try the calls at once.
      authentication: {
        preferredSecurityScheme: 'apiKey',
        securitySchemes: { apiKey: { value: applicationId } },
      },
    },
  });
  return reference;
}
