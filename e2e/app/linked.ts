import type { Locator, Page } from 'playwright-core';
import { words } from '../harness/words.ts';
import { tabTo } from './tab-to.ts';

/** One of the linked devices, by its name. */
function linkedCard(page: Page, name: string) {
  const card = page.getByRole('main').getByRole('article', { name, exact: true });
  const button = (key: string) => card.getByRole('button', { name: words(key), exact: true });
  return {
    card,
    shows: (key: string): Promise<void> => card.getByText(words(key), { exact: true }).waitFor(),
    use: () => button('link.use'),
    test: () => button('link.test'),
    rename: () => button('link.rename'),
    nameField: () => card.getByRole('textbox', { name: words('link.name') }),
    save: () => button('link.name.save'),
    forget: () => button('link.forget'),
    reallyForget: () => button('link.forget.yes'),
    copyKey: () => button('link.key.copy'),
    showKey: () => button('connect.key.show'),
    follows: (): Locator => card.getByRole('switch', { name: words('link.follow') }),
    lessStrength: () => button('link.scale.less'),
  };
}

/** The page of the linked devices. */
export function linked(page: Page) {
  const main = page.getByRole('main');
  const inTab = main.getByRole('region', { name: words('link.tab'), exact: true });
  return {
    device: (name: string) => linkedCard(page, name),
    devices: () => main.getByRole('article'),
    together: () => main.getByRole('switch', { name: words('link.together.switch') }),
    keyField: () => main.getByRole('textbox', { name: words('connect.key') }),
    nameField: () =>
      main
        .getByRole('region', { name: words('link.add'), exact: true })
        .getByRole('textbox', { name: words('link.name') }),
    add: () => main.getByRole('button', { name: words('link.add.submit'), exact: true }),
    tab: {
      card: inTab,
      start: () => inTab.getByRole('button', { name: words('link.tab.start'), exact: true }),
      stop: () => inTab.getByRole('button', { name: words('emulator.stop'), exact: true }),
      model: (name: string) => inTab.getByRole('radio', { name, exact: true }),
      network: () => inTab.getByRole('switch', { name: words('emulator.network'), exact: true }),
      holdSlider: () => inTab.getByRole('switch', { name: words('emulator.blocked'), exact: true }),
      strip: () => inTab.locator('canvas'),
      shows: (key: string): Promise<void> =>
        inTab
          .getByRole('status')
          .filter({ hasText: words(key) })
          .waitFor(),
    },
    showCode: () => main.getByRole('button', { name: words('link.phone.show'), exact: true }),
    code: () => main.getByRole('img', { name: words('link.phone.code'), exact: true }),
    showsText: (key: string): Promise<void> => main.getByText(words(key)).waitFor(),
  };
}

/** Links another device under a name, by keyboard alone, on the page of the linked devices. */
export async function linkByKeyboard(page: Page, connectionKey: string, name: string): Promise<void> {
  const devices = linked(page);
  await tabTo(page, devices.keyField());
  await page.keyboard.type(connectionKey);
  await tabTo(page, devices.nameField());
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await devices.device(name).shows('connection.ready');
}
