import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameParser, type ReceivedFrame } from './frame-parser.ts';

/** The frames and the times to wait of a text that comes in these pieces. */
function read(...pieces: readonly string[]) {
  const frames: ReceivedFrame[] = [];
  const retries: number[] = [];
  const feed = createFrameParser(
    (frame) => frames.push(frame),
    (retryMs) => retries.push(retryMs),
  );
  for (const piece of pieces) feed(piece);
  return { frames, retries };
}

const frame = (data: string, name?: string, id?: string): ReceivedFrame => ({ name, data, id });

test('a frame has a name, an id and lines of data, of which one space after the colon is dropped', () => {
  expect(read('event: mode\nid: 7\ndata: {"a":1}\ndata:  b\ndata\n\n').frames).toEqual([
    frame('{"a":1}\n b\n', 'mode', '7'),
  ]);
  expect(read('event:\ndata:x:y\n\ndata: next\n\n').frames).toEqual([frame('x:y'), frame('next')]);
});

test('comments, unknown fields, a frame without data and one that is not complete are no frames', () => {
  expect(read(': alive\nother: 1\nevent: mode\nid: 1\n\ndata: end').frames).toEqual([]);
  expect(read('id: a\0b\ndata: x\n\n').frames).toEqual([frame('x')]);
});

test('a time to wait is a whole number', () => {
  expect(read('retry: 1500\nretry: soon\nretry: -1\nretry:\n').retries).toEqual([1_500]);
});

test('property: in pieces of any length and with any line ends the frames are the same', () => {
  const line = fc.constantFrom(
    'data: a',
    'data:',
    'data: \u00e9\u{1f600}',
    'id: 3',
    'event: mode',
    ': alive',
    'retry: 20',
    '',
  );
  const end = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(fc.array(line), end, fc.array(fc.nat(9)), (lines, lineEnd, lengths) => {
      const text = [...lines, 'data: last', '', ''].join(lineEnd);
      const pieces: string[] = [];
      let from = 0;
      for (const length of lengths) {
        pieces.push(text.slice(from, from + length));
        from += length;
      }
      const expected = read([...lines, 'data: last', '', ''].join('\n'));
      // A carriage return that ends the text may be half of a line end: the next line shows it.
      expect(read(...pieces, text.slice(from), ': alive\n')).toEqual(expected);
    }),
  );
});
