import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { promptSecret } from './prompt-secret.ts';

/** A terminal with a person's input; records whether it was raw and what was written to it. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const output = new PassThrough();
  let written = '';
  output.on('data', (chunk) => {
    written += String(chunk);
  });
  return { input, output, modes, written: () => written };
}

test('the input is not shown, can be corrected, and the terminal is restored', async () => {
  const { input, output, modes, written } = terminal();
  const answer = promptSecret('Key:', input, output);
  for (const key of 'Demox\u007fHandy1\r') input.write(key);
  expect(await answer).toBe('DemoHandy1');
  expect(written()).toContain('Key:');
  expect(written()).not.toMatch(/Demo|Handy/);
  expect(modes.at(0)).toBe(true);
  expect(modes.at(-1)).toBe(false);
});

test('Ctrl-C ends the command', async () => {
  const { input, output, modes } = terminal();
  const answer = promptSecret('Key:', input, output);
  input.write('De\u0003');
  await expect(answer).rejects.toMatchObject({ exitCode: 130 });
  expect(modes.at(-1)).toBe(false);
});

test('without a terminal the error names the alternatives', async () => {
  const { input, output } = terminal();
  await expect(promptSecret('Key:', Object.assign(input, { isTTY: false }), output)).rejects.toThrow(
    'set TACTUS_KEY, or give --key',
  );
});
