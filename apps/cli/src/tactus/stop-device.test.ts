import { expect, test, vi } from 'vitest';
import { ExitCode } from './exit-codes.ts';
import { scriptedCommand } from './testing/scripted-command.ts';

const NOT_YET = 'The device has not confirmed the stop';

/** A command whose cloud refuses every connection while `cut` says so. */
async function cuttable(...args: string[]) {
  const command = scriptedCommand();
  const { time, cloud, said } = command;
  let isCut = false;
  const { ended } = await command.run(args, (url, init) =>
    isCut ? Promise.reject(new TypeError('fetch failed')) : cloud.fetch(url, init),
  );
  let code: ExitCode | undefined;
  void ended.then((is) => {
    code = is;
  });
  return {
    time,
    interruption: command.interruption,
    cut(on: boolean) {
      isCut = on;
    },
    code: () => code,
    said: () => said.join(''),
    /** Lets time pass until a condition holds. */
    until: (holds: () => void) =>
      vi.waitFor(async () => {
        await time.run(100);
        holds();
      }),
  };
}

async function moving() {
  const command = await cuttable('hamp', '60');
  await command.until(() => expect(command.said()).toContain('It moves at 60 %'));
  return command;
}

test('a Stop that the network refuses for two seconds is sent again, and the command ends once it is confirmed', async () => {
  const { time, interruption, cut, code, said, until } = await moving();
  cut(true);
  interruption.abort(ExitCode.INTERRUPTED);
  await time.run(2_000);
  expect([code(), said()]).toEqual([undefined, expect.stringContaining(NOT_YET)]);
  expect(said()).toContain('If the device moves, use its power button. Ctrl-C gives up.');
  cut(false);
  await time.run(3_000);
  await until(() => expect(code()).toBe(ExitCode.INTERRUPTED));
  expect(said()).toMatch(/Stopped, the device confirmed it \([2-9]\d{3} ms\)\n/);
});

test('a Stop that is not confirmed for half a minute ends the command with 4', async () => {
  const { time, interruption, cut, code, said, until } = await moving();
  cut(true);
  interruption.abort(ExitCode.INTERRUPTED);
  await time.run(29_000);
  expect(code()).toBeUndefined();
  await time.run(3_000);
  await until(() => expect(code()).toBe(ExitCode.STOP_UNCONFIRMED));
  expect(said()).toMatch(
    /The device did not confirm that it stopped \(.+\): use its power button\. The cloud is .+\n$/,
  );
});

test('Ctrl-C gives up a Stop that is still being sent, and a closed terminal does not', async () => {
  const ended = await Promise.all(
    [ExitCode.INTERRUPTED, ExitCode.HUNG_UP].map(async (reason) => {
      const { time, interruption, cut, code, said, until } = await cuttable('stop');
      cut(true);
      await until(() => expect(said()).toContain(NOT_YET));
      interruption.abort(reason);
      await time.run(1_000);
      return code();
    }),
  );
  expect(ended).toEqual([ExitCode.STOP_UNCONFIRMED, undefined]);
});
