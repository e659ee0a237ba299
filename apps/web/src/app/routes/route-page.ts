import type { ComponentType } from 'react';
import type { FollowerReach } from '../../device/linked/followers.ts';
import type { ControlPage } from '../../features/home/control-pages.ts';
import type { CatalogPart } from '../../i18n/catalogs.ts';

/** A motion that a page can start, named by its mode; random strokes count as a motion of their own. */
export type StartableMotion = 'hamp' | 'random-stroker' | 'hdsp' | 'hvp' | 'hsp' | 'hssp';

/**
 * The page of a route. Its name stands in menu, heading and title: neutral, for titles are seen by others.
 *
 * Texts come in parts: the first word of a key is its part. The parts of shell and home (`BASE_CATALOG_PARTS` in
 * i18n/catalog-parts.ts: `app`, `page`, `unit`, `mode`, `error` …) are always there; a page's row names every other part
 * that the page and its imports use, e.g. `texts: ['hamp']`. They are loaded beside the page. The name and the summary
 * of a page (`page.hamp`, `page.hamp.summary`) are of the base, for menu and home show them. A forgotten part fails
 * `page-texts.test.ts`, and throws in development.
 */
export interface RoutePage extends Omit<ControlPage, 'path'> {
  readonly load: () => Promise<ComponentType>;
  /** The parts of the texts that the page and its imports use, beside the base. */
  readonly texts?: readonly CatalogPart[];
  /** Whether the page may command the device: a film of the player rests there. Where it may not, the film goes on beside the page. */
  readonly mayCommand: boolean;
  /**
   * The motions that the page can start. Leaving it stops the device first, unless the next page
   * controls all of these too.
   */
  readonly controls?: StartableMotion | readonly StartableMotion[];
  /** Motion of the page ends when it is left, even where the settings let other pages' motion go on. */
  readonly endsOnLeave?: true;
  /** What the page plays may go on after it: it ends only where the next page may command the device (`mayGoOnBeside`). */
  readonly mayGoOn?: true;
  /** Who of the devices that follow moves here; on the pages of `multicastSupport` those that have what the page needs. */
  readonly movesFollowers?: FollowerReach;
  /** The page drives a device that is not the linked one, with a dock of its own. */
  readonly ownDock?: true;
}
