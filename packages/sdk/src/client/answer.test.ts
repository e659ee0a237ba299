import { expect, test } from 'vitest';
import { readAnswerBody } from './answer.ts';
import { redact, redactUrl } from './redact.ts';

const respond = (body: BodyInit | null, type?: string, status = 200) =>
  new Response(body, { status, headers: type ? { 'content-type': type } : {} });

test('a body is read by its content type', async () => {
  expect(await readAnswerBody(respond('{"a":1}', 'application/json; charset=utf-8'))).toEqual({ a: 1 });
  expect(await readAnswerBody(respond('{"a":1}', 'application/problem+json'))).toEqual({ a: 1 });
  expect(await readAnswerBody(respond('{"a":1}', 'text/plain'))).toBe('{"a":1}');
  const blob = await readAnswerBody(respond(new Uint8Array([1, 2]), 'application/octet-stream'));
  expect(blob).toBeInstanceOf(Blob);
  expect((blob as Blob).size).toBe(2);
  expect(await readAnswerBody(respond('x', 'image/png'))).toBeInstanceOf(Blob);
  const form = new FormData();
  form.set('file', 'content');
  const read = await readAnswerBody(new Response(form));
  expect((read as FormData).get('file')).toBe('content');
});

test('204 has no body, and invalid JSON is returned as text', async () => {
  expect(await readAnswerBody(respond(null, undefined, 204))).toBeUndefined();
  expect(await readAnswerBody(respond('<html>', 'application/json'))).toBe('<html>');
});

test('redacted addresses have no keys', () => {
  expect(redactUrl('/v3/sse?apikey=secret&ck=DemoHandy1&events=a')).toBe('/v3/sse?apikey=***&ck=***&events=a');
  expect(redactUrl('/v3/mode?timeout=5000')).toBe('/v3/mode?timeout=5000');
  expect(redactUrl('https://a.example/x.csv?X-Amz-Signature=abc&part=2')).toBe(
    'https://a.example/x.csv?X-Amz-Signature=***&part=2',
  );
  expect(redactUrl('/v3/mode')).toBe('/v3/mode');
});

test('the tokens of an address are removed from plain data, even if they are not listed as secrets', () => {
  const input = { url: 'https://a.example/x.csv?token=abc&part=2', name: 'What? token=abc' };
  expect(redact({ input }, [])).toEqual({ input: { ...input, url: 'https://a.example/x.csv?token=***&part=2' } });
});

test('secrets are removed wherever they are', () => {
  const value = { a: ['x DemoHandy1 y', 5, null], DemoHandy1: { deep: 'DemoHandy1' } };
  expect(redact(value, ['DemoHandy1'])).toEqual({ a: ['x *** y', 5, null], '***': { deep: '***' } });
});
