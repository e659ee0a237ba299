import { ScriptError } from '@tactus/motion';
import { afterEach, expect, test } from 'vitest';
import { createScriptLoader, type ScriptWorkerPort } from './script-loader.ts';
import { answerTransferables, runScriptJob, type ScriptRequestMessage } from './script-work.ts';

const STROKES = JSON.stringify({
  actions: [
    { at: 0, pos: 0 },
    { at: 1_000, pos: 100 },
    { at: 2_000, pos: 0 },
  ],
});

/** The worker's code at the other end of a channel: transferred buffers are detached here, as with a worker. */
function channelPort(): ScriptWorkerPort {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = async ({ data }: MessageEvent<ScriptRequestMessage>) => {
    const message = await runScriptJob(data);
    port2.postMessage(message, answerTransferables(message));
  };
  return {
    postMessage: (message) => port1.postMessage(message),
    addEventListener: (type: string, listener: (event: never) => void) => {
      // Each kind of event has its own listener: the overloads say which.
      if (type === 'message') port1.onmessage = listener as (event: MessageEvent) => void;
    },
    terminate() {
      port1.close();
      port2.close();
    },
  };
}

const loader = createScriptLoader(channelPort);
const opened = [loader];
afterEach(() => {
  for (const one of opened.splice(1)) one.close();
});

test('a file is read with all its shown figures', async () => {
  const script = await loader.load(new Blob([STROKES]), 'evening.funscript', '');
  expect([...script.columns.timesMs]).toEqual([0, 1_000, 2_000]);
  expect(script).toMatchObject({ name: 'evening.funscript', notes: [], recipe: [], gaps: [] });
  expect(script.statistics).toMatchObject({ points: 3, meanSpeed: 100 });
  expect(script.heatmap.durationMs).toBe(2_000);
  expect(script.original).toBe(script.columns);
});

test('the hash is that of the content: the same under another name, different for other content', async () => {
  const [one, same, other] = await Promise.all([
    loader.load(STROKES, 'a.json', ''),
    loader.load(new Blob([STROKES]), 'b.funscript', ''),
    loader.load(`${STROKES} `, 'a.json', ''),
  ]);
  expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(same.hash).toBe(one.hash);
  expect(other.hash).not.toBe(one.hash);
});

test.each([
  ['{"actions":[{"at":1,"pos":2}]}', 'a.funscript', '', 'Need at least 2 points'],
  ['time,position', 'a.csv', '', 'Invalid CSV'],
  ['{"actions":', 'a.funscript', '', 'Invalid Json in script'],
  ['GIF89a', 'a.gif', 'image/gif', 'Invalid type'],
])('%j is refused with the text of the specification', async (text, name, type, message) => {
  const error: unknown = await loader.load(text, name, type).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ScriptError);
  expect(error).toMatchObject({ message });
});

test.each([
  ['broken.csv', '0,10\n500,90\n1000,fast\n', 3],
  ['broken.funscript', '{\n  "actions": [\n    { "at": 0, "pos": 1 },,\n  ]\n}', 3],
  ['broken.json', '{"actions":', undefined],
])('the error for %s names the line where it is broken, if it has several', async (name, text, line) => {
  const error = await loader.load(text, name, '').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ScriptError', line });
});

test('a CSV is read by its name, whatever its media type', async () => {
  const script = await loader.load('#\n0,0\n500,100\n', 'Strokes.CSV', 'application/vnd.ms-excel');
  expect([...script.columns.positions]).toEqual([0, 100]);
});

test('a CSV with fractions is rounded, which is reported, and is written in whole numbers', async () => {
  const { columns, notes } = await loader.load('0.4,0\n5e2,99.7,\n', 'Strokes.csv', '');
  expect(notes).toEqual([{ change: 'rounded', points: 2 }]);
  expect(await loader.write(columns, 'csv')).toMatch(/\n0,0\n500,100\n$/);
});

test('an edit starts from the original points every time and does not change them', async () => {
  const script = await loader.load(STROKES, 'a.json', '');
  const inverted = await loader.edit(script, [{ kind: 'invert' }]);
  expect([...inverted.columns.positions]).toEqual([100, 0, 100]);
  const squeezed = await loader.edit(inverted, [{ kind: 'remap', low: 0, high: 50 }]);
  expect([...squeezed.columns.positions]).toEqual([0, 50, 0]);
  expect(squeezed).toMatchObject({ name: 'a.json', hash: script.hash, statistics: { high: 50 } });
  expect([...squeezed.original.positions]).toEqual([0, 100, 0]);
});

test('an invalid step is refused, and the next one is applied', async () => {
  const script = await loader.load(STROKES, 'a.json', '');
  await expect(loader.edit(script, [{ kind: 'intensity', factor: -1 }])).rejects.toThrow('factor');
  expect((await loader.edit(script, [{ kind: 'intensity', factor: 0.5 }])).statistics).toMatchObject({
    low: 25,
    high: 75,
  });
});

test('a script is written as a file, and turned into a vibration', async () => {
  const { columns } = await loader.load(STROKES, 'a.json', '');
  expect(await loader.write(columns, 'csv')).toMatch(/\n0,0\n1000,100\n2000,0\n$/);
  expect(JSON.parse(await loader.write(columns, 'funscript'))).toMatchObject({
    actions: [{ at: 0 }, { at: 1_000 }, { at: 2_000 }],
  });
  const vibration = await loader.toVibration(columns);
  expect(vibration.timesMs).toHaveLength(21);
  expect(vibration.positions[5]).toBe(50);
});

test('unanswered requests are aborted when it is closed, and so are later ones', async () => {
  const closing = createScriptLoader(channelPort);
  opened.push(closing);
  const loading = closing.load(STROKES, 'a.json', '');
  closing.close();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  await expect(closing.load(STROKES, 'a.json', '')).rejects.toMatchObject({ name: 'AbortError' });
});

test('a worker that fails rejects its requests, and another one takes over', async () => {
  let breakIt: (event: unknown) => void = () => undefined;
  const mute: ScriptWorkerPort = {
    postMessage: () => undefined,
    addEventListener: (type: string, listener: (event: never) => void) => {
      if (type === 'error') breakIt = listener as (event: unknown) => void; // as above
    },
    terminate: () => undefined,
  };
  const ports = [mute, channelPort()];
  const broken = createScriptLoader(() => ports.shift() ?? channelPort());
  opened.push(broken);
  const loading = broken.load(STROKES, 'a.json', '');
  breakIt({});
  await expect(loading).rejects.toThrow('ended');
  expect((await broken.load(STROKES, 'a.json', '')).statistics.points).toBe(3);
});
