import type { Page } from 'playwright-core';
import { WAIT_MS } from '../harness/until.ts';
import { words } from '../harness/words.ts';

/** A group session: the host's card on the remote, or the page behind its link. */
export function group(page: Page) {
  const main = page.getByRole('main');
  const button = (key: string) => main.getByRole('button', { name: words(key), exact: true });
  const region = (key: string) => main.getByRole('region', { name: words(key), exact: true });
  return {
    // For the host.
    begin: () => button('group.new'),
    host: () => main.getByRole('textbox', { name: words('group.host') }),
    create: () => button('group.create'),
    /** The link with its secret. */
    address: async (): Promise<string> => (await region('group.invite').locator('code').textContent()) ?? '',
    /** Unfolds or folds the link once somebody has joined. */
    invitation: () => region('group.invite').getByText(words('group.invite'), { exact: true }),
    code: () => region('group.invite').getByRole('img', { name: words('sharing.code') }),
    pattern: (name: 'calm' | 'steady' | 'build') => button(`group.script.${name}`),
    play: () => button('group.play'),
    pause: () => button('group.pause'),
    seek: () => main.getByRole('slider', { name: words('group.position') }),
    end: () => button('group.end'),
    sendAway: (name: string) =>
      main.getByRole('button', { name: words('group.remove').replace('{name}', name), exact: true }),
    // For every participant.
    comeBack: () => button('group.hosted.back'),
    comeBackFromLink: () => main.getByRole('link', { name: words('group.hosted.back'), exact: true }),
    take: () => button('group.take'),
    again: () => button('group.again'),
    stop: () => button('group.stop'),
    leave: () => button('group.leave'),
    takeOver: () => button('group.elsewhere.take'),
    own: () => region('group.part'),
    person: (name: string) => region('group.people').getByRole('listitem').filter({ hasText: name }),
    shows: (key: string, timeout = WAIT_MS): Promise<void> => main.getByText(words(key)).first().waitFor({ timeout }),
  };
}
