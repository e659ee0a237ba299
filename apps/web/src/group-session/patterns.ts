import { pointsToColumns, type ScriptColumns } from '@tactus/motion';
import type { MessageKey } from '../i18n/catalogs.ts';

/** The built-in scripts of a host. */
export const SCRIPT_PATTERNS = ['calm', 'steady', 'build'] as const;
/** One of the built-in scripts of a host. */
export type ScriptPattern = (typeof SCRIPT_PATTERNS)[number];

interface PatternRule {
  readonly name: MessageKey;
  /** The duration of a stroke, and where it ends, as the pattern goes from 0 to 1. */
  readonly strokeMs: (progress: number) => number;
  readonly reach: (progress: number) => { readonly low: number; readonly high: number };
}

/** The length of the patterns, ms. */
const LENGTH_MS = 20 * 60_000;

const RULES: Readonly<Record<ScriptPattern, PatternRule>> = {
  calm: {
    name: 'group.script.calm',
    strokeMs: (progress) => 1_500 + 500 * Math.sin(progress * 60),
    reach: (progress) => ({ low: 20 + 10 * Math.sin(progress * 37), high: 75 + 10 * Math.sin(progress * 53) }),
  },
  steady: { name: 'group.script.steady', strokeMs: () => 800, reach: () => ({ low: 15, high: 85 }) },
  build: {
    name: 'group.script.build',
    strokeMs: (progress) => 2_200 - 1_700 * progress,
    reach: (progress) => ({ low: 35 - 25 * progress, high: 65 + 25 * progress }),
  },
};

/** The name of a pattern for people. */
export const patternName = (pattern: ScriptPattern): MessageKey => RULES[pattern].name;

/** The points of a pattern: up and down, the same every time. */
export function pointsOfPattern(pattern: ScriptPattern): ScriptColumns {
  const { strokeMs, reach } = RULES[pattern];
  const points = [{ t: 0, x: 50 }];
  for (let t = 0, up = true; t < LENGTH_MS; up = !up) {
    const progress = t / LENGTH_MS;
    t += Math.round(strokeMs(progress));
    const { low, high } = reach(progress);
    points.push({ t, x: Math.round(up ? high : low) });
  }
  return pointsToColumns(points);
}
