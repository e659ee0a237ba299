/** A new call of our own API is its row: the compiler then names what is missing. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PROGRAM = `
import type { CallHandlers } from '${ROOT}apps/cloud/src/api/tactus/mount-calls.ts';
import type { CallSummaries } from '${ROOT}packages/protocol/src/endpoint.ts';
import { tactusEndpoint } from '${ROOT}packages/protocol/src/tactus/endpoint.ts';
import { channelCalls, type channelSummaries } from '${ROOT}packages/protocol/src/tactus/streams-and-channels.ts';
const calls = { ...channelCalls, rename: tactusEndpoint('PUT /channels/:channel/name', { credential: 'secret' }) };
declare const present: { handlers: CallHandlers<typeof channelCalls>; summaries: typeof channelSummaries };
export const handlers: CallHandlers<typeof calls> = present.handlers;
export const summaries: CallSummaries<typeof calls> = present.summaries;
`;

const COMPILER = {
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: {
    composite: false,
    incremental: false,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
  files: ['program.ts'],
};

/** What the compiler prints about the program. */
function faultsOf(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-row-'));
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
  return new Promise((resolve) => {
    execFile(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], (_error, printed) => {
      rmSync(folder, { recursive: true });
      resolve(printed);
    });
  });
}

test('the compiler names the handler and the summary that a new row of our own API still needs', async () => {
  const faults = (await faultsOf(PROGRAM)).split('\n').filter((line) => line.includes('error'));
  expect(faults).toEqual([
    expect.stringMatching(/Property 'rename' is missing in type .*CallHandlers</),
    expect.stringMatching(/Property 'rename' is missing in type .*CallSummaries</),
  ]);
});
