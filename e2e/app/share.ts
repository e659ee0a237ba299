import type { Locator, Page } from 'playwright-core';
import { happens, until, WAIT_MS } from '../harness/until.ts';
import { words } from '../harness/words.ts';
import { remote } from './remote.ts';

const PRESS_MS = 2_000;
const SOON_MS = 1_000;

/** A guest's side of a shared device. */
export function guest(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  return {
    title: () => main.getByRole('heading', { level: 1 }),
    name: () => main.getByRole('textbox', { name: words('share.door.name') }),
    join: () => button('share.door.enter'),
    leave: () => button('share.leave'),
    ask: () => button('share.ask'),
    take: () => button('share.take'),
    hand: () => button('share.hand'),
    noNetwork: () => main.getByText(words('connection.noNetwork'), { exact: true }),
    holdsControl: () => main.getByText(words('share.role.controller'), { exact: true }),
    takeOver: () => button('share.elsewhere.take'),
    joinAnew: () => button('share.elsewhere.anew'),
    limits: () => main.getByRole('region', { name: words('share.limits'), exact: true }),
    mode: (key: string): Locator => main.getByRole('radio', { name: words(key), exact: true }),
    /** Waits until the page shows this text anywhere. */
    shows: (key: string, values: Readonly<Record<string, string>> = {}, timeout = WAIT_MS): Promise<void> =>
      main.getByText(filled(key, values)).first().waitFor({ timeout }),
    keyWarning: () => main.getByRole('heading', { level: 1, name: words('share.key.title') }),
    continueWithKey: () => button('share.key.continue'),
  };
}

/** The owner's card under "Share". */
export function sharing(page: Page) {
  const card = page.getByRole('region', { name: words('sharing.title'), exact: true });
  const button = (key: string) => card.getByRole('button', { name: words(key), exact: true });
  return {
    card,
    /** Makes a link with the limits that are set, and sends it. */
    send: () => button('sharing.send'),
    /** Unfolds the limits of the next link. */
    openLimits: () => card.getByText(words('sharing.limits'), { exact: true }).click(),
    /** The summary of the next link, once there is one. */
    another: () => card.getByText(words('sharing.new'), { exact: true }),
    name: () => card.getByRole('textbox', { name: words('sharing.name') }),
    speed: () => card.getByRole('slider', { name: words('sharing.speed'), exact: true }),
    strength: () => card.getByRole('slider', { name: words('sharing.strength'), exact: true }),
    strokeTop: () => card.getByRole('slider', { name: words('sharing.stroke.top'), exact: true }),
    uses: () => card.getByRole('combobox', { name: words('sharing.uses') }),
    change: () => button('sharing.change'),
    save: () => button('sharing.change.save'),
    revoke: () => button('sharing.revoke'),
    reallyRevoke: () =>
      card.getByRole('alertdialog').getByRole('button', { name: words('sharing.revoke'), exact: true }),
    takeBack: () => button('sharing.control.take'),
    /** What the card shows of one link, by the link's name. */
    link: (name: string) => card.getByRole('article', { name, exact: true }),
    guests: () => card.getByRole('list', { name: words('sharing.guests') }).getByRole('listitem'),
    /** The link with its secret. */
    address: async (): Promise<string> => (await card.locator('code').first().textContent()) ?? '',
    shows: (key: string, values: Readonly<Record<string, string>> = {}): Promise<void> =>
      card.getByText(filled(key, values)).first().waitFor(),
    openWays: () => card.getByText(words('sharing.ways'), { exact: true }).tap(),
    /** The diagram of who drives whom. */
    ways: () => card.getByRole('img', { name: words('sharing.ways.text') }),
    showLog: () => card.getByText(words('sharing.log'), { exact: true }),
  };
}

/** The strip about a live link, on every page but that of sharing. */
export function liveSharing(page: Page) {
  const strip = page.getByRole('region', { name: words('sharing.live'), exact: true });
  return {
    strip,
    says: (key: string, values: Readonly<Record<string, string>> = {}): Promise<void> =>
      strip.getByText(filled(key, values)).waitFor(),
    takeBack: () => strip.getByRole('button', { name: words('sharing.control.take'), exact: true }),
  };
}

/** Starts the strokes of a guest; repeats that where a busy machine has delayed the renewal of the hold, which stops them. */
export function startStrokes(
  page: Page,
  isSo: () => Promise<boolean>,
  press: (start: Locator) => Promise<void> = (start) => start.click({ timeout: PRESS_MS }),
): Promise<void> {
  const { start } = remote(page);
  const run = async () => {
    // The strokes may restart by themselves at this moment: then there is no button to press.
    const isOffered = await start()
      .isEnabled({ timeout: PRESS_MS })
      .catch(() => false);
    if (isOffered) await press(start()).catch(() => undefined);
    return happens(until('they run soon', isSo, SOON_MS));
  };
  return until('the strokes run', run);
}

function filled(key: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), words(key));
}
