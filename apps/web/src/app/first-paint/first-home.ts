import dock from '../../device/dock/dock.module.css';
import brand from '../../features/home/brand.module.css';
import card from '../../features/home/device-card.module.css';
import home from '../../features/home/home-page.module.css';
import tile from '../../features/home/home-tiles.module.css';
import button from '../../ui/button.module.css';
import layout from '../main-layout.module.css';
import menu from '../main-menu.module.css';
import type { FirstPaintFacts } from './first-paint-facts.ts';
import type { FirstPaintTexts } from './first-texts.ts';
import { FIRST_HOME_ID } from './remove-first-home.ts';

/** How many tiles home has while the capabilities of the device are not known. @internal */
export const FIRST_HOME_TILE_COUNT = 6;

/** Home as the app will draw it, in the app's classes: its name, the device, the connect form, and frames for the rest. */
export function buildFirstHome(
  document: Document,
  { device, home: state }: FirstPaintFacts,
  texts: FirstPaintTexts,
): HTMLElement {
  const make = (tag: string, name: string | undefined, ...children: (Node | string)[]): HTMLElement => {
    const element = document.createElement(tag);
    if (name !== undefined) element.className = name;
    element.append(...children);
    return element;
  };
  const link = (to: string, name: string, ...children: (Node | string)[]): HTMLElement => {
    const element = make('a', name, ...children);
    element.setAttribute('href', to);
    return element;
  };
  const ownName = (): HTMLElement => {
    const element = link('/', `${brand['brand']}`, make('span', brand['sign']), texts['app.name']);
    element.setAttribute('aria-label', texts['app.home']);
    return element;
  };
  const unlinked = [
    make('p', card['text'], texts['home.unlinked']),
    make(
      'div',
      card['actions'],
      link('/device-selection', `${button['button']} ${button['primary']} ${button['lg']}`, texts['dock.connect']),
    ),
  ];
  const words = make('div', card['words'], make('h1', card['name'], device), ...(state === 'unlinked' ? unlinked : []));
  const tiles = Array.from({ length: FIRST_HOME_TILE_COUNT }, () =>
    make('div', tile['tile'], make('span', tile['icon'])),
  );
  const deviceCard = make('section', card['card'], words);
  const side = make('div', tile['side'], make('div', tile['tiles'], ...tiles));
  const parts = state === 'linked' ? [side, deviceCard] : [deviceCard, side];
  const page = make('div', home['home'], make('div', home['top'], ownName()), ...parts);
  const first = make(
    'div',
    FIRST_HOME_ID,
    make(
      'div',
      layout['layout'],
      make('div', layout['rail'], make('nav', menu['menu'], ownName())),
      make(
        'div',
        layout['content'],
        make(
          'div',
          layout['column'],
          make('main', `${layout['page']} ${layout['edge']}`, page),
          make('div', layout['dock'], make('div', dock['dock'])),
        ),
      ),
    ),
  );
  first.id = FIRST_HOME_ID;
  return first;
}
