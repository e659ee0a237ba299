import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { ParseJob } from './parse-job.ts';
import type { ParseOutcome } from './parse-messages.ts';
import { createParsePool, JOB_TIME_LIMIT_MS, THREAD_START_TIME_LIMIT_MS } from './parse-pool.ts';
import { ParseRefusal } from './parse-refusal.ts';
import type { ThreadEndCause, ThreadListener } from './parse-thread.ts';

/** A thread that the test controls. */
interface HandThread {
  readonly listener: ThreadListener;
  readonly jobs: ParseJob[];
  isEnded: boolean;
}

const columns = { timesMs: new Uint32Array([0, 9]), positions: new Uint8Array([1, 2]) };
const parsed = (ms = 5): ParseOutcome => ({ result: 'parsed', value: columns, ms });
const job = (type: string, bytes = 10) => ({ kind: 'script', type, bytes: new Uint8Array(bytes) }) as const;

function startPool(threads = 1) {
  const time = createFakeTime();
  const started: HandThread[] = [];
  const worked: unknown[] = [];
  const trouble = { isOutOfThreads: false };
  const pool = createParsePool({
    time,
    threads,
    startThread(listener) {
      if (trouble.isOutOfThreads) throw new Error('No more threads');
      const thread: HandThread = { listener, jobs: [], isEnded: false };
      started.push(thread);
      return {
        run: (given) => void thread.jobs.push(given),
        end() {
          thread.isEnded = true;
        },
      };
    },
    onWorked: (address, ms) => worked.push([address, ms]),
  });
  const outcomeOf = (running: Promise<unknown>) =>
    running.then(
      () => 'parsed',
      (error: Error) => (error instanceof ParseRefusal ? error.reason : error.message),
    );
  const run = (type: string, address: string, bytes?: number) => outcomeOf(pool.run(job(type, bytes), address));
  const thread = (index = 0) => {
    const found = started[index];
    if (!found) throw new Error('It was not started');
    return found;
  };
  const types = (index = 0) => thread(index).jobs.map((given) => ('type' in given ? given.type : given.kind));
  return { time, pool, started, worked, run, thread, types, trouble };
}

