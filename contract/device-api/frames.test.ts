/** The Bluetooth frames of docs/device-api.md: their bytes match its own tables of messages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encode, readMessages, rowsOf } from './protobuf.ts';

const document = readFileSync(new URL('../../docs/device-api.md', import.meta.url), 'utf8');
const messages = readMessages(document);

/** `[meaning, message, bytes]` of each frame that the document shows. */
const frames = rowsOf(document)
  .filter(([, message = '', bytes = '']) => message.startsWith('`{"type"') && /^`[0-9a-f]+`$/.test(bytes))
  .map(([meaning = '', message = '', bytes = '']) => [meaning, message.slice(1, -1), bytes.slice(1, -1)] as const);

const bytesOf = (message: string) => encode(messages, 'RpcMessage', JSON.parse(message)).toString('hex');

test('the frames and the messages of the document are found', () => {
  expect(frames.length).toBeGreaterThanOrEqual(13);
  expect(messages.get('Request')?.size).toBeGreaterThan(60);
  expect(messages.get('Notification')?.size).toBeGreaterThan(25);
  const kinds = [...messages.values()].flatMap((fields) => [...fields.values()].map(({ kind }) => kind));
  const own = ['uint32', 'uint64', 'int32', 'sint64', 'float', 'bool', 'string', 'enum'];
  expect(kinds.filter((kind) => !own.includes(kind) && !messages.has(kind))).toEqual([]);
});

test.each(frames)('%s: %s', (_meaning, message, bytes) => {
  expect(bytesOf(message)).toBe(bytes);
});

test('a difference in a byte, a field number, or a kind is found', () => {
  const half = '{"type":1,"request":{"id":8,"HampVelocitySet":{"velocity":0.5}}}';
  const right = '0801120a10089a2d050d0000003f';
  const bytesWith = (from: string, to: string) =>
    encode(readMessages(document.replace(from, to)), 'RpcMessage', JSON.parse(half)).toString('hex');
  expect(bytesOf(half)).toBe(right);
  expect(bytesOf(half.replace('8', '9'))).not.toBe(right);
  expect(bytesWith('| 723 | HampVelocitySet |', '| 722 | HampVelocitySet |')).not.toBe(right);
  expect(bytesWith('1 velocity:float | 1 state', '2 velocity:float | 1 state')).not.toBe(right);
  expect(bytesWith('1 velocity:float | 1 state', '1 velocity:string | 1 state')).not.toBe(right);
  expect(() => bytesWith('1 velocity:float | 1 state', '1 speed:float | 1 state')).toThrow('no field velocity');
});
