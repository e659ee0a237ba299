import { Worker } from 'node:worker_threads';
import { systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { type ParseJob, runParseJob } from './parse-job.ts';
import { createParsePool } from './parse-pool.ts';
import { startParseThread, type ThreadEndCause, toParseThread } from './parse-thread.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const CSV = Array.from({ length: 2_000 }, (_, index) => `${index * 10},${index % 100}`).join('\n');
const ACTIONS = JSON.stringify({ actions: Array.from({ length: 500 }, (_, at) => ({ at, pos: 5 })), notify: true });

test('a real thread returns what parsing here returns, takes the bytes over, and refuses with the same messages', async () => {
  const pool = createParsePool({
    time: systemTime,
    threads: 1,
    startThread: startParseThread,
    onWorked: (_address, ms) => expect(ms).toBeGreaterThan(0),
  });
  onTestFinished(() => pool.close());
  const jobs: readonly (() => ParseJob)[] = [
    () => ({ kind: 'upload', bytes: encode(CSV), type: 'text/csv' }),
    () => ({ kind: 'upload', bytes: encode(`{"actions":[{"at":0,"pos":1},{"at":9,"pos":2}]}`), type: '' }),
    () => ({ kind: 'script', bytes: encode(CSV), type: 'text/csv' }),
    () => ({ kind: 'call', bytes: encode(ACTIONS), call: 'hssp.setup' }),
    () => ({ kind: 'call', bytes: encode('{"csv":"no"}'), call: 'hssp.setup' }),
    () => ({ kind: 'call', bytes: encode('{"csv":'), call: 'hssp.setup' }),
    () => ({ kind: 'json', bytes: encode(ACTIONS) }),
  ];
  for (const make of jobs) {
    const job = make();
    expect(await pool.run(job, '192.0.2.1')).toEqual(runParseJob(make()));
    expect(job.bytes).toHaveLength(0);
  }
  const deep = { kind: 'json', bytes: encode('['.repeat(100_000)) } as const;
  await expect(pool.run(deep, '192.0.2.1')).rejects.toMatchObject({
    reason: 'invalid',
    message: 'The body is nested deeper than 64 levels',
  });
});

test('a thread that exits without an error has ended by a fault', async () => {
  const end = await new Promise<ThreadEndCause>((resolve) => {
    const worker = new Worker('process.exit(3)', { eval: true });
    toParseThread(worker, { onReady: () => undefined, onOutcome: () => undefined, onEnd: resolve });
    worker.ref(); // nothing else makes the process wait for the test
  });
  expect(end).toEqual({ why: 'fault', error: new Error('It exited with code 3') });
});

test('no callback follows the end of a thread', async () => {
  const worker = new Worker('setInterval(() => undefined, 1000)', { eval: true });
  const ends: ThreadEndCause[] = [];
  const thread = toParseThread(worker, {
    onReady: () => undefined,
    onOutcome: () => undefined,
    onEnd: (end) => ends.push(end),
  });
  const exited = new Promise((resolve) => worker.on('exit', resolve));
  worker.ref();
  thread.end();
  await exited;
  expect(ends).toEqual([]);
});
