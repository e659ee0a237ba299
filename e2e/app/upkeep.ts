import type { Locator, Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The part of a text before its first value. */
const beginning = (key: string): string => words(key).split('{', 1)[0] ?? '';

/** The pages of firmware updates. */
export function updates(page: Page) {
  const main = page.getByRole('main');
  const named = (key: string) => ({ name: words(key), exact: true });
  return {
    start: (version: string): Locator =>
      main.getByRole('button', { name: words('ota.start').replace('{version}', version), exact: true }),
    anyStart: () => main.getByRole('button', { name: beginning('ota.start') }),
    progress: () => main.getByRole('progressbar', named('ota.progress')),
    versions: () => main.getByRole('list', named('ota.versions')),
    version: (number: string) => main.getByRole('link', { name: new RegExp(`^${number.replaceAll('.', '\\.')}`) }),
    checks: () => main.getByRole('list', named('ota.checks')),
    readAgain: () => main.getByRole('button', named('ota.readAgain')),
    /** The text that the device runs a version after an update, and that it ran it before. */
    done: (version: string) => main.getByText(words('ota.done').replace('{version}', version), { exact: true }),
    upToDate: (version: string) => main.getByText(words('ota.upToDate').replace('{version}', version), { exact: true }),
    agree: () => main.getByRole('switch', named('ota.optIn.agree')),
    /** Waits until a text with these values is shown. */
    shows(key: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
      const text = Object.entries(values).reduce((so, [name, value]) => so.replace(`{${name}}`, value), words(key));
      return main.getByText(text, { exact: false }).first().waitFor();
    },
  };
}

/** The page where the device is configured. */
export function configure(page: Page) {
  const main = page.getByRole('main');
  const named = (key: string) => ({ name: words(key), exact: true });
  const button = (key: string) => main.getByRole('button', named(key));
  return {
    main,
    strokeTop: () => main.getByRole('slider', named('control.stroke.top')),
    earlierOffset: () => button('configure.offset.earlier'),
    offset: () => main.getByRole('group', named('configure.offset')).locator('output'),
    wifi: () => main.getByRole('switch', named('configure.wifi')),
    ble: () => main.getByRole('switch', named('configure.ble')),
    holdWifiOff: () => button('configure.wifi.off'),
    cancel: () => button('configure.cancel'),
    boot: () => main.getByRole('combobox', named('configure.boot')),
    holdRestart: () => button('configure.restart.hold'),
    environment: (key: string) => main.getByRole('radio', named(key)),
    holdEnvironment: () => button('configure.environment.hold'),
    shows: (key: string): Promise<void> => main.getByText(words(key), { exact: false }).first().waitFor(),
    /** The value of a fact of the device. */
    fact: (key: string): Locator =>
      main
        .getByRole('region', named('configure.facts'))
        .locator('div')
        .filter({ has: page.getByText(words(key), { exact: true }) })
        .locator('dd')
        .first(),
  };
}
