/** Answers of the cloud, held to the API document. */
import { openApiDocument } from '@tactus/protocol/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Send } from './stored-requests.ts';

interface Response {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json'?: { readonly schema: object } };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Response>> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

const { paths, components } = openApiDocument() as unknown as Document; // what the document has by OpenAPI 3.1
const ajv = new Ajv2020({ strict: false, validateSchema: false });
ajv.addSchema({ paths, components }, 'document');

/** The same requests, of whose faults of the server (5xx) each must be in the document with that status and body. */
export const documented =
  (send: Send): Send =>
  async (line, headers, payload) => {
    const answer = await send(line, headers, payload);
    if (answer.status >= 500) expectDocumented(line, answer.status, answer.json);
    return answer;
  };

function expectDocumented(line: string, status: number, body: unknown): void {
  const [method = '', url = ''] = line.split(' ');
  const [path = ''] = url.split('?');
  if (UNDOCUMENTED.test(path)) return;
  const isOf = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const operations = paths[path] ?? paths[Object.keys(paths).find(isOf) ?? ''];
  const response = operations?.[method.toLowerCase()]?.responses[status];
  const found = response?.$ref === undefined ? response : components.responses[response.$ref.replace(/.*\//, '')];
  expect([line, status, found !== undefined]).toEqual([line, status, true]);
  const schema = JSON.stringify(found?.content?.['application/json']?.schema).replaceAll(
    '"$ref":"#',
    '"$ref":"document#',
  );
  const allows = ajv.compile(JSON.parse(schema));
  expect([line, body, allows(body), allows.errors]).toEqual([line, body, true, null]);
}

/** Addresses for the operator, which the document leaves out. */
const UNDOCUMENTED = /^\/(_control\/|readyz$)/;
