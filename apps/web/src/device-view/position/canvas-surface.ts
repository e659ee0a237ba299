import type { Undo } from '@tactus/time';

/** A canvas that is crisp on any screen: drawn in CSS pixels, stored at the screen's own density. */
export interface CanvasSurface {
  readonly context: CanvasRenderingContext2D;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Resizes a canvas to its box; returns nothing where there is no canvas or its box is empty, and a new surface whenever
 * the box was measured again: the canvas is empty then.
 */
export function fitCanvas(canvas: HTMLCanvasElement): { surface(): CanvasSurface | undefined; release: Undo } {
  const context = canvas.getContext('2d');
  let surface: CanvasSurface | undefined;

  function measure() {
    const density = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = canvas;
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    context?.setTransform(density, 0, 0, density, 0, 0);
    surface = context && width > 0 && height > 0 ? { context, width, height } : undefined;
  }

  const observer = new ResizeObserver(measure);
  observer.observe(canvas);
  measure();
  return {
    surface: () => surface,
    release: () => observer.disconnect(),
  };
}

/** The colours of drawings in the present theme. */
export interface ThemeColors {
  readonly mode: 'dark' | 'light';
  readonly accent: string;
  readonly accent2: string;
  readonly ground: string;
  readonly window: string;
  readonly faint: string;
  readonly text: string;
}

/** Reads the theme's colours where a canvas is, anew once the theme has changed, or the canvas lies over a picture. */
export function watchThemeColors(canvas: HTMLCanvasElement): { ink(): ThemeColors; release: Undo } {
  let ink: ThemeColors | undefined;
  const observer = new MutationObserver(() => {
    ink = undefined;
  });
  const attributeFilter = ['data-character', 'data-mode', 'data-covering'];
  observer.observe(document.documentElement, { subtree: true, attributeFilter });
  return {
    // Only for a drawing: the browser may have to compute the styles of the page for it.
    ink: () => {
      ink ??= readInk(canvas);
      return ink;
    },
    release: () => observer.disconnect(),
  };
}

function readInk(canvas: HTMLCanvasElement): ThemeColors {
  const style = getComputedStyle(canvas);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    mode: style.colorScheme === 'light' ? 'light' : 'dark',
    accent: token('--accent'),
    accent2: token('--accent-2'),
    ground: token('--surface-2'),
    window: token('--surface-3'),
    faint: token('--control-line'),
    text: token('--text-2'),
  };
}
