import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { promptSecret } from './prompt-secret.ts';

/** A terminal with a person's input; records whether it was raw and what was written to it. */
function terminal() {
  const emitter = new EventEmitter();
  const modes: boolean[] = [];
  let written = '';
  const input = Object.assign(emitter, {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    resume: () => undefined,
    pause: () => undefined,
  });
  const type = (text: string) => void emitter.emit('data', Buffer.from(text));
  const write = (text: string) => {
    written += text;
  };
  return { input, modes, type, write, written: () => written, listeners: () => emitter.listenerCount('data') };
}

test('the input is not shown, can be corrected, and the terminal is restored', async () => {
  const { input, modes, type, write, written, listeners } = terminal();
  const answer = promptSecret('Key: ', input, write);
  type('Demo');
  type('x\u007fHandy1\r');
  expect(await answer).toBe('DemoHandy1');
  expect(written()).toBe('Key: \n');
  expect(modes).toEqual([true, false]);
  expect(listeners()).toBe(0);
});

test('Ctrl-C ends the command', async () => {
  const { input, modes, type, write } = terminal();
  const answer = promptSecret('Key: ', input, write);
  type('De\u0003');
  await expect(answer).rejects.toMatchObject({ exitCode: 130 });
  expect(modes).toEqual([true, false]);
});

test('without a terminal the error names the alternatives', async () => {
  const { input, write } = terminal();
  await expect(promptSecret('Key: ', { ...input, isTTY: false }, write)).rejects.toThrow(
    'set TACTUS_KEY, or give --key',
  );
});
