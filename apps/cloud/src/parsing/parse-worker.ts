/** The thread that parses untrusted input. It runs one job at a time, at the lowest priority, behind the cloud's other work. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { systemTime } from '@tactus/time';
import { type ParseJob, runParseJob } from './parse-job.ts';
import { type ParseOutcome, type ParseThreadMessage, transferablesOf } from './parse-messages.ts';
import { ParseRefusal } from './parse-refusal.ts';

/** The lowest priority. On Linux it applies to the thread alone; elsewhere it would apply to the whole process. */
const LOWEST = 19;
if (process.platform === 'linux') setPriority(0, LOWEST);

const send = (message: ParseThreadMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

parentPort?.on('message', (job: ParseJob) => {
  const outcome = outcomeOf(job);
  send({ type: 'done', outcome }, outcome.result === 'parsed' ? transferablesOf(outcome.value) : []);
});
send({ type: 'ready' });

function outcomeOf(job: ParseJob): ParseOutcome {
  const fromMs = systemTime.monotonic();
  const took = () => systemTime.monotonic() - fromMs;
  try {
    const value = runParseJob(job);
    return { result: 'parsed', value, ms: took() };
  } catch (error) {
    if (error instanceof ParseRefusal)
      return { result: 'refused', reason: error.reason, message: error.message, ms: took() };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { result: 'failed', message, ms: took() };
  }
}
