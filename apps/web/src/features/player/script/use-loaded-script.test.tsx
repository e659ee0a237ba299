import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PlayerSource, sourceOfFile } from '../source/source.ts';
import { WorkerHere } from '../testing/worker-here.ts';
import { useLoadedScript } from './use-loaded-script.ts';

const browserWorker = globalThis.Worker;
beforeEach(() => void vi.stubGlobal('Worker', WorkerHere));
afterEach(() => void vi.stubGlobal('Worker', browserWorker));

const scriptFile = (name: string, text: string) => sourceOfFile(new File([text], name));
const A = scriptFile('A.csv', '0,0\n500,100\n');
const B = scriptFile('B.csv', '0,100\n900,0\n');
const BROKEN = scriptFile('broken.csv', 'nothing');
const video = (name: string): PlayerSource => ({ name, type: 'video/mp4' });
const [VIDEO_A, VIDEO_B] = [video('A.mp4'), video('B.mp4')];

interface Props {
  readonly script: PlayerSource;
  readonly medium?: PlayerSource | undefined;
}

/** Scripts opened one after another, each read before the next. */
async function afterOpening(...all: readonly [Props, ...Props[]]) {
  const { result, rerender } = renderHook(({ script, medium }: Props) => useLoadedScript(script, medium), {
    initialProps: all[0],
  });
  const isRead = () => waitFor(() => expect(result.current.loading).toBeUndefined());
  await isRead();
  for (const props of all.slice(1)) {
    rerender(props);
    await isRead();
  }
  return { open: () => result.current, isRead, show: (props: Props) => rerender(props) };
}

test('another medium does not have the previous one’s script while its own is read', async () => {
  const { open, show, isRead } = await afterOpening({ script: A, medium: VIDEO_A });
  expect(open().script?.name).toBe('A.csv');
  show({ script: B, medium: VIDEO_B });
  expect(open()).toMatchObject({ loading: 'B.csv', script: undefined });
  await isRead();
  expect(open().script?.name).toBe('B.csv');
});

test('another medium does not have the previous one’s script when its own cannot be read', async () => {
  const { open } = await afterOpening({ script: A, medium: VIDEO_A }, { script: BROKEN, medium: VIDEO_B });
  expect(open()).toMatchObject({ failure: { name: 'broken.csv' }, script: undefined });
});

test.each([
  ['of the same medium', VIDEO_A],
  ['that plays alone', undefined],
])('a script %s stays open while another is read, and when that cannot be read', async (_, medium) => {
  const { open, show, isRead } = await afterOpening({ script: A, medium });
  show({ script: BROKEN, medium });
  expect(open()).toMatchObject({ loading: 'broken.csv', script: { name: 'A.csv' } });
  await isRead();
  expect(open()).toMatchObject({ failure: { name: 'broken.csv' }, script: { name: 'A.csv' } });
});

test('a script that was opened before its medium stays open with it', async () => {
  const { open, show, isRead } = await afterOpening({ script: A }, { script: A, medium: VIDEO_A });
  expect(open().script?.name).toBe('A.csv');
  show({ script: BROKEN, medium: VIDEO_A });
  await isRead();
  expect(open().script?.name).toBe('A.csv');
});

test('an address that returns no script fails with its address and status', async () => {
  const browserFetch = globalThis.fetch;
  const answer = new Response('', { status: 404, statusText: 'Not Found' });
  const url = `${window.location.origin}/scripts/gone.csv`;
  vi.stubGlobal('fetch', async () => Object.defineProperty(answer, 'url', { value: url }));
  const { open } = await afterOpening({ script: { name: 'gone.csv', type: '', url } });
  expect(open().failure).toMatchObject({ name: 'gone.csv', error: { url, status: '404 Not Found' } });
  vi.stubGlobal('fetch', browserFetch);
});
