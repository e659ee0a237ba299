/** Loaded when a script has to be read; see `inline-script.ts`. Only that file imports this one. */
import { parseActions, parseScript, type ScriptPoint } from '@tactus/motion';

/** A script within a call. */
export interface InlineScript {
  readonly csv?: string | undefined;
  readonly actions?: readonly unknown[] | undefined;
}

/** The points of a script; `undefined` for an invalid one: the cloud refuses it too, and the call has no effect. */
export function readScript({ csv, actions }: InlineScript): readonly ScriptPoint[] | undefined {
  try {
    return (csv === undefined ? parseActions(actions) : parseScript(csv, 'csv')).points;
  } catch {
    return undefined;
  }
}
