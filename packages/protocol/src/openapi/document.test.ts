import { describe, expect, test } from 'vitest';
import { DEVICE_API_PREFIX } from '../api-paths.ts';
import { calls, groupNames } from '../endpoints.ts';
import { eventNames } from '../events.ts';
import { buildOpenApiDocument } from './build-document.ts';
import { deviceApiPart } from './device-part.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument();

/** The fields of an operation that the tests read. */
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly { name?: string; required?: boolean; schema?: object; $ref?: string }[];
  readonly requestBody?: { readonly required: boolean; readonly content: object };
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: object }>; description?: string }>>;
  readonly deprecated?: boolean;
}

// The document is plain JSON; the tests themselves check the fields that they read.
const operationOf = (method: string, path: string) =>
  document.paths[`${DEVICE_API_PREFIX}${path}`]?.[method] as unknown as Operation;

describe('the OpenAPI document', () => {
  test('has an operation for every call, each under a name of its own and in its group', () => {
    const operations = calls.map(({ endpoint }) => operationOf(endpoint.method.toLowerCase(), endpoint.path));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length);
    expect(operations.map(({ tags }) => tags)).toEqual(calls.map(({ group }) => [group]));
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(groupNames));
  });

  test('every reference points to a component', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const lost = references.filter(
      (path) =>
        path.split('/').reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document) === undefined,
    );
    expect(references.length).toBeGreaterThan(50);
    expect(lost).toEqual([]);
  });

  test('a device call requires a key and takes a timeout; the server time requires no credential', () => {
    const names = ({ parameters }: Operation) => parameters.map(({ name, $ref }) => name ?? $ref?.replace(/.*\//, ''));
    const numbered = ['Sequence', 'IdempotencyKey'];
    expect(names(operationOf('put', '/hamp/start'))).toEqual(['DeviceReference', 'Timeout', ...numbered]);
    expect(names(operationOf('put', '/hsp/pause'))).toEqual(['ConnectionKey', ...numbered]);
    const clock = operationOf('get', '/servertime');
    expect(clock).toMatchObject({ security: [], parameters: [] });
    expect(Object.keys(clock.responses)).toEqual(['200', '403', '500']);
  });

  test('a query lists its parameters, each required or optional', () => {
    const { parameters } = operationOf('get', '/ota/update/fixed');
    expect(parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['a', 's', 'uexp', 'd', 'iv', 'k']),
    );
    expect(operationOf('get', '/ota/versions').parameters.find(({ name }) => name === 's')?.required).toBe(false);
  });

  test('a call with input has a body, required where the input has a required field', () => {
    expect(operationOf('put', '/hamp/start').requestBody).toBeUndefined();
    expect(operationOf('put', '/hsp/setup').requestBody?.required).toBe(false);
    expect(operationOf('put', '/hamp/velocity').requestBody?.required).toBe(true);
  });

  test('an answer is wrapped, bare or a stream, and a refusal has its own schema', () => {
    const answerOf = (path: string, type: string) =>
      operationOf('get', path).responses['200']?.content?.[type]?.schema as {
        oneOf?: unknown[];
        anyOf?: unknown[];
        type?: string;
      };
    expect(answerOf('/hamp/state', 'application/json').oneOf).toHaveLength(2);
    expect(answerOf('/servertime', 'application/json').type).toBe('object');
    expect(answerOf('/sse', 'text/event-stream').anyOf).toHaveLength(eventNames.length);
    expect(operationOf('put', '/system/reboot').responses['408']).toEqual({
      $ref: '#/components/responses/RequestTimeout',
    });
  });

  test('only the application key issues tokens, and deprecated calls are marked', () => {
    expect(operationOf('get', '/auth/token/issue').security).toEqual([{ apiKey: [] }]);
    expect(operationOf('put', '/mode').deprecated).toBe(true);
  });

  test('a call of our own has its path parameters, its credential, and its refusals by status and name', () => {
    const join = document.paths['/api/tactus/groups/{id}/sessions']?.['post'];
    expect(join).toMatchObject({
      operationId: 'groups_join',
      security: [],
      parameters: [{ name: 'id', in: 'path', required: true }],
      requestBody: { required: true },
      responses: { '201': {}, '404': { description: 'NotFound' }, '410': { description: 'GroupOver' } },
    });
    expect(document.paths['/api/tactus/groups/session/events']?.['get']).toMatchObject({
      security: [{ bearer: [] }],
      responses: { '200': { content: { 'text/event-stream': { schema: { anyOf: [{ 'x-event': 'group' }, {}] } } } } },
    });
  });

  test('two parts cannot describe the same operation or component', () => {
    const part = deviceApiPart();
    expect(() => buildOpenApiDocument({ title: 'Twice', version: '1' }, [part, part])).toThrow('twice');
  });

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
