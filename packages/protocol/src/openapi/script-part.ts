import { HOSTING_API_PREFIX, SCRIPT_API_PREFIX, STORED_SCRIPTS_PATH } from '../api-paths.ts';
import type { OpenApiPart } from './build-document.ts';
import { type Json, jsonContent, referenceTo } from './schema-writer.ts';

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The upload is no form with a script in the field file',
  403: 'The host name is not one of this server',
  404: 'There is no such script, or no longer',
  413: 'The file is too large',
  416: 'The script has no such range',
  429: 'More uploads than this hour allows; the header Retry-After has the wait in seconds',
  500: 'An error of the cloud itself',
  503: 'Too many uploads at once, or the database does not answer; send it again',
  507: 'There is no room for another script, or the store cannot be used',
};

/** The refusals of a script host: the text alone stands under `error`. */
const refusals = (...statuses: (keyof typeof REFUSALS)[]): Json =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: REFUSALS[status], content: jsonContent(referenceTo('UploadError')) },
    ]),
  );

const upload = (path: string, operationId: string, summary: string) => ({
  method: 'POST',
  path,
  operation: {
    operationId,
    tags: ['scripts'],
    summary,
    description: 'Takes a script as funscript or CSV from pages of every origin. It has no effect on motion.',
    'x-effect-on-motion': 'none',
    security: [],
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', format: 'binary' } },
            required: ['file'],
          },
        },
      },
    },
    responses: {
      '200': {
        description: 'The address under which the script is served',
        content: jsonContent(referenceTo('UploadedScript')),
      },
      ...refusals(400, 403, 413, 429, 500, 503, 507),
    },
  },
});

const scriptContent: Json = {
  'application/json': { schema: { type: 'object' } },
  'text/csv': { schema: { type: 'string' } },
};

/** The script hosts, as the vendor has them. */
export const scriptHostsPart = (): OpenApiPart => ({
  name: "The vendor's script hosts",
  tags: [{ name: 'scripts', description: 'Uploaded scripts' }],
  operations: [
    upload(`${SCRIPT_API_PREFIX}/temp/upload`, 'scripts_upload', 'Upload a script'),
    upload(`${HOSTING_API_PREFIX}/upload`, 'scripts_uploadToHosting', 'Upload a script to the second host'),
    {
      method: 'GET',
      path: `${STORED_SCRIPTS_PATH}/{name}`,
      operation: {
        operationId: 'scripts_download',
        tags: ['scripts'],
        summary: 'Download an uploaded script',
        description: 'Whole, or the part that the header Range names. It has no effect on motion.',
        'x-effect-on-motion': 'none',
        security: [],
        parameters: [
          { name: 'name', in: 'path', required: true, description: 'Name of the script', schema: { type: 'string' } },
          { name: 'Range', in: 'header', description: 'A range of bytes', schema: { type: 'string' } },
          { name: 'If-None-Match', in: 'header', description: 'The ETag of a copy', schema: { type: 'string' } },
        ],
        responses: {
          '200': { description: 'The script', content: scriptContent },
          '206': { description: 'A part of the script', content: { 'text/csv': { schema: { type: 'string' } } } },
          '304': { description: 'The copy is the script' },
          ...refusals(403, 404, 500, 503, 507),
          '416': { description: REFUSALS[416] },
        },
      },
    },
  ],
  components: {
    schemas: {
      UploadedScript: {
        type: 'object',
        properties: { url: { type: 'string', format: 'uri' } },
        required: ['url'],
      },
      UploadError: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    },
  },
});
