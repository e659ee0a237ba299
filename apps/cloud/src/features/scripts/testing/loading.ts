import type { ScriptColumns } from '@tactus/motion';
import { DeviceRefusal } from '@tactus/protocol';
import { systemTime, type Time } from '@tactus/time';
import { onTestFinished } from 'vitest';
import { type CloudConfig, defaultConfig } from '../../../config/config.ts';
import { createCloudParser } from '../../../parsing/create-cloud-parser.ts';
import type { Parser } from '../../../parsing/parser.ts';
import { openStore } from '../../../store/database.ts';
import { scriptFilesOf } from '../script-files.ts';
import { createScriptLoader, type ScriptLoader } from '../script-loader.ts';
import { createScriptStore, type ScriptStore } from '../script-store.ts';
import { createFakeInternet, type FakeInternet } from './fake-internet.ts';

/** The client's address in these tests. */
export const CLIENT_ADDRESS = '192.0.2.1';

/** A loader in a network of the test, with an empty store. */
export interface Loading {
  readonly internet: FakeInternet;
  readonly scripts: ScriptStore;
  readonly loader: ScriptLoader;
  readonly parser: Parser;
  /** `CODE message` of the refusal, or `n points`. */
  outcome(url: string): Promise<string>;
}

/** The vendor's profile unless changed: no private address is allowed. */
export async function createLoading(changes: Partial<CloudConfig> = {}, time: Time = systemTime): Promise<Loading> {
  const internet = await createFakeInternet();
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const scripts = createScriptStore({ store, time, files: scriptFilesOf(':memory:'), roomBytes: 2 ** 29 });
  const config = defaultConfig({ profile: 'vendor', ...changes });
  const parser = createCloudParser(config, time);
  onTestFinished(() => parser.close());
  const loader = createScriptLoader({ config, scripts, network: internet.network, parser, time });
  return { internet, scripts, loader, parser, outcome: (url) => outcomeOf(loader.load(url, CLIENT_ADDRESS)) };
}

/** The outcome of a load, as a line. Other errors than refusals are thrown on. */
export function outcomeOf(loading: Promise<ScriptColumns>): Promise<string> {
  return loading.then(
    ({ timesMs }) => `${timesMs.length} points`,
    (error: unknown) => {
      if (!(error instanceof DeviceRefusal)) throw error;
      return `${error.kind.code} ${error.message}`;
    },
  );
}
