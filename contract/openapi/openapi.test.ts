import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { API_VERSION, calls, DEVICE_API_PREFIX } from '@tactus/protocol';
import { openApiDocument } from '@tactus/protocol/openapi';
import { expect, test } from 'vitest';

const committed: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const current: unknown = JSON.parse(JSON.stringify(openApiDocument()));

/** Every call of the specification (docs/specification.md#153-table-of-calls). */
const SPECIFIED =
  `GET /auth/token/issue|GET /system/interfaces/status|PUT /system/interfaces/status|GET /system/environment
PUT /system/environment|PUT /system/reboot|GET /ota/latest|GET /ota/versions|PUT /ota/update/latest
PUT /ota/update/version|GET /ota/update/fixed|GET /ota/update/progress|GET /hamp/state|PUT /hamp/start|PUT /hamp/stop
PUT /hamp/velocity|GET /info|GET /mode|PUT /mode|GET /connected|GET /statistics|GET /capabilities|GET /sids|GET /sse
GET /servertime|PUT /hdsp/xava|PUT /hdsp/xavp|PUT /hdsp/xpva|PUT /hdsp/xpvp|PUT /hdsp/xat|PUT /hdsp/xpt|GET /hssp/state
PUT /hssp/setup|PUT /hssp/play|PUT /hssp/stop|PUT /hssp/synctime|PUT /hsp/setup|PUT /hsp/flush|PUT /hsp/add
PUT /hsp/play|PUT /hsp/stop|GET /hsp/state|PUT /hsp/threshold|PUT /hsp/synctime|GET /hstp/info|GET /hstp/clocksync
GET /hstp/offset|PUT /hstp/offset|GET /hvp/state|PUT /hvp/state|PUT /hvp/start|PUT /hvp/stop|GET /slider/state
GET /slider/stroke|PUT /slider/stroke|PUT /stream/setup|PUT /stream/play|PUT /stream/stop|GET /stream/state
PUT /stream/synctime`
    .split(/[|\n]/)
    .map((call) => call.trim());

test('the committed document equals the one that npm run generate writes', () => {
  expect(committed).toEqual(current);
});

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(current as { [key: string]: unknown });
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test('the document lists every call of the specification and states the version of the contract', () => {
  const { paths, info } = current as ReturnType<typeof openApiDocument>;
  const listed = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${DEVICE_API_PREFIX}/`))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(DEVICE_API_PREFIX.length)}`),
    );
  expect(SPECIFIED.filter((call) => !listed.includes(call))).toEqual([]);
  expect(listed.length).toBe(calls.length);
  expect(info.version).toBe(API_VERSION);
  expect(JSON.stringify(current)).not.toContain('x-unavailable');
});
