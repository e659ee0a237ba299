import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createScreen } from './screen.ts';

function screenOf({ isTTY = true, env = {} as Record<string, string> } = {}) {
  const texts = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({
    isTTY,
    columns: 20,
    write(text: string) {
      texts[name] += text;
    },
  });
  const time = createFakeTime();
  return { texts, time, screen: createScreen({ out: output('out'), err: output('err') }, env, time) };
}

test('in a terminal the live line stays below the printed lines, no longer than the terminal is wide', () => {
  const { texts, screen } = screenOf();
  screen.show('a line that is longer than the terminal');
  screen.print('result');
  screen.printStatus(screen.paint.good('done'));
  expect(texts.out).toBe('result\n');
  expect(texts.err.split('\u001b[2K')).toEqual([
    '\r',
    'a line that is long\r',
    'a line that is long\r',
    '\u001b[32mdone\u001b[0m\na line that is long',
  ]);
});

test.each([
  ['elsewhere', { isTTY: false }],
  ['with TERM=dumb', { env: { TERM: 'dumb' } }],
])('%s lines are plain and none is written over', (_, where) => {
  const { texts, screen } = screenOf(where);
  screen.show('live');
  screen.printStatus(screen.paint.bad('wrong'));
  expect(texts).toEqual({ out: '', err: 'wrong\n' });
});

test('where no line is overwritten, the live line is printed every five seconds', async () => {
  const { texts, time, screen } = screenOf({ isTTY: false });
  for (let shown = 0; shown < 60; shown += 1) {
    await time.advance(200);
    screen.show(`moving for ${(shown + 1) / 5} s`);
  }
  screen.show('');
  expect(texts).toEqual({ out: '', err: 'moving for 5 s\nmoving for 10 s\n' });
});

test('NO_COLOR removes the colours, not the live line', () => {
  const { texts, screen } = screenOf({ env: { NO_COLOR: '1' } });
  screen.show('live');
  screen.printStatus(screen.paint.bad('wrong'));
  expect(texts.err).toBe('\r\u001b[2Klive\r\u001b[2Kwrong\nlive');
});
