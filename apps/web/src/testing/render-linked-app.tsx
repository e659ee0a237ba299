import { createFakeTime, createScriptedCloud, scriptHandy } from '@tactus/sdk/testing';
import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import type { Settings } from '../settings/schema.ts';
import { renderApp } from './render-app.tsx';

/** The whole app at an address with a linked, connected Handy; its cloud answers by script. It is closed with its test. */
export async function renderLinkedApp(path: string, settings: Partial<Settings> = {}) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  const linked = { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' };
  const app = await renderApp({ path, settings: { ...linked, ...settings }, scripted: { cloud, time } });
  onTestFinished(() => app.close());
  /** Lets time go by. */
  const pass = (ms: number) => act(() => time.run(ms));
  await pass(10);
  handy.comeOnline();
  await pass(2_000);
  return { app, cloud, handy, pass };
}
