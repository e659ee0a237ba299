import type { LoadedScript } from '../script/script-loader.ts';
import { runScriptJob } from '../script/script-work.ts';

/** A script as the worker reads it, without a worker. */
export async function scriptOf(file: string, type = ''): Promise<LoadedScript> {
  const read = await runScriptJob({ id: 1, ask: { kind: 'load', file, type } });
  if (!('answer' in read) || typeof read.answer === 'string' || !('hash' in read.answer)) throw new Error('Not read');
  return { ...read.answer, name: 'test', original: read.answer.columns, recipe: [] };
}
