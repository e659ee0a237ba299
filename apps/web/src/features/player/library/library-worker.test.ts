import { expect, onTestFinished, test, vi } from 'vitest';

/** The worker, in a browser whose database fails with this error. */
async function startWorker(failure: Error) {
  let listen: (event: { data: unknown }) => void = () => undefined;
  const answers: unknown[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: typeof listen) => {
    listen = listener;
  });
  vi.stubGlobal('postMessage', (answer: unknown) => answers.push(answer));
  vi.stubGlobal('indexedDB', {
    open() {
      throw failure;
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await import('./library-worker.ts');
  return { post: (data: unknown) => listen({ data }), answers };
}

test('the worker reports an error by its name', async () => {
  const { post, answers } = await startWorker(new DOMException('The disk is full', 'QuotaExceededError'));
  post({ kind: 'import', file: new Blob(['{}']) });
  await vi.waitFor(() => expect(answers).toEqual([{ message: 'The disk is full', name: 'QuotaExceededError' }]));
});
