import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';
import { choose } from './choose.ts';

const text = (key: string, values: Readonly<Record<string, string>> = {}) =>
  Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), words(key));

/** The library of the player. */
export function library(page: Page) {
  const card = page.getByRole('region', { name: words('player.library'), exact: true });
  const button = (key: string, values?: Readonly<Record<string, string>>) =>
    card.getByRole('button', { name: text(key, values), exact: true });
  const entries = card.getByRole('list', { name: words('player.library.entries'), exact: true });
  return {
    card,
    entries,
    shows: (said: string | RegExp): Promise<void> => card.getByText(said).first().waitFor(),
    entry: (title: string) => entries.getByRole('button', { name: new RegExp(`^${title}`) }),
    edit: (title: string) => button('player.library.edit', { title }),
    view: (name: string | RegExp) => card.getByRole('radio', { name }),
    search: () => card.getByRole('searchbox', { name: words('player.library.search'), exact: true }),
    filters: () => card.getByRole('button', { name: /^Filter/ }),
    sort: () => card.getByRole('combobox', { name: words('player.library.sort'), exact: true }),
    filter: (of: 'length' | 'speed' | 'played' | 'script') =>
      card.getByRole('combobox', { name: words(`player.library.${of}`), exact: true }),
    tag: () => card.getByRole('combobox', { name: words('player.library.tag'), exact: true }),
    /** Opens what can be added. */
    addMenu: () => button('player.library.addMenu'),
    add: () => button('player.library.add'),
    addInput: () => card.locator(`input[type=file][aria-label="${words('player.library.add')}"]`),
    chooseInput: () => card.locator(`input[type=file][aria-label="${words('player.library.give')}"]`),
    importInput: () => card.locator(`input[type=file][aria-label="${words('player.library.import')}"]`),
    export: () => button('player.library.export'),
    title: () => card.getByRole('textbox', { name: words('player.library.title'), exact: true }),
    tags: () => card.getByRole('textbox', { name: words('player.library.tags'), exact: true }),
    save: () => button('player.library.save'),
    back: () => button('player.library.back'),
    addTo: () => card.getByRole('combobox', { name: /playlist/ }),
    playlistName: () => card.getByRole('textbox', { name: words('player.library.playlist.new'), exact: true }),
    createPlaylist: () => button('player.library.playlist.create'),
    playList: () => button('player.library.playlist.play'),
    order: () => card.locator('ol > li'),
    move: (title: string) => button('player.library.order.move', { title }),
    repeat: (how: 'off' | 'all' | 'one') =>
      card.getByRole('radio', { name: words(`player.library.repeat.${how}`), exact: true }),
    shuffle: () => card.getByRole('switch', { name: words('player.library.shuffle'), exact: true }),
    /** Adds these entries to a playlist, by choosing them in the list. */
    async addToPlaylist(titles: readonly string[], playlist: string): Promise<void> {
      await button('player.library.choose').click();
      for (const title of titles) await entries.getByRole('checkbox', { name: new RegExp(`^${title}`) }).check();
      await choose(card.getByRole('combobox', { name: /playlist/ }), playlist);
      await button('player.library.choose.done').click();
    },
    pairs: () => card.getByRole('group', { name: words('player.library.pairs'), exact: true }),
    alert: () => card.getByRole('alert'),
  };
}
