import dock from '../../device/dock/dock.module.css';
import brand from '../../features/home/brand.module.css';
import card from '../../features/home/device-card.module.css';
import home from '../../features/home/home-page.module.css';
import tile from '../../features/home/home-tiles.module.css';
import button from '../../ui/button.module.css';
import bare from '../bare-layout.module.css';
import layout from '../main-layout.module.css';
import menu from '../main-menu.module.css';
import type { FirstPaintFacts } from './first-paint-facts.ts';
import type { FirstPaintTexts } from './first-texts.ts';
import { FIRST_PICTURE_ID } from './remove-first-picture.ts';

/** How many tiles home has while the capabilities of the device are not known. @internal */
export const FIRST_HOME_TILE_COUNT = 6;

type Make = (tag: string, name: string | undefined, ...children: (Node | string)[]) => HTMLElement;

/**
 * The page as the app will draw it, in the app's classes; undefined for a page that has no such picture. Home: its name, the
 * device, what is said of it, and frames for the rest. Before a device is chosen: the question for it.
 */
export function buildFirstPicture(
  document: Document,
  facts: FirstPaintFacts,
  texts: FirstPaintTexts,
): HTMLElement | undefined {
  const make: Make = (tag, name, ...children) => {
    const element = document.createElement(tag);
    if (name !== undefined) element.className = name;
    element.append(...children);
    return element;
  };
  if (facts.picture === undefined) return undefined;
  const page = facts.picture === 'selection' ? selectionOf(make, texts) : homeOf(make, facts, texts);
  const first = make('div', undefined, page);
  first.id = FIRST_PICTURE_ID;
  return first;
}

function linkOf(make: Make, to: string, name: string, ...children: (Node | string)[]): HTMLElement {
  const element = make('a', name, ...children);
  element.setAttribute('href', to);
  return element;
}

function ownName(make: Make, texts: FirstPaintTexts): HTMLElement {
  const element = linkOf(make, '/', `${brand['brand']}`, make('span', brand['sign']), texts['app.name']);
  element.setAttribute('aria-label', texts['app.home']);
  return element;
}

function selectionOf(make: Make, texts: FirstPaintTexts): HTMLElement {
  const question = make(
    'div',
    'column gap-4',
    make('h1', 'title-xl', texts['deviceSelection.title']),
    make('p', 'muted', texts['deviceSelection.lead']),
  );
  return make(
    'div',
    bare['layout'],
    make(
      'div',
      bare['column'],
      make('header', bare['header'], ownName(make, texts)),
      make('main', bare['page'], make('div', 'column gap-20', question)),
    ),
  );
}

function homeOf(make: Make, { device, picture, goOnHeightPx }: FirstPaintFacts, texts: FirstPaintTexts): HTMLElement {
  const linked = picture === 'linked';
  const said = linked
    ? [make('p', card['text'], texts['connection.wait'])]
    : [
        make('p', card['text'], texts['home.unlinked']),
        make(
          'div',
          card['actions'],
          linkOf(
            make,
            '/device-selection',
            `${button['button']} ${button['primary']} ${button['lg']}`,
            texts['dock.connect'],
          ),
        ),
      ];
  const tiles = Array.from({ length: FIRST_HOME_TILE_COUNT }, () =>
    make('div', tile['tile'], make('span', tile['icon'])),
  );
  const deviceCard = make(
    'section',
    card['card'],
    make('div', card['words'], make('h1', card['name'], device), ...said),
  );
  const side = make('div', 'column gap-12', make('div', tile['tiles'], ...tiles));
  const goOn = make('div', home['goOn']);
  if (goOnHeightPx > 0) goOn.style.minHeight = `${goOnHeightPx}px`;
  const parts = linked ? [make('div', 'column gap-12', goOn, side), deviceCard] : [deviceCard, side];
  const page = make('div', home['home'], make('div', home['top'], ownName(make, texts)), ...parts);
  return make(
    'div',
    layout['layout'],
    make('div', layout['rail'], make('nav', menu['menu'], ownName(make, texts))),
    make(
      'div',
      layout['content'],
      make(
        'div',
        'column grow shrink',
        make('main', `${layout['page']} ${layout['edge']}`, page),
        make('div', undefined, make('div', dock['dock'])),
      ),
    ),
  );
}
