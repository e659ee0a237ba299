import { isHexColor, isRgbColor } from '../ui/validators.ts';

/** The appearance of the widget. */
export interface WidgetAppearance {
  readonly theme: 'auto' | 'light' | 'dark';
  /** Without the speed. */
  readonly compact: boolean;
  /** One row. */
  readonly slim: boolean;
  /** A colour as `#rrggbb`, `#rgb` or `rgb(r, g, b)`; empty for the default. */
  readonly accent: string;
}

/** The path of our frame, the only document of ours that other sites may embed. */
const FRAME_PATH = '/widget.html';

/** The default appearance. */
export const DEFAULT_WIDGET_APPEARANCE: WidgetAppearance = { theme: 'auto', compact: false, slim: false, accent: '' };

/** Whether a text is a colour that the widget accepts. */
export const isAccentColor = (text: string): boolean => isHexColor(text) || isRgbColor(text);

/** The path to our frame with this appearance. */
export function widgetFramePath({ theme, compact, slim, accent }: WidgetAppearance): string {
  const query = new URLSearchParams({
    ...(theme !== 'auto' && { theme }),
    ...(compact && { compact: '1' }),
    ...(slim && { slim: '1' }),
    ...(accent !== '' && { accent }),
  }).toString();
  return query === '' ? FRAME_PATH : `${FRAME_PATH}?${query}`;
}

/** Reads the appearance from the query of the frame's address; unknown values are ignored. */
export function readWidgetAppearance(query: string): WidgetAppearance {
  const parameters = new URLSearchParams(query);
  const theme = parameters.get('theme');
  const accent = parameters.get('accent') ?? '';
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    compact: parameters.get('compact') === '1',
    slim: parameters.get('slim') === '1',
    accent: isAccentColor(accent) ? accent : '',
  };
}
