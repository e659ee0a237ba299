import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { openBlank } from './blank-page.ts';
import { complaintsOf, openContext, type Visit, type VisitOptions } from './visit.ts';

/** A window of an earlier visit. It only still has the browser's own cache of files. */
interface Seat {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Seats that are free, by what kind of window they are. */
const freeSeats = new WeakMap<Browser, Map<string, Seat[]>>();

/** The events that a test may subscribe to on a page; they are unsubscribed for the next test. */
const LISTENED = [
  'console',
  'pageerror',
  'request',
  'requestfinished',
  'requestfailed',
  'response',
  'dialog',
  'download',
];

/**
 * As `visit`, in a wiped window of an earlier visit: storage, permissions, listeners and history are
 * cleared. A new window and an app that is loaded for the first time cost more than most tests do. A test
 * that adds scripts to its page, crashes it or is about the first load takes `visit`.
 */
export async function visitAgain(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const seats = seatsOf(browser, JSON.stringify(options));
  const seat = seats.pop() ?? (await openSeat(browser, options));
  const { page, context } = seat;
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith('http')) origins.add(new URL(request.url()).origin);
  });
  const size = page.viewportSize();
  return {
    page,
    context,
    complaints: complaintsOf(page),
    async close() {
      if (page.isClosed()) return context.close();
      await wipe(seat, origins);
      if (size) await page.setViewportSize(size);
      seats.push(seat);
    },
  };
}

function seatsOf(browser: Browser, kind: string): Seat[] {
  const kinds = freeSeats.get(browser) ?? new Map<string, Seat[]>();
  freeSeats.set(browser, kinds);
  const seats = kinds.get(kind) ?? [];
  kinds.set(kind, seats);
  return seats;
}

async function openSeat(browser: Browser, options: VisitOptions): Promise<Seat> {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  page.addInitScript = () => {
    throw new Error('A script that is added to this page would stay for the next test: use visit()');
  };
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** Leaves the page without a request to the cloud, and removes all stored data. */
async function wipe({ context, page, devtools }: Seat, origins: Iterable<string>): Promise<void> {
  for (const event of LISTENED) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  await context.setOffline(true);
  const { protocol, origin } = new URL(page.url());
  if (protocol.startsWith('http')) {
    // Of the same site: the next page of it runs in this process, which has its scripts ready.
    await openBlank(page, origin);
    await page.evaluate(() => sessionStorage.clear());
  }
  for (const origin of origins)
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'cookies,local_storage,indexeddb,cache_storage,service_workers',
    });
  await devtools.send('Page.resetNavigationHistory');
  await context.clearPermissions();
  await page.mouse.move(0, 0);
  await context.setOffline(false);
}
