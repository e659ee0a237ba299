import { type ChildProcess, fork } from 'node:child_process';
import { systemTime } from '@tactus/time';
import type { Done, Order, Usage } from './orders.ts';

/** A process of its own, so that its processor time and memory include nothing else. */
export interface MeasuredProcess {
  /** Executes an order in the process. Rejects with the error there, and when it takes longer than 60 s. */
  ask(name: string, value?: number): Promise<unknown>;
  usage(options?: { readonly collected: boolean }): Promise<Usage>;
  close(): void;
}

const ORDER_WITHIN_MS = 60_000;

/** Lets a process import TypeScript as `npm start` does; the runner of the benchmarks sets it. */
const SOURCE_RUNNER = process.env['TACTUS_SOURCE_RUNNER'] ?? 'tsx';

/** Starts a file of this folder, which must call `obey`. */
export function startProcess(file: string, ...args: readonly string[]): MeasuredProcess {
  const child: ChildProcess = fork(new URL(file, import.meta.url), [...args], {
    execArgv: ['--conditions=@tactus/source', '--expose-gc', '--import', SOURCE_RUNNER],
  });
  const waiting = new Map<number, (done: Done) => void>();
  let orders = 0;
  child.on('message', (message) => {
    const done = message as Done; // `obey` sends nothing else
    waiting.get(done.id)?.(done);
  });
  child.once('exit', () => {
    for (const [id, end] of waiting) end({ id, problem: `${file} ended before it answered` });
  });

  function ask(name: string, value = 0): Promise<unknown> {
    const id = orders++;
    return new Promise((resolve, reject) => {
      const end = ({ result, problem }: Done) => {
        cancelWait();
        waiting.delete(id);
        if (problem === undefined) resolve(result);
        else reject(new Error(problem));
      };
      const cancelWait = systemTime.after(ORDER_WITHIN_MS, () =>
        end({ id, problem: `${file} did not carry out '${name}' within ${ORDER_WITHIN_MS} ms` }),
      );
      waiting.set(id, end);
      child.send({ id, name, value } satisfies Order);
    });
  }

  return {
    ask,
    usage: async ({ collected } = { collected: false }) => (await ask('usage', collected ? 1 : 0)) as Usage, // obey's own
    close: () => void child.kill('SIGKILL'),
  };
}
