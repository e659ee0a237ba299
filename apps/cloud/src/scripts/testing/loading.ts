import type { ScriptColumns } from '@tactus/motion';
import { DeviceRefusal } from '@tactus/protocol';
import { systemTime, type Time } from '@tactus/time';
import { onTestFinished } from 'vitest';
import { type CloudConfig, defaultConfig } from '../../config/config.ts';
import { openStore } from '../../store/database.ts';
import { createScriptLoader, type ScriptLoader } from '../script-loader.ts';
import { createScriptStore, type ScriptStore } from '../script-store.ts';
import { createFakeInternet, type FakeInternet } from './fake-internet.ts';

/** A loader in a network of the test, with an empty store. */
export interface Loading {
  readonly internet: FakeInternet;
  readonly scripts: ScriptStore;
  readonly loader: ScriptLoader;
  /** `CODE message` of the refusal, or `n points`. */
  tell(url: string): Promise<string>;
}

/** The vendor's profile unless told otherwise: nothing of the inside is good. */
export async function createLoading(changes: Partial<CloudConfig> = {}, time: Time = systemTime): Promise<Loading> {
  const internet = await createFakeInternet();
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const scripts = createScriptStore({ store, time });
  const config = defaultConfig({ profile: 'vendor', ...changes });
  const loader = createScriptLoader({ config, scripts, network: internet.network, time });
  return { internet, scripts, loader, tell: (url) => tellOf(loader.load(url)) };
}

/** How a load ended, as a line. Other errors than refusals are thrown on. */
export function tellOf(loading: Promise<ScriptColumns>): Promise<string> {
  return loading.then(
    ({ timesMs }) => `${timesMs.length} points`,
    (error: unknown) => {
      if (!(error instanceof DeviceRefusal)) throw error;
      return `${error.kind.code} ${error.message}`;
    },
  );
}
