import type { Page } from 'playwright-core';
import { words } from '../harness/words.ts';

/** The page of vibration. */
export function vibration(page: Page) {
  const main = page.getByRole('main');
  const onPad = (key: string) => main.getByRole('slider', { name: `${words('hvp.pad.name')}: ${words(key)}` });
  return {
    start: () => main.getByRole('button', { name: words('hvp.start'), exact: true }),
    stop: () => main.getByRole('button', { name: words('hvp.stop'), exact: true }),
    hold: () => main.getByRole('button', { name: words('hvp.hold'), exact: true }),
    strength: () => main.getByRole('slider', { name: words('hvp.strength'), exact: true }),
    pitch: () => main.getByRole('slider', { name: words('hvp.pitch'), exact: true }),
    padStrength: () => onPad('hvp.strength'),
    padPitch: () => onPad('hvp.pitch'),
    /** The surface of the pad. */
    pad: () => onPad('hvp.strength').locator('..'),
    wave: (key: string) => main.getByRole('radio', { name: words(key) }),
    shows: (key: string) => main.getByText(words(key)),
  };
}
