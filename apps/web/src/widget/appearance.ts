import { hexColor, rgbColor } from '../ui/validators.ts';

/** How the widget looks. */
export interface WidgetAppearance {
  readonly theme: 'auto' | 'light' | 'dark';
  /** Without the speed. */
  readonly compact: boolean;
  /** One row. */
  readonly slim: boolean;
  /** A colour as `#rrggbb`, `#rgb` or `rgb(r, g, b)`; empty for ours. */
  readonly accent: string;
}

/** Where our frame is: the one document of ours that other sites may show in theirs. */
const FRAME_PATH = '/widget.html';

/** The appearance where nothing is chosen. */
export const PLAIN_APPEARANCE: WidgetAppearance = { theme: 'auto', compact: false, slim: false, accent: '' };

/** Whether a text is a colour that the widget takes. */
export const isAccent = (text: string): boolean => hexColor(text) || rgbColor(text);

/** The path to our frame with this appearance. */
export function framePath({ theme, compact, slim, accent }: WidgetAppearance): string {
  const query = new URLSearchParams({
    ...(theme !== 'auto' && { theme }),
    ...(compact && { compact: '1' }),
    ...(slim && { slim: '1' }),
    ...(accent !== '' && { accent }),
  }).toString();
  return query === '' ? FRAME_PATH : `${FRAME_PATH}?${query}`;
}

/** Reads the appearance from the query of the frame's address; what it does not understand is as if it were not there. */
export function readAppearance(query: string): WidgetAppearance {
  const parameters = new URLSearchParams(query);
  const theme = parameters.get('theme');
  const accent = parameters.get('accent') ?? '';
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    compact: parameters.get('compact') === '1',
    slim: parameters.get('slim') === '1',
    accent: isAccent(accent) ? accent : '',
  };
}
