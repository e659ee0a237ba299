import type { WidgetAppearance } from '../../widget/appearance.ts';
import { WIDGET_ELEMENT_NAME } from '../../widget/tactus-widget.ts';

/** The attributes of the element for an appearance; default values are left out. */
export function widgetAttributes({
  theme,
  compact,
  slim,
  accent,
}: WidgetAppearance): readonly (readonly [string, string])[] {
  return [
    ...(theme === 'auto' ? [] : [['theme', theme] as const]),
    ...(compact ? [['compact', ''] as const] : []),
    ...(slim ? [['slim', ''] as const] : []),
    ...(accent === '' ? [] : [['accent', accent] as const]),
  ];
}

/** The code for a page: the script of this site, and the element. Validated colours contain nothing to escape. */
export function widgetEmbedCode(site: string, appearance: WidgetAppearance): string {
  const attributes = widgetAttributes(appearance).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${value}"`,
  );
  return [
    `<script src="${new URL('/widget.js', site).href}" async></script>`,
    `<${WIDGET_ELEMENT_NAME}${attributes.join('')}></${WIDGET_ELEMENT_NAME}>`,
  ].join('\n');
}
