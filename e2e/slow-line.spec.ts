/** Slow is said of connecting only where no answer comes (journeys/02-own-device.control.spec.ts), and not on a line that is slow itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { withTactus } from './harness/suite.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const KEY = 'DemoHandy1';
/** 400 ms to an answer, 400 kbit/s. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Runs in the page first: whether the page ever shows the sentence. */
const RECORD_SLOW = `globalThis.wasCalledSlow = false;
new MutationObserver(() => {
  if (document.body?.innerText.includes(${JSON.stringify(words('trouble.slow'))})) wasCalledSlow = true;
}).observe(document, { childList: true, characterData: true, subtree: true });`;

const suite = withTactus();
let person: Visit;

beforeEach(async () => {
  person = await visit(suite.browser, { viewport: PHONE });
  await person.page.addInitScript(RECORD_SLOW);
});
afterEach(() => person.close());

test('on a line of 400 ms and 400 kbit/s, with nothing cached, connecting is never said to take longer than usual', async () => {
  const { page, context } = person;
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.emulateNetworkConditions', LINE);
  await page.goto(`${suite.tactus.url}/hamp?key=${KEY}&female=no`, { waitUntil: 'commit' });
  await dock(page).shows('connection.ready');
  expect(await page.evaluate('wasCalledSlow')).toBe(false);
});
