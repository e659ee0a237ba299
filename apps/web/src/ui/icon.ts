import { createElement, type FunctionComponent, type SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height. */
  readonly size?: number;
  /** The width of lines. A filled icon has none. */
  readonly stroke?: number;
}

/** A component that draws an icon of Tabler. */
export type TablerIcon = FunctionComponent<IconProps>;

const FILLED = { fill: 'currentColor', stroke: 'none' };
const LINES = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** The modules of icons make their components with it (vite/icon-modules.ts). */
export function createIcon(path: string, filled = false): TablerIcon {
  const content = createElement('path', { d: path });
  return ({ size = 24, stroke = 2, ...rest }) => {
    const box = { viewBox: '0 0 24 24', width: size, height: size, strokeWidth: stroke };
    return createElement('svg', { ...box, ...(filled ? FILLED : LINES), ...rest }, content);
  };
}
