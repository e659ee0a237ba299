import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { GRACE_MS, run } from './processes.mjs';
import { inRoot } from './root.mjs';

const node = process.execPath;
const FOREVER = 'setInterval(() => 1, 1000);';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a child's result has its exit code and its output", async () => {
  const result = await run(node, ['-e', 'console.log("out"); console.error("err"); process.exitCode = 3'], {
    timeoutMs: 20_000,
    collect: true,
  });
  expect(result).toMatchObject({ code: 3, timedOut: false });
  expect(result.output).toContain('out');
  expect(result.output).toContain('err');
});

test('a missing program results in 127', async () => {
  const result = await run('no-such-program-here', [], { timeoutMs: 20_000, collect: true });
  expect(result.code).toBe(127);
});

test('a child that exceeds its timeout is ended together with the children it started', async () => {
  const grandchild = `const child = require('node:child_process').spawn(process.execPath, ['-e', '${FOREVER}']);
    console.log(child.pid); ${FOREVER}`;
  // A busy machine may need longer until both run.
  let result: Awaited<ReturnType<typeof run>> | undefined;
  for (let timeoutMs = 2_000; !result?.output; timeoutMs *= 4)
    result = await run(node, ['-e', grandchild], { timeoutMs, collect: true });
  const pid = Number.parseInt(result.output, 10);
  expect(result.timedOut).toBe(true);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
});

test('a terminated tool has ended within its grace time, even when its child ignores the signal', async () => {
  const stubborn = `process.on('SIGTERM', () => 1); console.log(process.pid); ${FOREVER}`;
  const tool = `
    const { endAllOnSignals, start } = await import(${JSON.stringify(inRoot('tools', 'processes.mjs'))});
    endAllOnSignals();
    start(process.execPath, ['-e', ${JSON.stringify(stubborn)}]);`;
  const parent = spawn(node, ['--input-type=module', '-e', tool], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number.parseInt(chunk.toString(), 10);

  parent.kill('SIGTERM');
  const [code] = (await once(parent, 'exit')) as [number];
  expect(GRACE_MS).toBeLessThan(2000);
  expect(code).toBe(143);
  await expect.poll(() => isAlive(child), { timeout: 5000 }).toBe(false);
});
