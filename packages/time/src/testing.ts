export { createFakeTime, type FakeTime } from './fake-time.ts';