describe('a pool of one thread', () => {
  test('runs one job at a time, network after network, and reports the time of each', async () => {
    const { run, thread, types, worked, started } = startPool();
    const running = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b'), run('c1', 'c')];
    expect([started.length, types()]).toEqual([1, []]);
    thread().listener.onReady();
    expect(types()).toEqual(['a1']);
    for (let ms = 1; ms <= 5; ms += 1) thread().listener.onOutcome(parsed(ms));
    expect(types()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
    expect(worked).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['a', 4],
      ['a', 5],
    ]);
    expect(await Promise.all(running)).toEqual(Array(5).fill('parsed'));
    expect(started).toHaveLength(1);
  });

  test('ends the thread of a job that takes too long, counts the time, and continues with another', async () => {
    const { run, thread, types, time, worked, started } = startPool();
    const [slow, next] = [run('slow', 'a'), run('next', 'a')];
    thread().listener.onReady();
    time.advance(JOB_TIME_LIMIT_MS);
    expect(await slow).toBe('too-slow');
    expect([thread().isEnded, worked, started.length]).toEqual([true, [['a', JOB_TIME_LIMIT_MS]], 2]);
    thread(1).listener.onReady();
    expect(types(1)).toEqual(['next']);
    thread(1).listener.onOutcome(parsed());
    expect(await next).toBe('parsed');
  });

  test('refuses the job for which a thread had no memory, and continues with another thread', async () => {
    const { run, thread, types } = startPool();
    const [heavy, next] = [run('heavy', 'a'), run('next', 'b')];
    thread().listener.onReady();
    thread().listener.onEnd({ why: 'out-of-memory' });
    expect(await heavy).toBe('too-heavy');
    thread(1).listener.onReady();
    thread(1).listener.onOutcome({ result: 'refused', reason: 'invalid', message: 'Invalid CSV', ms: 1 });
    expect([types(1), await next]).toEqual([['next'], 'invalid']);
  });

  test.each<ThreadEndCause>([{ why: 'fault', error: new Error('no') }, { why: 'out-of-memory' }])(
    'rejects with a fault, and does not restart in a loop, where its thread cannot start: %j',
    async (end) => {
      const { run, thread, started } = startPool();
      const running = [run('a', 'a'), run('b', 'b')];
      thread().listener.onEnd(end);
      expect(await Promise.all(running)).toEqual(Array(2).fill('A parsing thread could not be started'));
      expect(started).toHaveLength(1);
    },
  );

  test('rejects with a fault where its thread is not ready in time, and tries another for the next job', async () => {
    const { run, thread, time, started, worked } = startPool();
    const running = [run('a', 'a'), run('b', 'b')];
    time.advance(THREAD_START_TIME_LIMIT_MS);
    expect(await Promise.all(running)).toEqual(Array(2).fill('A parsing thread could not be started'));
    expect([thread().isEnded, started.length, worked, time.pending()]).toEqual([true, 1, [], 0]);
    const next = run('c', 'a');
    time.advance(THREAD_START_TIME_LIMIT_MS - 1);
    thread(1).listener.onReady();
    time.advance(1);
    thread(1).listener.onOutcome(parsed());
    expect(await next).toBe('parsed');
  });

  test('rejects with a fault where the system has no thread, and accepts jobs again afterwards', async () => {
    const { run, thread, trouble, time } = startPool();
    trouble.isOutOfThreads = true;
    // As much as may wait: refused jobs wait no longer.
    for (let jobs = 0; jobs < 2; jobs += 1)
      expect(await run('a', 'a', 256 * 1024 * 1024)).toBe('A parsing thread could not be started');
    trouble.isOutOfThreads = false;
    const [slow, next] = [run('b', 'a'), run('c', 'a')];
    thread().listener.onReady();
    trouble.isOutOfThreads = true;
    // In a timer, where no caller would catch an error.
    time.advance(JOB_TIME_LIMIT_MS);
    expect([await slow, await next]).toEqual(['too-slow', 'A parsing thread could not be started']);
    trouble.isOutOfThreads = false;
    const last = run('d', 'a');
    thread(1).listener.onReady();
    thread(1).listener.onOutcome(parsed());
    expect([await last, thread(1).jobs.length]).toEqual(['parsed', 1]);
  });

  test('retains an idle thread for a minute', () => {
    const { run, thread, time, started } = startPool();
    void run('a', 'a');
    thread().listener.onReady();
    thread().listener.onOutcome(parsed());
    time.advance(59_000);
    void run('b', 'a');
    expect([started.length, thread().jobs.length]).toEqual([1, 2]);
    thread().listener.onOutcome(parsed());
    time.advance(60_000);
    expect([thread().isEnded, time.pending()]).toEqual([true, 0]);
    void run('c', 'a');
    expect(started).toHaveLength(2);
  });

  test('lets 256 MiB wait and no more', async () => {
    const { run } = startPool();
    const quarter = 64 * 1024 * 1024;
    for (let waiting = 0; waiting < 4; waiting += 1) void run('large', 'a', quarter);
    expect(await run('more', 'b', 1)).toBe('busy');
  });

  test('refuses jobs in progress and waiting jobs when it is closed, and all later ones', async () => {
    const { run, thread, pool, time, started } = startPool();
    const running = [run('a', 'a'), run('b', 'a')];
    thread().listener.onReady();
    pool.close();
    expect(await Promise.all([...running, run('c', 'a')])).toEqual(['busy', 'busy', 'busy']);
    expect([thread().isEnded, started.length, time.pending()]).toEqual([true, 1, 0]);
  });
});

test('a pool has as many threads as configured, where there is work for them', () => {
  const { run, thread, types, started } = startPool(2);
  for (const type of ['a', 'b', 'c']) void run(type, 'a');
  expect(started).toHaveLength(2);
  thread(0).listener.onReady();
  thread(1).listener.onReady();
  expect([types(0), types(1)]).toEqual([['a'], ['b']]);
});

test('a pool continues with its threads where another cannot be started', async () => {
  const { run, thread, types, started, trouble, time } = startPool(2);
  const first = run('a', 'a');
  thread(0).listener.onReady();
  const second = run('b', 'a');
  thread(0).listener.onOutcome(parsed());
  thread(0).listener.onOutcome(parsed());
  time.advance(THREAD_START_TIME_LIMIT_MS - 1);
  expect(await Promise.all([first, second])).toEqual(['parsed', 'parsed']);
  const running = [run('c', 'a'), run('d', 'a')];
  time.advance(1);
  expect([thread(1).isEnded, started.length]).toEqual([true, 2]);
  trouble.isOutOfThreads = true;
  running.push(run('e', 'a'));
  for (let jobs = 0; jobs < 3; jobs += 1) thread(0).listener.onOutcome(parsed());
  expect(await Promise.all(running)).toEqual(Array(3).fill('parsed'));
  expect(types(0)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
