export { createFakeTime, type FakeTime } from '@tactus/time/testing';
export { createFakeBrowser, type FakeBrowser } from './fake-tabs.ts';
export { memoryStorage, type StorageInMemory } from './memory-storage.ts';
export { createRecordedCloud, type RecordedCloud } from './recorded-cloud.ts';
export {
  createScriptedCloud,
  jsonResponse,
  type Recorded,
  type Reply,
  refusal,
  SCRIPTED_BASE,
  type ScriptedCloud,
} from './scripted-cloud.ts';
export { type ScriptedHandy, scriptHandy } from './scripted-handy.ts';
